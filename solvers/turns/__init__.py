"""Kernels for a single turn: its value by backward induction, and the distribution of its gain."""

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
