"""Players as data: who plays, by seat, and what a rule of thumb does.

A line of text (`language`) becomes a rule, which says what is done with all scores (`rule`), and that the
turns that are played so (`turns_by_rule`). A rule may also count its scoring turns (`counting`).
"""

__all__ = [
    "counting",
    "dice",
    "known",
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
