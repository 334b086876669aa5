"""The race of two players in turn, both playing to win."""

__all__ = [
    "certificate",
    "certificate_of_lottery",
    "certificate_of_optimal",
    "exact",
    "handicap",
    "lottery",
    "policy",
    "question",
    "question_handicap",
    "question_handicaps",
    "reachable",
    "solve",
]
