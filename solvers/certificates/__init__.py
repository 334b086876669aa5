"""Proofs of how exact an answer is, by routes that share no kernel with the solvers."""

__all__ = ["learning", "race", "replay", "risk", "simultaneous", "solitaire", "value_iteration", "yahtzee"]
