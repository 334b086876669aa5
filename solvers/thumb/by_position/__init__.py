"""Rules of thumb where there is more to decide: positions, dice left, and several ways to go on."""

__all__ = [
    "against_three",
    "certificate",
    "decisions",
    "evaluation",
    "families",
    "question",
    "question_outputs",
    "summed",
]
