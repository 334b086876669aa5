"""Races whose values exceed one process's memory: solved in parts, over a table that all workers share."""

__all__ = [
    "certificate",
    "iteration",
    "layer",
    "mixed",
    "part",
    "question",
    "question_of_equilibria",
    "question_steps",
    "settling",
    "stages",
]
