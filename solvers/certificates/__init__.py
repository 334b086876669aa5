"""Proofs of how exact an answer is, by routes that share no kernel with the solvers."""

__all__ = [
    "crowd",
    "crowded",
    "equilibrium",
    "hold_at_pairs",
    "learning",
    "plan_pairs",
    "plans",
    "policies",
    "race",
    "replay",
    "risk",
    "showdown",
    "simultaneous",
    "simultaneous_of_many",
    "solitaire",
    "stopping",
    "value_iteration",
    "yahtzee",
]
