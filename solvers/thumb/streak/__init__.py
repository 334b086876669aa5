"""Rules of thumb where busts in a row cost points, as three farkles do."""

__all__ = [
    "against",
    "certificate",
    "certificate_of_rules",
    "certificate_of_turns",
    "decided",
    "evaluation",
    "lasts",
    "question",
    "question_of_reply",
    "question_of_rules",
    "reply",
    "rounds",
    "rule",
    "turns",
    "wins",
]
