"""One player alone: most points from a turn or some, the fewest turns to a goal, the best chance to reach it
in time.
"""

__all__ = [
    "certificate_backup",
    "certificate_of_fewest_turns",
    "certificate_of_most_points",
    "certificate_of_one_turn",
    "certificate_of_within_turns",
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
