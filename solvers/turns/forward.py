"""The distribution of the gain of a turn that holds at a fixed turn total.

A player who holds at k rolls until the turn total is k or more. With p(r) the probability to gain r in a
throw, the probability that the turn total ever equals x < k is

    reach(x) = sum over r of p(r) reach(x - r),   reach(0) = 1,

which does not depend on k. The turn ends at x >= k with probability sum over r of p(r) reach(x - r), x - r <
k, and busts otherwise. Zhu, Ma, Chen & Liu 2023 ("Distribution calculation", Tables 1 and 2) step from k to k
+ 1 instead.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.errors import expected
from solvers.games.turn import ROLL, Turn
from solvers.jit import jit


class HoldAt(NamedTuple):
    """Distributions of the gain of turns that hold at 1, 2, ..., `limit`.

    Attributes
    ----------
    throw : float64[longest gain + 1], probabilities of a throw's gains; index 0 is a bust
    reach : float64[limit + 1], probability that the turn total ever equals x, if the player rolls below x
    bust : float64[limit + 1], probability that holding at k ends in a bust; 0 at k = 0
    score : float64[limit + 1], probability that it does not, exact to its last digits even if a bust is
        nearly certain; 0 at k = 0
    stop : float64[limit + 1, longest gain], probability that holding at k >= 1 ends at exactly k + m points
    """

    throw: Array
    reach: Array
    bust: Array
    score: Array
    stop: Array


def hold_at(turn: Turn, limit: int) -> HoldAt:
    """Return the distribution of the gain for every hold-at rule up to a limit.

    Parameters
    ----------
    turn : a game's turn in which the only way to go on is the same throw again
    limit : largest turn total to hold at, 1 or more

    Raises
    ------
    InvalidRules
        if the game has other ways to go on, so that hold-at rules do not describe its turns

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(hold_at(pig.turn(), 20).bust[20].round(12))  # possiblywrong, single-turn Pig
    0.624540834201
    """
    throw = one_throw(turn)
    reach, stop = np.zeros(limit + 1), np.zeros((limit + 1, turn.longest_gain))
    _fill(throw, reach, stop)
    # The next throw from each turn total below k busts with the same probability.
    bust = throw[0] * np.concatenate(([0.0], np.cumsum(reach[:-1])))
    return HoldAt(throw, reach, bust, stop.sum(axis=1), stop)


def wiped(turn: Turn, gains: HoldAt) -> Array:
    """Return the probability that a turn that holds at k ends in a wipe, float64[k]; 0 at k = 0.

    Parameters
    ----------
    turn : a game's turn in which the only way to go on is the same throw again
    gains : distributions of the gain

    Examples
    --------
    >>> from solvers.games import two_dice_pig
    >>> print((wiped(two_dice_pig.turn(), hold_at(two_dice_pig.turn(), 2)) * 36).round(12).tolist())
    [0.0, 1.0, 1.0]
    """
    # The next throw from each turn total below k wipes with the same probability.
    return float(turn.throws[0].wipe) * np.concatenate(([0.0], np.cumsum(gains.reach[:-1])))


def one_throw(turn: Turn) -> Array:
    """Return the probabilities of a throw's gains, index 0 a bust; float64[longest gain + 1].

    Raises
    ------
    InvalidRules
        if the game has other ways to go on
    """
    if not turn.only_throws_on:
        raise expected(
            "turn",
            "a game whose only way to go on is the same throw",
            turn.name,
            "In other games a turn total to hold at is not enough.",
        )
    throw = np.zeros(turn.longest_gain + 1)
    for outcome in turn.throws[0].outcomes:
        throw[outcome.gain] += float(outcome.probability)
    throw[0] = float(turn.throws[0].bust)
    return throw


@jit
def play(throw: Array, rolls: Flags, lacking: int, out_ends: Array) -> tuple[float, int]:
    """Play out one turn of any policy.

    Parameters
    ----------
    throw : float64[longest gain + 1], from `one_throw`
    rolls : int8[turn_total], HOLD or ROLL; ignored at 0, where a player must roll
    lacking : turn total from which the player holds whatever the policy says, 1 or more
    out_ends : float64[lacking + longest gain or more], becomes the probability that the turn ends with that
        gain; 0 stands for all busts

    Returns
    -------
    throws : expected number of throws; times a throw's probability of a bust or wipe, it is the turn's
    most : largest gain of the turn; `out_ends` is not written beyond it
    """
    longest = throw.size - 1
    throws = 0.0
    most = 0
    out_ends[0] = 1.0
    x = 0
    while x <= most and x < lacking:
        chance = out_ends[x]
        if x == 0 or (chance > 0.0 and rolls[x] == ROLL):
            out_ends[x] = 0.0
            throws += chance
            for gain in range(most + 1, x + longest + 1):
                out_ends[gain] = 0.0
            most = x + longest
            for r in range(1, longest + 1):
                out_ends[x + r] += chance * throw[r]
        x += 1
    return throws, most


@jit
def _fill(throw: Array, out_reach: Array, out_stop: Array) -> None:
    """Compute the probabilities to reach x and to stop at k + m, from the turn totals before the last throw.

    Those are below x for reach(x), and below k for stop(k, m).

    Parameters
    ----------
    throw : float64[longest gain + 1], from `one_throw`
    out_reach : float64[limit + 1], must be 0, becomes the probability that the turn total ever equals x
    out_stop : float64[limit + 1, longest gain], must be 0, becomes the probability that holding at k ends at
        k + m
    """
    longest = throw.size - 1
    out_reach[0] = 1.0
    for x in range(1, out_reach.size):
        for r in range(1, min(x, longest) + 1):
            out_reach[x] += throw[r] * out_reach[x - r]
        for m in range(longest):
            for r in range(m + 1, min(x + m, longest) + 1):
                out_stop[x, m] += throw[r] * out_reach[x + m - r]
