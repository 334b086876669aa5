"""A race of several players whose values no process can hold: in parts, over a table that all share."""

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
