"""Newton steps on the mirrored pairs of a race: the states (i, j) and (j, i), which busts lead to each other.

For each state the turn kernel has found what the turn is worth, and the slope of that in the value of a bust,
which is 1 minus the value of the mirror. So each pair is two affine equations in two unknowns, and a step
solves them in closed form. All states of one diagonal, that is of one sum i + j, take their steps together: q
numbers them, i = high - q and j = low + q, and the mirror of q is q counted from the other end.
"""

from typing import NamedTuple

from solvers.arrays import Array
from solvers.jit import jit
from solvers.turns.found import OFTEN

# Of a sweep's values against the guesses they came from, before the last Newton step; rounding leaves some
# units in the last place, 1.1e-16 each. The step itself is no measure: where turns nearly always bust, it is
# some hundred times as long.
LARGEST_RESIDUAL = 1e-14
# What rounding may leave in a turn of so many throws; it does not shrink.
ROUNDING = 5e-16


class Steps(NamedTuple):
    """What a sweep has found of the states of one diagonal, by q.

    Attributes
    ----------
    value, slope : float64[q], what a turn is worth, and its slope in the value of its bust
    gained, left, bust : float64[q], what `found.play` returns, written for pairs that nearly always bust
    """

    value: Array
    slope: Array
    gained: Array
    left: Array
    bust: Array


@jit
def guess_diagonal(goal: int, low: int, high: int, guessed: bool, hold: Array, out: Array) -> None:
    """Guess a diagonal: by what `hold` comes with, or straight on from the scores one and two points greater.

    Parameters
    ----------
    goal : points to win
    low : least j of the diagonal
    high : greatest i of the diagonal
    guessed : whether `hold` comes with guesses
    hold : float64[x, j], 1 - W(j, x)
    out : float64[q], written with W(high - q, low + q)
    """
    for q in range(high - low + 1):
        i = high - q
        j = low + q
        if guessed:
            out[q] = 1.0 - hold[j, i]
        elif max(i, j) + 2 < goal:
            out[q] = 1.0 - 2.0 * hold[j + 1, i + 1] + hold[j + 2, i + 2]
        elif max(i, j) + 1 < goal:
            out[q] = 1.0 - hold[j + 1, i + 1]
        else:
            out[q] = 0.5


@jit
def settled(goal: int, unsettled: float, last: float) -> bool:
    """Whether a residual is rounding: small, or not much greater and no longer shrinking.

    Parameters
    ----------
    goal : points to win, at least as many as throws of a turn
    unsettled : the residual
    last : the residual one sweep before
    """
    return unsettled <= LARGEST_RESIDUAL or (unsettled <= ROUNDING * goal and unsettled >= last)


@jit
def pair_nearly_always_busts(slope: Array, q: int, mirror: int) -> bool:
    """Whether nearly every turn of both states of a pair busts, so that 1 - slope has lost its digits.

    Parameters
    ----------
    slope : float64[q], chance of a turn to bust
    q, mirror : the pair
    """
    return bool(1.0 - slope[q] < OFTEN and 1.0 - slope[mirror] < OFTEN)


@jit
def some_pair_nearly_always_busts(count: int, slope: Array) -> bool:
    """Whether there is such a pair on a diagonal.

    Parameters
    ----------
    count : states of the diagonal
    slope : float64[q], chance of a turn to bust
    """
    for q in range((count + 1) // 2):
        if pair_nearly_always_busts(slope, q, count - 1 - q):
            return True
    return False


@jit
def newton_step(count: int, steps: Steps, guess: Array) -> float:
    """One step on every mirrored pair: solve the two affine equations that the sweep has found.

    Parameters
    ----------
    count : states of the diagonal
    steps : what the sweep has found
    guess : float64[q], the values swept from; becomes the better ones

    Returns
    -------
    The largest residual before the step.
    """
    value = steps.value
    slope = steps.slope
    residual = 0.0
    for q in range((count + 1) // 2):
        mirror = count - 1 - q
        if pair_nearly_always_busts(slope, q, mirror):
            new = _seldom_left(steps, q, mirror)
            new_mirror = _seldom_left(steps, mirror, q)
        else:
            own = value[q] + slope[q] * guess[mirror]
            other = value[mirror] + slope[mirror] * guess[q]
            new = (own - slope[q] * other) / (1.0 - slope[q] * slope[mirror])
            new_mirror = other - slope[mirror] * new
            if q == mirror:
                # The same without cancellation, which left 1e-14 where turns nearly always bust.
                new = own / (1.0 + slope[q])
                new_mirror = new
        residual = max(residual, abs(value[q] - guess[q]), abs(value[mirror] - guess[mirror]))
        guess[q] = new
        guess[mirror] = new_mirror
    return residual


@jit
def _seldom_left(steps: Steps, own: int, other: int) -> float:
    """The value of a state of a seldom left pair, by positive terms; if nobody ever ends it, one half.

    Parameters
    ----------
    steps : what the sweep has found
    own : q of the state
    other : q of its mirror
    """
    leave = steps.left[own] + steps.bust[own] * steps.left[other]
    return (
        (steps.gained[own] + steps.bust[own] * (steps.left[other] - steps.gained[other])) / leave
        if leave > 0.0
        else 0.5
    )
