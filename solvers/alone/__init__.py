"""One player alone: most points in one turn or n turns, fewest turns to a goal, best chance to reach it."""

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
