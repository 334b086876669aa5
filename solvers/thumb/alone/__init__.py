"""Rules of thumb for who plays alone: the goal within some turns."""

__all__ = [
    "certificate",
    "contest",
    "evaluation",
    "families",
    "optimal",
    "question",
    "question_outputs",
    "turns",
]
