"""Rules of thumb for who plays alone for some turns, where there is more to decide."""

__all__ = [
    "certificate",
    "evaluation",
    "families",
    "question",
]
