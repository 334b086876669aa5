"""Tables of a contest of several seats: what it is worth to hand on the turn.

A turn changes only the mover's own score, so all that its ends are worth is one line of a table: that of the
seat that hands on, for the scores of the others, by its own score. The others' scores are digits of one
number of base goal, the first digit being the score of who moves next. The line goes on beyond the goal as
far as a turn may lead, where that does not end the contest.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.jit import jit_inline


def no_tables(seats: int, goal: int, end: int, kept: int) -> Array:
    """Tables of which nothing is known, float64[seat, others, score, kept].

    Parameters
    ----------
    seats : how many play
    goal : points to reach
    end : the score up to which turns may lead, that left out
    kept : how many numbers are told of each standing
    """
    return np.zeros((seats, goal ** (seats - 1), end, kept))


def by_standing(handed: Array, goal: int) -> Array:
    """The same by who is about to move, all scores being below the goal.

    Parameters
    ----------
    handed : float64[seat, others, score, kept], from who hands on the turn
    goal : points to reach

    Returns
    -------
    float64[mover, first, second, ..., kept]
    """
    seats = len(handed)
    return np.stack([by_seat(handed[mover - 1, :, :goal], mover - 1, seats) for mover in range(seats)])


def by_seat(table: NDArray[Any], seat: int, seats: int) -> NDArray[Any]:
    """By the scores of all seats, [first, second, ..., kept].

    Parameters
    ----------
    table : [others, score, kept], by the scores of the others, and that of a seat, below the goal
    seat : which
    seats : how many play
    """
    _, goal, *kept = table.shape
    by_score = table.reshape(*(goal,) * seats, *kept)
    return np.moveaxis(by_score, range(seats), _order(seat, seats))


def by_others(table: NDArray[Any], seat: int, seats: int) -> NDArray[Any]:
    """By the scores of the others, and that of a seat, [others, score, kept].

    Parameters
    ----------
    table : [first, second, ..., kept]
    seat : which
    seats : how many play
    """
    goal, kept = len(table), table.shape[seats:]
    by_score = np.moveaxis(table, _order(seat, seats), range(seats))
    return by_score.reshape(goal ** (seats - 1), goal, *kept)


def _order(seat: int, seats: int) -> list[int]:
    """Seats in the order of moving after one, which comes last."""
    return [(seat + after) % seats for after in range(1, seats + 1)]


@jit_inline
def others_of(scores: Integers, seat: int, goal: int) -> tuple[int, int]:
    """Where the scores of the others are, and the best of them.

    Parameters
    ----------
    scores : int64[seat]
    seat : the one whose score is left out
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
    place : where they are
    goal : base of the number
    seat : the one whose score is left out
    out : int64[seat], written but for that
    """
    left = place
    other = seat
    for _ in range(1, out.size):
        other = before(other, out.size)
        out[other] = left % goal
        left //= goal


@jit_inline
def after(seat: int, seats: int) -> int:
    """Who moves next."""
    return seat + 1 if seat + 1 < seats else 0


@jit_inline
def before(seat: int, seats: int) -> int:
    """Who moves before."""
    return seat - 1 if seat > 0 else seats - 1
