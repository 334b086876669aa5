"""Solitaire on a score card, as Yahtzee and Hooligan: cards as data, most expected points, what to keep."""

__all__ = [
    "card",
    "cards",
    "certificate",
    "certificate_of_choices",
    "dice",
    "policy",
    "question",
    "solve",
]
