"""Rules of thumb: a line of text, what it gives away and where, and the best one of so many numbers."""

__all__ = [
    "alone",
    "begun",
    "by_position",
    "certificate",
    "contest",
    "evaluation",
    "families",
    "in_a_race",
    "question",
    "question_decided",
    "question_outputs",
    "question_rule",
    "region",
    "regions",
    "regret",
    "search",
    "streak",
    "visits",
]
