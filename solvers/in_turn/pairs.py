"""Newton steps on pairs of turns that lead to each other by their busts: at the same scores, with either
player about to move.

For each turn the turn kernel has found the value, and its slope in the value of the bust, which is 1 minus
the value of the other turn of the pair. So each pair is two affine equations in two unknowns, and a step
solves them in closed form. All turns of one diagonal, with one sum of both scores, take their steps together.
They lie in one row, in which the other turn of a pair is at the mirrored index.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit
from solvers.turns.found import OFTEN

# Largest residual of a sweep's values against the guesses before the last Newton step; rounding leaves a few
# units in the last place, 1.1e-16 each. The length of the step is no measure: if turns nearly always bust, it
# is some hundred times as large.
LARGEST_RESIDUAL = 1e-14
# Residual per throw of a turn that rounding may leave; it does not shrink.
ROUNDING = 5e-16


class Row(NamedTuple):
    """The turns of one diagonal, float64[turn] each.

    Attributes
    ----------
    guess : values, before a step and after it
    stake : values of their busts, by these guesses
    value, slope : values found by a sweep, and their slope in the stake
    swept : the stake at the last sweep
    margin : how far the stake may move before the turn must be swept again
    seldom : 1 if a turn must be played out, as hardly any ends without a bust, else 0
    gained, left, bust : results of `found.play` for these turns
    """

    guess: Array
    stake: Array
    value: Array
    slope: Array
    swept: Array
    margin: Array
    seldom: Array
    gained: Array
    left: Array
    bust: Array


def new_row(turns: int) -> Row:
    """Buffers for a number of turns."""
    return Row(*np.zeros((len(Row._fields), turns)))


@jit
def guess_diagonal(goal: int, low: int, high: int, guessed: bool, handed: Array, out: Array) -> None:
    """Guess a diagonal: from estimates in `handed`, or by extrapolation from greater scores.

    Parameters
    ----------
    goal : points to win
    low, high : least and greatest score
    guessed : whether `handed` has estimates on entry
    handed : float64[x, other], values of handing over the turn, of the other seat
    out : float64[q], written: value of the turn of the player with high - q points against low + q
    """
    for q in range(high - low + 1):
        i = high - q
        j = low + q
        if guessed:
            out[q] = 1.0 - handed[j, i]
        elif max(i, j) + 2 < goal:
            out[q] = 1.0 - 2.0 * handed[j + 1, i + 1] + handed[j + 2, i + 2]
        elif max(i, j) + 1 < goal:
            out[q] = 1.0 - handed[j + 1, i + 1]
        else:
            out[q] = 0.5


@jit
def settled(top: int, unsettled: float, last: float) -> bool:
    """Whether a residual is rounding: small, or not much greater and no longer shrinking.

    Parameters
    ----------
    top : upper bound of the number of throws in a turn
    unsettled : the residual
    last : the residual one sweep before
    """
    return unsettled <= LARGEST_RESIDUAL or (unsettled <= ROUNDING * top and unsettled >= last)


@jit
def set_stakes(turns: int, row: Row) -> None:
    """Set the values of busts: 1 minus the value of the other turn of the pair.

    Parameters
    ----------
    turns : number of turns on the diagonal
    row : `guess` is read, `stake` written
    """
    for turn in range(turns):
        row.stake[turn] = 1.0 - row.guess[turns - 1 - turn]


@jit
def some_pair_is_seldom_left(turns: int, row: Row) -> bool:
    """Whether nearly all turns of both players of some pair bust, so that 1 - slope has lost its digits.

    Parameters
    ----------
    turns : number of turns on the diagonal
    row : `slope` is read, `seldom` written
    """
    some = False
    for turn in range((turns + 1) // 2):
        other = turns - 1 - turn
        here = 1.0 - row.slope[turn] < OFTEN and 1.0 - row.slope[other] < OFTEN
        row.seldom[turn] = row.seldom[other] = 1.0 if here else 0.0
        some |= here
    return some


@jit
def newton_step(turns: int, row: Row) -> float:
    """One step on every pair: solve the two affine equations of the last sweep.

    Parameters
    ----------
    turns : number of turns on the diagonal
    row : results of the sweep; `guess` and `stake` are improved

    Returns
    -------
    the largest residual before the step
    """
    guess = row.guess
    value = row.value
    slope = row.slope
    residual = 0.0
    for turn in range((turns + 1) // 2):
        other = turns - 1 - turn
        if row.seldom[turn] > 0.0:
            new = _seldom_left(row, turn, other)
            new_other = _seldom_left(row, other, turn)
        else:
            own = value[turn] + slope[turn] * guess[other]
            against = value[other] + slope[other] * guess[turn]
            new = (own - slope[turn] * against) / (1.0 - slope[turn] * slope[other])
            new_other = against - slope[other] * new
            if turn == other:
                # The same without cancellation, which left 1e-14 where turns nearly always bust.
                new = own / (1.0 + slope[turn])
                new_other = new
        residual = max(residual, abs(value[turn] - guess[turn]), abs(value[other] - guess[other]))
        guess[turn] = new
        guess[other] = new_other
        row.stake[turn] = 1.0 - new_other
        row.stake[other] = 1.0 - new
    return residual


@jit
def _seldom_left(row: Row, own: int, other: int) -> float:
    """Value of a turn of a seldom left pair, with positive terms; one half if both turns always bust.

    Parameters
    ----------
    row : results of the sweep
    own, other : indices of the pair
    """
    leave = row.left[own] + row.bust[own] * row.left[other]
    return (
        (row.gained[own] + row.bust[own] * (row.left[other] - row.gained[other])) / leave
        if leave > 0.0
        else 0.5
    )
