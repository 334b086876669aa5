"""Two players in turn, both for the win."""

__all__ = [
    "certificate",
    "exact",
    "handicap",
    "mirrored_pairs",
    "policy",
    "question",
    "question_handicap",
    "solve",
    "wiping",
]
