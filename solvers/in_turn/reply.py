"""A best response in turn: the turns of one diagonal, given how the turns of the others end.

A bust of the response hands over, and after the others' turns, which end with known chances, the turn comes
back. So with V what its own turn is worth, its bust is worth U = constant + stay V, `stay` being the chance
that all others bust, too. The turn kernel makes V = F(U), F convex and piecewise affine. A step replaces F by
the line that a sweep has found and solves V = F(constant + stay V): policy iteration.

Each step is what some policy is worth, so from the second on they rise; they have ended when they rise no
more, or when no bust is worth so much more or less than before that a choice may have changed: then the step
has solved for the choices that are best. Where nearly every turn of all busts, the step divides by a chance
to leave the state that 1 - slope has lost. There the turn that the sweep has found is played out forwards,
and all terms are positive: with A what it gains, l and s its chances not to bust and to bust,

    V = (A + s constant) / (l + s (1 - stay)),    1 - stay summed up, too.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.in_turn.diagonal import Diagonal, begin, is_due, play_out, sweep_due
from solvers.in_turn.pairs import Row
from solvers.in_turn.seat import Seat, hand_over
from solvers.jit import jit
from solvers.turns.found import OFTEN

# Of one diagonal; policy iteration takes two or three.
MOST_SWEEPS = 60
# Relative rise of a value for each throw that a turn to the goal can have: smaller ones are rounding.
ROUNDING = 2.5e-16
# A value that is less is rounded as if it were this.
LEAST_VALUE = 1e-300


class Others(NamedTuple):
    """What the turns of all others come to, of one diagonal.

    Attributes
    ----------
    constant, stay, leave : float64[q], a bust of the response is worth constant + stay V; leave is 1 - stay
    """

    constant: Array
    stay: Array
    leave: Array


def no_others(goal: int) -> Others:
    """Memory for the longest diagonal."""
    return Others(*np.zeros((3, goal)))


def refuse_rising(rising: float, who: str) -> None:
    """Refuse a value that still rose after MOST_SWEEPS sweeps.

    Parameters
    ----------
    rising : what `reply` has returned
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
def reply(seat: Seat, low: int, high: int, guessed: bool, others: Others, row: Row, value: Array) -> float:
    """Solve one diagonal.

    Parameters
    ----------
    seat : of the response; `handed` and `hold` of the diagonal are written
    low, high : least and greatest score
    guessed : whether `value` comes with guesses
    others : what their turns come to
    row : memory
    value : float64[banked, other], what the response's turns are worth; those of the diagonal are written

    Returns
    -------
    How much a value still rose if the steps did not converge, else 0.
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
            play_out(seat, seat.sweeps.swept, diagonal, row)
        rising = _step(count, sweeps == 0, others, row)
        _set_stakes(count, others, row)
        sweeps += 1
        # All lines hold as far as the new values, which are those of the last sweep's choices.
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
    """One step on all turns of a diagonal: what the turns that the sweep has found are worth.

    It is what some turns are worth, and never too much; only the guess that it began with may be.

    Parameters
    ----------
    count : turns of the diagonal
    at_first : whether `row.guess` is one
    others : what their turns come to
    row : what the sweep has found; its `guess` becomes better

    Returns
    -------
    The largest relative rise of a value, 1 at first.
    """
    rising = 1.0 if at_first else 0.0
    for q in range(count):
        if row.seldom[q] > 0.0:
            leave = row.left[q] + row.bust[q] * others.leave[q]
            # What cannot be left is never won.
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
    """Set what busts are worth.

    Parameters
    ----------
    count : turns of the diagonal
    others : what their turns come to
    row : comes with `guess`; `stake` is written
    """
    for q in range(count):
        row.stake[q] = others.constant[q] + others.stay[q] * row.guess[q]


@jit
def _some_turn_is_seldom_left(count: int, others: Others, row: Row) -> bool:
    """Whether nearly every turn of some state busts, and those of all others, too.

    Parameters
    ----------
    count : turns of the diagonal
    others : what their turns come to
    row : comes with `slope`; `seldom` is written
    """
    some = False
    for q in range(count):
        here = 1.0 - row.slope[q] * others.stay[q] < OFTEN
        row.seldom[q] = 1.0 if here else 0.0
        some |= here
    return some


@jit
def _guess(low: int, high: int, guessed: bool, value: Array, out: Array) -> None:
    """Guess a diagonal: by what `value` comes with, or straight on from scores one and two points greater.

    Parameters
    ----------
    low, high : least and greatest score
    guessed : whether `value` comes with guesses
    value : float64[banked, other]
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
