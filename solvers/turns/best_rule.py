"""The best of all stopping rules of one turn if a score is worth this or that.

A rule says at every turn total whether to hold. Which throws led to a turn total changes nothing that
follows, so no rule that looks at them does better. Where a score's worth jumps, the best rule need not be a
turn total to hold at: well below the jump it holds, just below it throws on.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.jit import jit
from solvers.turns.forward import one_throw


class Throws(NamedTuple):
    """A turn that may be ended at any turn total, and must be from the cap on.

    Attributes
    ----------
    cap : from there on one holds
    gains : float64[longest gain + 1], chance to gain that many points in one throw, 0 points never
    failed : chance that a throw loses the turn
    lowest : what a turn that is lost scores
    """

    cap: int
    gains: Array
    failed: float
    lowest: int


def throws(turn: Turn, cap: int) -> Throws:
    """The throws of a turn with hold-at rules.

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on than the same throw
    """
    gains = one_throw(turn)
    gains[0] = 0.0
    return Throws(cap, gains, float(turn.throws[0].bust + turn.throws[0].wipe), turn.least_score)


def best_rule(of: Throws, worth: Array) -> tuple[float, Flags]:
    """What the best rule is worth, and what it does at each turn total below the cap, int8[turn_total].

    Ties hold.

    Parameters
    ----------
    of : the throws of the turn
    worth : float64[score], what a score is worth; cap + longest gain scores
    """
    actions = np.empty(of.cap, np.int8)
    return float(_best(of, worth, worth.copy(), actions)), actions


def played(of: Throws, holds: Array) -> tuple[Array, Array]:
    """Chance of each score, and to come to each turn total, float64[score] both.

    Parameters
    ----------
    of : the throws of the turn
    holds : float64[turn_total], chance to hold at each turn total below the cap; at 0 one throws whatever it
        says
    """
    ended, reached = np.zeros(of.cap + of.gains.size - 1), np.zeros(of.cap + of.gains.size - 1)
    _play(of, holds, ended, reached)
    return ended, reached


@jit
def _best(of: Throws, worth: Array, value: Array, out_actions: Flags) -> float:
    """What the best rule is worth.

    Parameters
    ----------
    of : the throws of the turn
    worth : float64[score], what a score is worth
    value : float64[score], comes with `worth`, becomes what each turn total is worth
    out_actions : int8[turn_total], becomes HOLD or ROLL
    """
    for total in range(of.cap - 1, -1, -1):
        thrown = of.failed * worth[of.lowest]
        for gain in range(1, of.gains.size):
            thrown += of.gains[gain] * value[total + gain]
        again = total == 0 or thrown > worth[total]
        out_actions[total] = ROLL if again else HOLD
        if again:
            value[total] = thrown
    return float(value[0])


@jit
def _play(of: Throws, holds: Array, out_ended: Array, out_reached: Array) -> None:
    """Play a rule out.

    Parameters
    ----------
    of : the throws of the turn
    holds : float64[turn_total], chance to hold at each turn total below the cap
    out_ended : float64[score], comes 0, becomes the chance of each score
    out_reached : float64[score], comes 0, becomes the chance to come to each turn total
    """
    out_reached[0] = 1.0
    for total in range(of.cap):
        hold = out_reached[total] * holds[total] if total > 0 else 0.0
        on = out_reached[total] - hold
        out_ended[total] += hold
        out_ended[of.lowest] += on * of.failed
        for gain in range(1, of.gains.size):
            out_reached[total + gain] += on * of.gains[gain]
    for total in range(of.cap, out_ended.size):
        out_ended[total] += out_reached[total]
