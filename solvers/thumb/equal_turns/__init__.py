"""Rules of thumb under equal turns, in which whoever is behind has the last turn of the round."""

__all__ = [
    "certificate",
    "certificate_of_play",
    "certificate_of_turns",
    "evaluation",
    "question",
    "standings",
]
