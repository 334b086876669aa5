"""Players as data: who plays in which seat, and what rules of thumb do.

`language` parses a line of text to a rule, `rule` evaluates it at all scores, `turns_by_rule` plays out its
turns, and `counting` handles rules that count their scoring turns.
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
