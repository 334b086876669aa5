"""Solitaire on a score card, as Yahtzee and Hooligan: dice, cards as data, most expected points, and what to
keep and to score.
"""

__all__ = [
    "card",
    "cards",
    "certificate",
    "dice",
    "policy",
    "question",
    "solve",
]
