"""The contests as plain data: what follows a turn."""

from dataclasses import dataclass
from enum import Enum


class Order(Enum):
    """Who takes turns when."""

    ALONE = "one player takes all turns"
    IN_TURN = "one player after the other"
    AT_ONCE = "all players at the same time"
    OTHER = "no turns of a jeopardy dice game"


@dataclass(frozen=True)
class Contest:
    """A contest.

    Parameters
    ----------
    name : what a person types to ask for it
    meaning : one line that explains it
    order : who takes turns when
    parameters : names of the parameters that only this contest has; a question about it has them all
    rules : the contests whose rules it combines, if any
    """

    name: str
    meaning: str
    order: Order
    parameters: tuple[str, ...] = ()
    rules: tuple["Contest", ...] = ()


RACE = Contest("race", "the first to reach the goal wins; they move in turn", Order.IN_TURN)
EQUAL_TURNS = Contest("equal turns", "a race in which a round is played to its end", Order.IN_TURN, ("tie",))
STREAK = Contest(
    "busts in a row",
    "several busts in a row cost points; also: equal turns with busts",
    Order.IN_TURN,
    ("busts", "cost"),
)
EQUAL_TURNS_STREAK = Contest(
    "equal turns with busts",
    "equal turns where busts in a row cost points",
    Order.IN_TURN,
    (*EQUAL_TURNS.parameters, *STREAK.parameters),
    (EQUAL_TURNS, STREAK),
)
WITHIN_TURNS = Contest(
    "alone", "one player who wants to reach the goal within some turns", Order.ALONE, ("turns",)
)
MOST_POINTS = Contest(
    "most points",
    "one player who wants most points in some turns",
    Order.ALONE,
    ("turns", "most_banked", "may_pass"),
)
FEWEST_TURNS = Contest("fewest turns", "one player who wants to reach the goal in fewest turns", Order.ALONE)
ONE_TURN = Contest("one turn", "one player who wants most points in one turn", Order.ALONE)
AT_ONCE = Contest("at once", "a race in which all take their turns at the same time", Order.AT_ONCE)
SHOWDOWN = Contest(
    "showdown", "all take one turn and do not see each other; most points win", Order.AT_ONCE, ("cap",)
)
# Risk and Yahtzee, which have rules of their own.
STUDY = Contest("study", "rules of its own", Order.OTHER)
# Contests that a person can ask for.
_ASKED = (
    RACE,
    EQUAL_TURNS,
    STREAK,
    EQUAL_TURNS_STREAK,
    WITHIN_TURNS,
    MOST_POINTS,
    FEWEST_TURNS,
    ONE_TURN,
    AT_ONCE,
    SHOWDOWN,
)
CONTESTS: dict[str, Contest] = {contest.name: contest for contest in _ASKED}
