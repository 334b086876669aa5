"""Rules of thumb for who plays alone: the goal within some turns."""

__all__ = [
    "by_position",
    "certificate",
    "evaluation",
    "families",
    "in_turns",
    "optimal",
    "question",
    "question_outputs",
    "turns",
]
