"""Rules of thumb: a line of text, what it gives away and where, and the best one of so many numbers."""

__all__ = [
    "alone",
    "begun",
    "certificate",
    "certificate_of_play",
    "certificate_of_values",
    "contest",
    "decisions",
    "equal_turns",
    "evaluation",
    "families",
    "in_a_race",
    "judged",
    "question",
    "question_decided",
    "question_outputs",
    "regions",
    "search",
    "standings",
    "streak",
]
