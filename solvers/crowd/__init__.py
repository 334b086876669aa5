"""From how many players on everybody holds at the goal."""

__all__ = [
    "certificate",
    "question",
    "solve",
]
