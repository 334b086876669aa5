"""Proofs of how exact an answer is, by routes that share no kernel with the solvers."""

__all__ = [
    "crowd",
    "crowded",
    "exploitability",
    "hold_at_pairs",
    "learning",
    "policies",
    "race",
    "replay",
    "risk",
    "simultaneous",
    "solitaire",
    "stackelberg",
    "stopping",
    "symmetric_value_iteration",
    "value_iteration",
    "yahtzee",
]
