"""Exact rational answers for small goals: what floats cannot prove, by routes that share no kernel with the solvers."""

__all__ = [
    "answer",
    "linear",
    "race",
    "simultaneous",
    "solitaire",
]
