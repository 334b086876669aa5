"""One player alone: points of a turn or of some, the turns to a goal, the chance to reach it in time."""

__all__ = [
    "certificate",
    "certificate_of_one_turn",
    "exact",
    "fewest_turns",
    "most_points",
    "one_turn",
    "question_fewest_turns",
    "question_most_points",
    "question_one_turn",
    "question_within_turns",
    "solo",
    "within_turns",
]
