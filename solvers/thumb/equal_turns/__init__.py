"""Rules of thumb with equal turns, where a player who is behind has the last turn of the round."""

__all__ = [
    "certificate",
    "certificate_of_play",
    "certificate_of_turns",
    "evaluation",
    "question",
    "standings",
]
