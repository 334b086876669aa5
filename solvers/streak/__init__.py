"""Optimal play of two, in a race or with equal turns, where busts in a row cost points."""

__all__ = [
    "certificate",
    "certificate_of_choices",
    "certificate_of_length",
    "equal_turns",
    "length",
    "policy",
    "question",
    "question_equal_turns",
    "question_of_length",
    "solve",
]
