"""Tables of a contest of several seats: values of handing over the turn.

A turn changes only the mover's own score, so the values of all its ends are one line of a table: that of the
seat that hands over, for the scores of the others, by its own score. The others' scores are digits of one
number of base goal, the first digit being the score of the player who moves next. The line extends beyond the
goal as far as a turn may lead, if that does not end the contest.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.jit import jit_inline


def no_tables(seats: int, goal: int, end: int, kept: int) -> Array:
    """Empty tables, float64[seat, others, score, kept].

    Parameters
    ----------
    seats : number of seats
    goal : points to reach
    end : end of the scores to which turns may lead
    kept : number of quantities of each state
    """
    return np.zeros((seats, goal ** (seats - 1), end, kept))


def by_standing(handed: Array, goal: int) -> Array:
    """The tables by the player about to move, for all scores below the goal.

    Parameters
    ----------
    handed : float64[seat, others, score, kept], by the seat that hands over
    goal : points to reach

    Returns
    -------
    float64[mover, first, second, ..., kept]
    """
    seats = len(handed)
    return np.stack([by_seat(handed[mover - 1, :, :goal], mover - 1, seats) for mover in range(seats)])


def by_seat(table: NDArray[Any], seat: int, seats: int) -> NDArray[Any]:
    """A table by the scores of all seats, [first, second, ..., kept].

    Parameters
    ----------
    table : [others, score, kept], by the scores of the others, and that of a seat, below the goal
    seat : index of the seat
    seats : number of seats
    """
    _, goal, *kept = table.shape
    by_score = table.reshape(*(goal,) * seats, *kept)
    return np.moveaxis(by_score, range(seats), _order(seat, seats))


def by_others(table: NDArray[Any], seat: int, seats: int) -> NDArray[Any]:
    """A table by the scores of the others, and that of a seat, [others, score, kept].

    Parameters
    ----------
    table : [first, second, ..., kept]
    seat : index of the seat
    seats : number of seats
    """
    goal, kept = len(table), table.shape[seats:]
    by_score = np.moveaxis(table, _order(seat, seats), range(seats))
    return by_score.reshape(goal ** (seats - 1), goal, *kept)


def _order(seat: int, seats: int) -> list[int]:
    """Seats in the order of moving after a seat, which comes last."""
    return [(seat + after) % seats for after in range(1, seats + 1)]


@jit_inline
def others_of(scores: Integers, seat: int, goal: int) -> tuple[int, int]:
    """Index of the others' scores, and the best of them.

    Parameters
    ----------
    scores : int64[seat], all scores
    seat : the seat that is left out
    goal : base of the number
    """
    place = 0
    best = 0
    other = seat
    for _ in range(1, scores.size):
        other = after(other, scores.size)
        place = place * goal + scores[other]
        best = max(best, scores[other])
    return place, best


@jit_inline
def set_others(place: int, goal: int, seat: int, out: Integers) -> None:
    """Write the scores of all seats but one.

    Parameters
    ----------
    place : index of the others' scores
    goal : base of the number
    seat : the seat that is left out
    out : int64[seat], written except for that seat
    """
    left = place
    other = seat
    for _ in range(1, out.size):
        other = before(other, out.size)
        out[other] = left % goal
        left //= goal


@jit_inline
def after(seat: int, seats: int) -> int:
    """The seat that moves next."""
    return seat + 1 if seat + 1 < seats else 0


@jit_inline
def before(seat: int, seats: int) -> int:
    """The seat that moves before."""
    return seat - 1 if seat > 0 else seats - 1
