"""Proofs of how exact an answer is, by routes that share no kernel with the solvers."""

__all__ = ["race", "risk", "simultaneous", "solitaire", "yahtzee"]
