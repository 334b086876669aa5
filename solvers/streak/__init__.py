"""Busts in a row cost points, as three farkles do: two best players, in a race or with equal turns."""

__all__ = [
    "bounds",
    "certificate",
    "certificate_of_choices",
    "equal_turns",
    "policy",
    "question",
    "question_equal_turns",
    "rounds",
    "rule",
    "settling",
    "solve",
]
