"""Newton steps on pairs of turns that lead to each other by their busts: of the same scores, with either
player about to move.

For each turn the turn kernel has found what it is worth, and the slope of that in the value of its bust,
which is 1 minus what the other turn of its pair is worth. So each pair is two affine equations in two
unknowns, and a step solves them in closed form. All turns of one diagonal, that is of one sum of both scores,
take their steps together; they lie in one row, and the other of a pair is as far from the other end.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit
from solvers.turns.found import OFTEN

# Of a sweep's values against the guesses they came from, before the last Newton step; rounding leaves some
# units in the last place, 1.1e-16 each. The step itself is no measure: where turns nearly always bust, it is
# some hundred times as long.
LARGEST_RESIDUAL = 1e-14
# What rounding may leave in a turn of so many throws; it does not shrink.
ROUNDING = 5e-16


class Row(NamedTuple):
    """The turns of one diagonal, float64[turn] each.

    Attributes
    ----------
    guess : what they are worth, before a step and after it
    stake : what their busts are worth, by these guesses
    value, slope : what a sweep has found that they are worth, and its slope in the stake
    swept : the stake from which a turn was swept
    margin : how far the stake may move before the turn is to be swept again
    seldom : 1 where a turn is to be played out, as hardly any is left otherwise than by busts, else 0
    gained, left, bust : what `found.play` returns, written for these
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
    """Memory for so many turns."""
    return Row(*np.zeros((len(Row._fields), turns)))


@jit
def guess_diagonal(goal: int, low: int, high: int, guessed: bool, handed: Array, out: Array) -> None:
    """Guess a diagonal: by what `handed` comes with, or straight on from scores one and two points greater.

    Parameters
    ----------
    goal : points to win
    low, high : least and greatest score
    guessed : whether `handed` comes with guesses
    handed : float64[x, other], of the other seat, of handing over the turn
    out : float64[q], written with what the turn of who has high - q points against low + q is worth
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
    top : at least as many as throws of a turn
    unsettled : the residual
    last : the residual one sweep before
    """
    return unsettled <= LARGEST_RESIDUAL or (unsettled <= ROUNDING * top and unsettled >= last)


@jit
def set_stakes(turns: int, row: Row) -> None:
    """Set what busts are worth: what the other turn of a pair is not.

    Parameters
    ----------
    turns : how many there are on the diagonal
    row : comes with `guess`; `stake` is written
    """
    for turn in range(turns):
        row.stake[turn] = 1.0 - row.guess[turns - 1 - turn]


@jit
def some_pair_is_seldom_left(turns: int, row: Row) -> bool:
    """Whether nearly every turn of both of some pair busts, so that 1 - slope has lost its digits.

    Parameters
    ----------
    turns : how many there are on the diagonal
    row : comes with `slope`; `seldom` is written
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
    """One step on every pair: solve the two affine equations that the sweep has found.

    Parameters
    ----------
    turns : how many there are on the diagonal
    row : what the sweep has found; its `guess` becomes better, and so does `stake`

    Returns
    -------
    The largest residual before the step.
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
    """What a turn of a seldom left pair is worth, by positive terms; if nobody ever ends it, one half.

    Parameters
    ----------
    row : what the sweep has found
    own, other : the pair
    """
    leave = row.left[own] + row.bust[own] * row.left[other]
    return (
        (row.gained[own] + row.bust[own] * (row.left[other] - row.gained[other])) / leave
        if leave > 0.0
        else 0.5
    )
