"""Proofs of how exact an answer is, by routes that share no kernel with the solvers."""

__all__ = ["hold_at_pairs", "policies", "race", "simultaneous", "solitaire"]
