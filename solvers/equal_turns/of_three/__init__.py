"""Equal turns of three players."""

__all__ = [
    "after_goal",
    "certificate",
    "clusters",
    "question",
    "solve",
    "turn",
]
