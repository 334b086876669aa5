"""Two players in turn, both for the win."""

__all__ = [
    "certificate",
    "certificate_of_lottery",
    "certificate_of_optimal",
    "diagonal",
    "exact",
    "handicap",
    "lottery",
    "mirrored_pairs",
    "played",
    "policy",
    "question",
    "question_handicap",
    "question_handicaps",
    "solve",
    "wiping",
]
