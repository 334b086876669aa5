"""Rules of thumb for who plays alone: the goal within some turns."""

__all__ = [
    "by_position",
    "certificate",
    "evaluation",
    "families",
    "optimal",
    "question",
    "question_outputs",
    "search",
    "turns",
]
