"""The turn kernel: what a turn is worth, and where a turn that holds at n ends."""

__all__ = [
    "backward",
    "best_rule",
    "certificate_of_choices",
    "certificate_of_fixed",
    "certificate_of_holding",
    "certificate_of_turns",
    "chances",
    "forward",
    "found",
    "one_throw",
    "one_turn",
    "played",
    "seats",
    "values",
    "wipes",
]
