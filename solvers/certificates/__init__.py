"""Proofs of how exact an answer is, by routes that share no kernel with the solvers."""

__all__ = ["crowd", "crowded", "race", "simultaneous", "solitaire", "stopping"]
