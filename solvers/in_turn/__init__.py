"""Two in turn: both for the win, or by turns that are played out before."""

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
