"""Proofs of how exact an answer is, by routes that share no kernel with the solvers."""

__all__ = [
    "crowd",
    "crowded",
    "equilibrium",
    "hold_at_pairs",
    "learning",
    "policies",
    "race",
    "replay",
    "risk",
    "simultaneous",
    "solitaire",
    "stopping",
    "value_iteration",
    "yahtzee",
]
