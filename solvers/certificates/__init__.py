"""Proofs of how exact an answer is, by routes that share no kernel with the solvers."""

__all__ = ["crowd", "crowded", "learning", "race", "replay", "risk", "simultaneous", "solitaire", "stopping", "value_iteration", "yahtzee"]
