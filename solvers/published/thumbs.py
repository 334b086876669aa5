"""What the literature recommends to somebody who wants to play Pig to 100 well without a computer."""

from collections.abc import Callable
from dataclasses import dataclass

from solvers.fixed import policies
from solvers.fixed.policies import Policy

GOAL = 100


@dataclass(frozen=True)
class Recommended:
    """A rule that somebody has recommended, or taken for an opponent.

    Parameters
    ----------
    words : the rule
    numbers : how many there are to be kept in mind
    source : who says so
    policy : function that gives what it means
    """

    words: str
    numbers: int
    source: str
    policy: Callable[[], Policy]


PIG = (
    Recommended(
        "hold at 20",
        1,
        "Neller, Russell & Markov 2012, who cite Knizia",
        lambda: policies.hold_at(GOAL, 20),
    ),
    Recommended("hold at 25", 1, "Zhu, Ma, Chen & Liu 2023", lambda: policies.hold_at(GOAL, 25)),
    Recommended(
        "4 scoring turns: hold at what is lacking / turns left",
        1,
        "Neller & Presser 2010",
        lambda: policies.scoring_turns(GOAL, 4),
    ),
    Recommended(
        "end race at 71 or keep pace: hold at round(21 + (opponent - banked) / 8)",
        3,
        "Neller & Presser 2010",
        lambda: policies.end_race_or_keep_pace(GOAL),
    ),
)
