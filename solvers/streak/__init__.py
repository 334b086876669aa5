"""Busts in a row cost points, as three farkles do: two players in turn, both for the win."""

__all__ = [
    "bounds",
    "certificate",
    "certificate_of_choices",
    "policy",
    "question",
    "rounds",
    "rule",
    "settling",
    "solve",
]
