"""Rules of thumb where there is more to decide: positions, dice left, and several ways to go on."""

__all__ = [
    "against_three",
    "certificate",
    "decisions",
    "dice",
    "evaluation",
    "families",
    "question",
    "question_outputs",
    "rule",
    "search",
    "summed",
    "turns",
]
