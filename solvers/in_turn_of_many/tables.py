"""Tables of a contest of several seats: what it is worth to hand on the turn.

A turn changes only the mover's own score, so all that its ends are worth is one line of a table: that of the
seat that hands on, by its own score, for the scores of the others. Those are digits of one number of base
goal, the first digit being the score of who moves next. The line goes on beyond the goal as far as a turn may
lead, where that does not end the contest.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.jit import jit


def no_tables(seats: int, goal: int, end: int, kept: int) -> Array:
    """Tables of which nothing is known, float64[seat, score, others, kept].

    Parameters
    ----------
    seats : how many play
    goal : points to reach
    end : the score up to which turns may lead, that left out
    kept : how many numbers are told of each standing
    """
    return np.zeros((seats, end, goal ** (seats - 1), kept))


def by_standing(handed: Array, goal: int) -> Array:
    """The same by who is about to move, all scores being below the goal.

    Parameters
    ----------
    handed : float64[seat, score, others, kept], from who hands on the turn
    goal : points to reach

    Returns
    -------
    float64[mover, first, second, ..., kept]
    """
    seats, _, _, kept = handed.shape
    by_own = handed[:, :goal].reshape(seats, *(goal,) * seats, kept)
    # The scores begin with that of who hands on.
    return np.stack(
        [
            np.moveaxis(by_own[mover - 1], range(seats), (np.arange(seats) + mover - 1) % seats)
            for mover in range(seats)
        ]
    )


def by_who_hands_on(value: Array, seat: int) -> Array:
    """What it is worth if a seat hands on the turn below the goal, float64[score, others, kept].

    Parameters
    ----------
    value : float64[mover, first, second, ..., kept]
    seat : which
    """
    seats, goal = value.shape[0], value.shape[1]
    order = (np.arange(seats) + seat) % seats
    by_own = np.moveaxis(value[(seat + 1) % seats], order, range(seats))
    return np.asarray(by_own.reshape(goal, goal ** (seats - 1), -1))


@jit
def place_of(scores: Integers, seat: int, goal: int) -> int:
    """Where the scores of the others are.

    Parameters
    ----------
    scores : int64[seat]
    seat : the one whose score is left out
    goal : base of the number
    """
    place = 0
    for after in range(1, scores.size):
        place = place * goal + scores[(seat + after) % scores.size]
    return place


@jit
def scores_at(place: int, goal: int, seat: int, out: Integers) -> None:
    """The scores of all seats but one.

    Parameters
    ----------
    place : where they are
    goal : base of the number
    seat : the one whose score is left out
    out : int64[seat], written but for that
    """
    left = place
    for before in range(1, out.size):
        out[(seat - before) % out.size] = left % goal
        left //= goal


@jit
def best_of_others(scores: Integers, seat: int) -> int:
    """The greatest score of the others.

    Parameters
    ----------
    scores : int64[seat]
    seat : the one whose score is left out
    """
    best = 0
    for after in range(1, scores.size):
        best = max(best, scores[(seat + after) % scores.size])
    return best
