"""What banking is worth: one turn for most points, a race, everybody at once."""

__all__ = [
    "given_away",
    "head_to_head",
    "hold_at_pairs",
    "opponents",
    "policies",
    "race",
    "race_policy",
    "race_response",
    "simultaneous",
    "solitaire",
    "stalling",
]
