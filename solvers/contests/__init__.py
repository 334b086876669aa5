"""What banking is worth: one turn for most points, a race, everybody at once."""

__all__ = [
    "crowd",
    "holding_row",
    "opponents",
    "opponents_turns",
    "race",
    "race_policy",
    "simultaneous",
    "solitaire",
    "sorted_scores",
    "stalling",
    "stopping",
    "stopping_row",
]
