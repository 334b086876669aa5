"""Rules of thumb where busts in a row cost points, as three farkles do."""

__all__ = [
    "against",
    "begun",
    "certificate",
    "certificate_of_play",
    "certificate_of_rules",
    "evaluation",
    "question",
    "question_of_reply",
    "question_of_rules",
    "reply",
    "rounds",
    "rule",
    "standings",
    "turns",
    "wins",
]
