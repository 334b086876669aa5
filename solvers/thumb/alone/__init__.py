"""Rules of thumb for who plays alone: the goal within some turns."""

__all__ = [
    "certificate",
    "evaluation",
    "question",
    "question_outputs",
    "rule",
    "turns",
]
