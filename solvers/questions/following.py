"""Outputs that follow from stored tables, for `Output(follows=...)`; among them a player's win probabilities
in both seats.
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
    """The fields of an output that follows from others, as keywords for `Output`.

    Attributes
    ----------
    follows : function of the parameters and of other outputs that recomputes it
    follows_from : names of those outputs
    """

    follows: Any
    follows_from: tuple[str, ...]


class Loses(TypedDict):
    """The fields of an output of choices that can be shown to be best, as keywords for `Output`.

    Attributes
    ----------
    loses : function of the parameters, the choices and other outputs that returns what each choice loses
    follows_from : names of those outputs
    """

    loses: Any
    follows_from: tuple[str, ...]


def first_of(table: str, seat: int = 0) -> Follows:
    """Return how the value at the start, where all scores are 0, follows from a table.

    Parameters
    ----------
    table : name of the table
    seat : index of the seat, if the table's first dimension is a seat; else 0
    """

    def first(given: Parameters, own: NDArray[Any]) -> Any:
        return own[(seat, *(0,) * (own.ndim - 1)) if seat else (0,) * own.ndim]

    return Follows(follows=first, follows_from=(table,))


def ahead(given: Parameters, value: NDArray[Any]) -> Any:
    """The first player's advantage, from values of which the first is that of the start."""
    return 2.0 * value.flat[0] - 1.0


def with_all_turns(table: str) -> Follows:
    """The value at the start with all turns left, from a table [turns_left, banked]."""
    return Follows(follows=lambda given, own: own[-1, 0], follows_from=(table,))


def first_row(table: str) -> Follows:
    """The row of a table at scores 0; its last dimension is not a score."""
    return Follows(follows=lambda given, own: own[(0,) * (own.ndim - 1)], follows_from=(table,))


SEAT = Dimension(
    "seat",
    "",
    "Seat of the player whose chances these are: 1 moves first, 2 second.",
    lambda given: np.array([1, 2]),
    words="player's seat",
)

# The fields of an output that does not follow from others.
NOTHING = Follows(follows=None, follows_from=())


def in_seats(
    average: Declared,
    by_seat: Declared,
    read: Callable[[Any], tuple[float, float]],
    follows: Follows | None = None,
) -> tuple[Output, Output]:
    """Return the outputs of a player's win probability in each seat, and of their average.

    Parameters
    ----------
    average, by_seat : the two declared outputs
    read : function of the solution that returns the probabilities to win moving first and moving second
    follows : how the probabilities by seat follow from stored tables; None if they do not
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
    """The probabilities to win at the start, moving first and moving second, from two tables.

    Parameters
    ----------
    value, waiting : names of the tables of the player about to move, and of the other one
    seat : 1 for the second seat, if the tables' first dimension is a seat; else 0
    """

    def both(given: Any, own: NDArray[Any], waited: NDArray[Any]) -> NDArray[Any]:
        start = (0,) * own.ndim
        return np.array([own[start], waited[(seat, *start[1:])]])

    return Follows(follows=both, follows_from=(value, waiting))
