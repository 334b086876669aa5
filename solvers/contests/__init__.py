"""What banking is worth: one turn for most points, a race, everybody at once."""

__all__ = [
    "crowd",
    "given_away",
    "head_to_head",
    "hold_at_pairs",
    "holding_row",
    "opponents",
    "opponents_turns",
    "policies",
    "race",
    "race_policy",
    "race_response",
    "simultaneous",
    "solitaire",
    "sorted_scores",
    "stalling",
    "stopping",
    "stopping_row",
]
