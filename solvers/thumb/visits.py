"""How often a policy comes where inside its turns, and what it gives away there, where the only way to go on
is the same throw again.

How often turns begin, from each pair of scores, is known before: see `solvers.thumb.begun`. Inside a turn the
chance that the turn total comes to k is played out the same way, forwards.
"""

import numpy as np

from solvers.arrays import Array, Flags
from solvers.fixed.head_to_head import rules_of_throw
from solvers.fixed.policies import Policy
from solvers.games.turn import ROLL, Turn
from solvers.jit import jit, jit_allocating
from solvers.thumb.begun import Begun


def visits(turn: Turn, own: Policy, begun: Begun) -> Array:
    """How often own comes to each turn total in a game, float64[banked, opponent, turn_total].

    At turn total 0 it begins its turn; from what it lacks to the goal on it is 0, as the game is over.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    own : whose turns
    begun : from `turns_begun`
    """
    return inside(turn, own.rolls[0], begun.own)


def inside(turn: Turn, rolls: Flags, begun: Array) -> Array:
    """How often turns come to each turn total, float64[banked, opponent, turn_total].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rolls : int8[banked, opponent, turn_total], what the mover does; instead of the opponent's score it may be
        something else that a turn does not change
    begun : float64[banked, opponent], how often turns begin
    """
    out = np.zeros(rolls.shape)
    _inside(rules_of_throw(turn).gain, rolls, begun, out)
    return out


def lost(turn: Turn, own: Policy, begun: Begun, advantage: Array) -> float:
    """What own gives away in a game, without tables of visits and regrets.

    Parameters
    ----------
    turn, own, begun : as in `visits`
    advantage : float64[banked, opponent, turn_total], value of throwing minus value of holding under optimal
        play; NaN where holding wins
    """
    return _lost(rules_of_throw(turn).gain, own.rolls[0], begun.own, advantage)


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


@jit_allocating
def _lost(throw: Array, rolls: Flags, begun: Array, advantage: Array) -> float:
    """Play out all turns that are begun, and add up what is lost.

    Parameters
    ----------
    throw : float64[longest gain + 1], chances of gains, a bust's in 0
    rolls : int8[banked, opponent, turn_total], HOLD or ROLL
    begun : float64[banked, opponent], how often
    advantage : float64[banked, opponent, turn_total], of throwing; NaN where holding wins
    """
    goal = begun.shape[0]
    reach = np.zeros(goal + throw.size)
    lost = 0.0
    for i in range(goal):
        for j in range(begun.shape[1]):
            if begun[i, j] > 0.0:
                reach[0] = begun[i, j]
                most = 0
                k = 0
                while k <= most and k < goal - i:
                    chance = reach[k]
                    reach[k] = 0.0
                    throws = k == 0 or rolls[i, j, k] == ROLL
                    better = -advantage[i, j, k] if throws else advantage[i, j, k]
                    # What is no number is no better.
                    if k > 0 and better > 0.0:
                        lost += chance * better
                    if throws and chance > 0.0:
                        most = k + throw.size - 1
                        for gain in range(1, throw.size):
                            reach[k + gain] += chance * throw[gain]
                    k += 1
                for left in range(k, most + 1):
                    reach[left] = 0.0
    return lost
