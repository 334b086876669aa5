"""How often a policy comes where inside its turns, where the only way to go on is the same throw again.

How often turns begin, from each pair of scores, is known before: see `solvers.thumb.begun`. Inside a turn the
chance that the turn total comes to k is played out the same way, forwards.
"""

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.turn import ROLL, Turn
from solvers.jit import jit
from solvers.turns.forward import one_throw


def inside(turn: Turn, rolls: Flags, begun: Array) -> Array:
    """How often turns come to each turn total, float64[banked, opponent, turn_total].

    At turn total 0 they begin; from what lacks to the goal on it is 0, as the game is over.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rolls : int8[banked, opponent, turn_total], what the mover does; instead of the opponent's score it may be
        something else that a turn does not change
    begun : float64[banked, opponent], how often turns begin
    """
    out = np.zeros(rolls.shape)
    _inside(one_throw(turn), rolls, begun, out)
    return out


@jit
def _inside(throw: Array, rolls: Flags, begun: Array, out: Array) -> None:
    """Play out all turns that are begun.

    Parameters
    ----------
    throw : float64[longest gain + 1], chances of gains, a bust's in 0
    rolls : int8[banked, opponent, turn_total], HOLD or ROLL
    begun : float64[banked, opponent], how often
    out : float64[banked, opponent, turn_total], comes with 0, becomes how often the turn total is that
    """
    goal = begun.shape[0]
    for i in range(goal):
        for j in range(begun.shape[1]):
            if begun[i, j] > 0.0:
                out[i, j, 0] = begun[i, j]
                for k in range(goal - i):
                    chance = out[i, j, k]
                    if chance > 0.0 and (k == 0 or rolls[i, j, k] == ROLL):
                        for gain in range(1, min(throw.size, goal - i - k)):
                            out[i, j, k + gain] += chance * throw[gain]
