"""Players as data: who plays, by seat, and what a rule of thumb does.

A line of text (`language`) becomes a rule, which says what is done with all scores (`rule`), and that the
turns that are played so (`turns_by_rule`).
"""

__all__ = [
    "dice",
    "language",
    "last_turns",
    "one_throw",
    "played",
    "played_rule",
    "player",
    "rule",
    "ruled",
    "turns_by_rule",
]
