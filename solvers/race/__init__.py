"""Two players in turn, both for the win."""

__all__ = [
    "certificate",
    "exact",
    "linear",
    "mirrored_pairs",
    "policy",
    "question",
    "solve",
]
