"""Best responses to rules of thumb with equal turns, moving first and moving second."""

__all__ = [
    "beyond",
    "certificate",
    "certificate_of_rounds",
    "certificate_of_turns",
    "question",
    "rounds",
    "solve",
    "turns",
]
