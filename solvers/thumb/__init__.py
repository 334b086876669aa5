"""Rules of thumb: a line of text, what it gives away and where, and the best one of so many numbers."""

__all__ = [
    "alone",
    "begun",
    "by_position",
    "certificate",
    "evaluation",
    "families",
    "optimal",
    "question",
    "question_decided",
    "question_outputs",
    "question_rule",
    "region",
    "regions",
    "regret",
    "rule",
    "search",
    "streak",
    "visits",
]
