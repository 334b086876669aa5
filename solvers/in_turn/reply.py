"""A best response in turn: the turns of one diagonal, given the distributions of the others' turns.

A bust of the response hands over, and after the others' turns, whose distributions are known, the turn comes
back. So with V the value of its own turn, its bust is worth U = constant + stay V, where `stay` is the chance
that all others bust, too. The turn kernel gives V = F(U), with F convex and piecewise affine. A step replaces
F by the line of the last sweep and solves V = F(constant + stay V): policy iteration.

Each step gives the value of some policy, so values rise from the second step on. The iteration ends when they
rise no more, or when no value of a bust has moved far enough to change a choice: then the step has solved for
the best choices. If nearly all turns of all players bust, the step divides by a chance to leave the state
that 1 - slope has lost. Then the turn found by the sweep is played out forwards, with positive terms: with A
the expected worth where the turn does not bust, l and s its chances not to bust and to bust,

    V = (A + s constant) / (l + s (1 - stay)),    where 1 - stay is summed up, too.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.in_turn.diagonal import Diagonal, begin, is_due, play_out, sweep_due
from solvers.in_turn.pairs import Row
from solvers.in_turn.seat import SELDOM_LEFT, Seat, Swept, hand_over
from solvers.jit import jit
from solvers.turns.found import OFTEN

# Most sweeps of one diagonal; policy iteration takes two or three.
MOST_SWEEPS = 60
# Smaller relative rises of a value, per throw in a turn to the goal, are rounding.
ROUNDING = 2.5e-16
# Smaller values are rounded as if they were this.
LEAST_VALUE = 1e-300


class Others(NamedTuple):
    """Results of the turns of all others, for one diagonal.

    Attributes
    ----------
    constant, stay, leave : float64[q], a bust of the response is worth constant + stay V; leave is 1 - stay
    """

    constant: Array
    stay: Array
    leave: Array


def no_others(goal: int) -> Others:
    """Buffers for the longest diagonal."""
    return Others(*np.zeros((3, goal)))


def refuse_rising(rising: float, who: str) -> None:
    """Raise an error if a value still rose after MOST_SWEEPS sweeps.

    Parameters
    ----------
    rising : returned by `reply`
    who : the players

    Raises
    ------
    NotConverged
        if it is more than 0
    """
    if not rising <= 0.0:
        where = f"{who}, {MOST_SWEEPS} sweeps of one diagonal"
        raise NotConverged(f"rise of a value: expected rounding, got {rising} of it ({where}).")


@jit
def reply(
    seat: Seat,
    swept: Swept | None,
    low: int,
    high: int,
    guessed: bool,
    others: Others,
    row: Row,
    value: Array,
) -> float:
    """Solve one diagonal.

    Parameters
    ----------
    seat : of the response; `handed` and `hold` of the diagonal are written
    swept : buffers of the seat; None compiles a kernel that cannot play out turns
    low, high : least and greatest score
    guessed : whether `value` has estimates on entry
    others : results of their turns
    row : buffers
    value : float64[banked, other], values of the response's turns; those of the diagonal are written

    Returns
    -------
    by how much a value still rose if the steps did not converge, SELDOM_LEFT if a turn must be played out and
    cannot be, else 0
    """
    count = high - low + 1
    diagonal = Diagonal(low, high, 0)
    _guess(low, high, guessed, value, row.guess)
    _set_stakes(count, others, row)
    begin(count, row)
    rising = 1.0
    sweeps = 0
    while not (rising <= ROUNDING * seat.sweeps.top) and sweeps < MOST_SWEEPS:
        sweep_due(seat, diagonal, row)
        if _some_turn_is_seldom_left(count, others, row):
            if swept is None:
                return SELDOM_LEFT
            play_out(seat, swept, diagonal, row)
        rising = _step(count, sweeps == 0, others, row)
        _set_stakes(count, others, row)
        sweeps += 1
        # All lines are valid up to the new values, which are those of the last sweep's choices.
        if not is_due(0, count, row):
            rising = 0.0
    if not (rising <= ROUNDING * seat.sweeps.top):
        return rising
    for q in range(count):
        value[high - q, low + q] = row.guess[q]
        hand_over(seat, high - q, low + q, row.stake[q])
    return 0.0


@jit
def _step(count: int, at_first: bool, others: Others, row: Row) -> float:
    """One step on all turns of a diagonal: the values of the policies that the sweep has found.

    These are never too great; only the initial guess may be.

    Parameters
    ----------
    count : number of turns on the diagonal
    at_first : whether `row.guess` is the initial guess
    others : results of their turns
    row : results of the sweep; `guess` is improved

    Returns
    -------
    the largest relative rise of a value, 1 at first
    """
    rising = 1.0 if at_first else 0.0
    for q in range(count):
        if row.seldom[q] > 0.0:
            leave = row.left[q] + row.bust[q] * others.leave[q]
            # A state that cannot be left has value 0.
            new = (row.gained[q] + row.bust[q] * others.constant[q]) / leave if leave > 0.0 else 0.0
        else:
            bend = row.slope[q] * others.stay[q]
            new = (row.value[q] - bend * row.guess[q]) / (1.0 - bend)
        if not at_first:
            rising = max(rising, (new - row.guess[q]) / max(new, LEAST_VALUE))
            new = max(new, row.guess[q])
        row.guess[q] = new
    return rising


@jit
def _set_stakes(count: int, others: Others, row: Row) -> None:
    """Set the values of busts.

    Parameters
    ----------
    count : number of turns on the diagonal
    others : results of their turns
    row : `guess` is read, `stake` written
    """
    for q in range(count):
        row.stake[q] = others.constant[q] + others.stay[q] * row.guess[q]


@jit
def _some_turn_is_seldom_left(count: int, others: Others, row: Row) -> bool:
    """Whether nearly all turns of some state bust, and those of all others, too.

    Parameters
    ----------
    count : number of turns on the diagonal
    others : results of their turns
    row : `slope` is read, `seldom` written
    """
    some = False
    for q in range(count):
        here = 1.0 - row.slope[q] * others.stay[q] < OFTEN
        row.seldom[q] = 1.0 if here else 0.0
        some |= here
    return some


@jit
def _guess(low: int, high: int, guessed: bool, value: Array, out: Array) -> None:
    """Guess a diagonal: from estimates in `value`, or by extrapolation from greater scores.

    Parameters
    ----------
    low, high : least and greatest score
    guessed : whether `value` has estimates on entry
    value : float64[banked, other], values of turns
    out : float64[q], written
    """
    goal = value.shape[0]
    for q in range(high - low + 1):
        i = high - q
        j = low + q
        if guessed:
            out[q] = value[i, j]
        elif max(i, j) + 2 < goal:
            out[q] = min(1.0, max(0.0, 2.0 * value[i + 1, j + 1] - value[i + 2, j + 2]))
        elif max(i, j) + 1 < goal:
            out[q] = value[i + 1, j + 1]
        else:
            out[q] = 0.5
