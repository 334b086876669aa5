"""How headline numbers follow from stored tables, as an `Output` says it in `follows`; among them a player's
chances to win in its two seats.
"""

from collections.abc import Callable
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from solvers.outputs.declared import Declared
from solvers.outputs.output import Output
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Parameters


class Follows(TypedDict):
    """The fields of an output that follows from others, for `Output(**...)`.

    Attributes
    ----------
    follows : function of the parameters and of the others that recomputes it
    follows_from : names of the others
    """

    follows: Any
    follows_from: tuple[str, ...]


class Loses(TypedDict):
    """The fields of an output of choices that are shown to be best, for `Output(**...)`.

    Attributes
    ----------
    loses : function of the parameters, of the choices and of the others that says what each choice loses
    follows_from : names of the others
    """

    loses: Any
    follows_from: tuple[str, ...]


def first_of(table: str, seat: int = 0) -> Follows:
    """The number at the start, where all scores are 0.

    Parameters
    ----------
    table : name of the other
    seat : where the table's first dimension is a seat, which; else 0
    """

    def first(given: Parameters, own: NDArray[Any]) -> Any:
        return own[(seat, *(0,) * (own.ndim - 1)) if seat else (0,) * own.ndim]

    return Follows(follows=first, follows_from=(table,))


def ahead(given: Parameters, value: NDArray[Any]) -> Any:
    """What moving first is worth, of a table that begins with the start of the game."""
    return 2.0 * value.flat[0] - 1.0


def with_all_turns(table: str) -> Follows:
    """The number at the start with all turns still to play, of a table [turns_left, banked]."""
    return Follows(follows=lambda given, own: own[-1, 0], follows_from=(table,))


def first_row(table: str) -> Follows:
    """The row of a table for all scores 0; the table has one more dimension than scores, the last."""
    return Follows(follows=lambda given, own: own[(0,) * (own.ndim - 1)], follows_from=(table,))


SEAT = Dimension(
    "seat",
    "",
    "Seat of the player whose chances these are: 1 moves first, 2 second.",
    lambda given: np.array([1, 2]),
    words="player's seat",
)

# Of what does not follow from anything.
NOTHING = Follows(follows=None, follows_from=())


def in_seats(
    average: Declared,
    by_seat: Declared,
    read: Callable[[Any], tuple[float, float]],
    follows: Follows | None = None,
) -> tuple[Output, Output]:
    """A player's chance to win if its seat is drawn, and in each seat.

    Parameters
    ----------
    average, by_seat : the two outputs
    read : function of the solution that gives its chances when it moves first, and second
    follows : how the chances in the seats follow from stored tables; None where they do not
    """
    return (
        average(
            of=lambda solved: sum(read(solved)) / 2.0,
            follows=lambda given, wins: wins.mean(),
            follows_from=(by_seat.name,),
        ),
        by_seat(of=lambda solved: np.array(read(solved)), **(follows or NOTHING)),
    )


def starts(value: str, waiting: str, seat: int = 0) -> Follows:
    """The chances at the start, where all scores are 0, of moving first and of moving second.

    Parameters
    ----------
    value, waiting : names of the tables of who is about to move, and of who is not
    seat : where the tables' first dimension is a seat, 1 for the second seat; else 0
    """

    def both(given: Any, own: NDArray[Any], waited: NDArray[Any]) -> NDArray[Any]:
        start = (0,) * own.ndim
        return np.array([own[start], waited[(seat, *start[1:])]])

    return Follows(follows=both, follows_from=(value, waiting))
