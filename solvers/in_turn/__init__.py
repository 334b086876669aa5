"""Two players in turn: both play to win, or some by turns that are played out beforehand."""

__all__ = [
    "best",
    "certificate_of_equal_turns",
    "certificate_of_last_turns",
    "certificate_of_pair",
    "certificate_of_rounds",
    "diagonal",
    "equal_turns",
    "inside",
    "lasting",
    "pair",
    "pairs",
    "reply",
    "response",
    "seat",
    "settling",
    "streaks",
]
