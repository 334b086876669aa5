"""Rules of thumb for one player alone, who wants to reach the goal within some turns."""

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
