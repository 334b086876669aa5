"""Rules of thumb: a line of text, what it gives away and where, and the best one of so many numbers."""

__all__ = [
    "certificate",
    "evaluation",
    "families",
    "optimal",
    "question",
    "question_outputs",
    "regions",
    "regret",
    "rule",
    "search",
    "visits",
]
