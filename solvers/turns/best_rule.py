"""The best stopping rule of one turn, for any values of scores.

A rule says for every turn total whether to hold. The throws before a turn total do not affect what follows,
so rules that use them are no better. If the values of scores jump, the best rule need not be a hold-at rule:
it may hold well below the jump and roll just below it.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.jit import jit
from solvers.turns.forward import one_throw


class Throws(NamedTuple):
    """A turn that may end at any turn total, and must end from the cap on.

    Attributes
    ----------
    cap : turn total from which a player must hold
    gains : float64[longest gain + 1], probability of each gain of a throw; that of 0 is 0
    failed : probability that a throw loses the turn
    lowest : score of a lost turn
    """

    cap: int
    gains: Array
    failed: float
    lowest: int


def throws(turn: Turn, cap: int) -> Throws:
    """Return the throws of a game with hold-at rules.

    Raises
    ------
    InvalidRules
        if the game has other ways to go on than the same throw
    """
    gains = one_throw(turn)
    gains[0] = 0.0
    return Throws(cap, gains, float(turn.throws[0].bust + turn.throws[0].wipe), turn.least_score)


def best_rule(of: Throws, worth: Array) -> tuple[float, Flags]:
    """Return the best rule's value, and its action at each turn total below the cap, int8[turn_total].

    Ties hold.

    Parameters
    ----------
    of : the throws of the turn
    worth : float64[score], value of each score; has cap + longest gain entries
    """
    actions = np.empty(of.cap, np.int8)
    return float(_best(of, worth, worth.copy(), actions)), actions


def played(of: Throws, holds: Array) -> tuple[Array, Array]:
    """Return the probabilities of each score, and to reach each turn total, float64[score] both.

    Parameters
    ----------
    of : the throws of the turn
    holds : float64[turn_total], probability to hold at each turn total below the cap; ignored at 0, where a
        player must roll
    """
    ended, reached = np.zeros(of.cap + of.gains.size - 1), np.zeros(of.cap + of.gains.size - 1)
    _play(of, holds, ended, reached)
    return ended, reached


@jit
def _best(of: Throws, worth: Array, value: Array, out_actions: Flags) -> float:
    """Compute the best rule, and return its value.

    Parameters
    ----------
    of : the throws of the turn
    worth : float64[score], value of each score
    value : float64[score], must be `worth`, becomes the value of each turn total
    out_actions : int8[turn_total], HOLD or ROLL, written
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
    holds : float64[turn_total], probability to hold at each turn total below the cap
    out_ended : float64[score], must be 0, becomes the probability of each score
    out_reached : float64[score], must be 0, becomes the probability to reach each turn total
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
