"""Rules of thumb: what a rule gives away against optimal play, and where; the best rule of a family."""

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
