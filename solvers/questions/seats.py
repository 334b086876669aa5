"""The two seats of a player, and its chances to win in them."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs.declared import Declared
from solvers.questions.following import Follows
from solvers.questions.question import Dimension, Output

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
