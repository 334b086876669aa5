"""Simultaneous Pig: from how many players on everybody holds at the goal in equilibrium."""

__all__ = [
    "certificate",
    "question",
    "solve",
]
