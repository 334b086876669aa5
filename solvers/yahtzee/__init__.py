"""Solitaire on a score card, such as Yahtzee and Hooligan: optimal expected points, and what to keep."""

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
