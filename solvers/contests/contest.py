"""What comes after a turn: which contests there are, as plain data."""

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
    name : as a person says it
    order : who takes turns when
    parameters : names of those that only it has; a question about it has them all
    rules : contests whose rules it has all, if it is made of others
    """

    name: str
    order: Order
    parameters: tuple[str, ...] = ()
    rules: tuple["Contest", ...] = ()


RACE = Contest("race", Order.IN_TURN)
STREAK = Contest("race where busts in a row cost points", Order.IN_TURN, ("busts", "cost"))
EQUAL_TURNS = Contest("equal turns", Order.IN_TURN, ("tie",))
EQUAL_TURNS_STREAK = Contest(
    "equal turns where busts in a row cost points",
    Order.IN_TURN,
    (*EQUAL_TURNS.parameters, *STREAK.parameters),
    (EQUAL_TURNS, STREAK),
)
WITHIN_TURNS = Contest("the goal within n turns", Order.ALONE, ("turns",))
MOST_POINTS = Contest("most points in n turns", Order.ALONE, ("turns", "most_banked", "may_pass"))
FEWEST_TURNS = Contest("fewest turns", Order.ALONE)
ONE_TURN = Contest("one turn", Order.ALONE)
AT_ONCE = Contest("at once", Order.AT_ONCE)
SHOWDOWN = Contest("showdown", Order.AT_ONCE, ("cap",))
# Risk and Yahtzee, which have rules of their own.
STUDY = Contest("study", Order.OTHER)
