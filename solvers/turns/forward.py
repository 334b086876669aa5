"""Where a turn that holds at a fixed turn total ends: the distribution of its gain.

A player who holds at k throws until the turn total is k or more. With p(r) the chance to gain r in a throw,
the turn total ever equals x < k with probability

    reach(x) = sum over r of p(r) reach(x - r),   reach(0) = 1,

which does not depend on k; it ends at x >= k with probability sum over r of p(r) reach(x - r), x - r < k, and
busts with what is left. Zhu, Ma, Chen & Liu 2023 ("Distribution calculation", Tables 1 and 2) step from k to
k + 1 instead.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.errors import expected
from solvers.games.turn import ROLL, Turn
from solvers.jit import jit


class HoldAt(NamedTuple):
    """The gains of turns that hold at 1, 2, ..., `limit`.

    Attributes
    ----------
    throw : float64[longest gain + 1], chance to gain that many points in one throw, its bust in 0
    reach : float64[limit + 1], chance that the turn total ever equals x, if all turn totals below x throw on
    bust : float64[limit + 1], chance that holding at k ends in a bust; 0 at k = 0
    score : float64[limit + 1], chance that it does not, to the last digits where a bust is all but certain; 0
        at k = 0
    stop : float64[limit + 1, longest gain], chance that holding at k >= 1 ends at exactly k + m points
    """

    throw: Array
    reach: Array
    bust: Array
    score: Array
    stop: Array


def hold_at(turn: Turn, limit: int) -> HoldAt:
    """Distribution of the gain for every hold-at rule up to a limit.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    limit : largest turn total to hold at, 1 or more

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on, so that a turn total to hold at does not say all

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(hold_at(pig.turn(), 20).bust[20].round(12))  # possiblywrong, single-turn Pig
    0.624540834201
    """
    throw = one_throw(turn)
    reach, stop = np.zeros(limit + 1), np.zeros((limit + 1, turn.longest_gain))
    _fill(throw, reach, stop)
    # One throw more from each turn total below k busts with the same chance.
    bust = throw[0] * np.concatenate(([0.0], np.cumsum(reach[:-1])))
    return HoldAt(throw, reach, bust, stop.sum(axis=1), stop)


def wiped(turn: Turn, gains: HoldAt) -> Array:
    """Chance that a turn that holds at k ends in a wipe, float64[k]; 0 at k = 0.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    gains : how its turns end

    Examples
    --------
    >>> from solvers.games import two_dice_pig
    >>> print((wiped(two_dice_pig.turn(), hold_at(two_dice_pig.turn(), 2)) * 36).round(12).tolist())
    [0.0, 1.0, 1.0]
    """
    # One throw more from each turn total below k wipes with the same chance.
    return float(turn.throws[0].wipe) * np.concatenate(([0.0], np.cumsum(gains.reach[:-1])))


def one_throw(turn: Turn) -> Array:
    """What one throw does: chance to gain that many points, its bust in 0; float64[longest gain + 1].

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on, so that a turn total does not say all
    """
    if not turn.only_throws_on:
        raise expected(
            "turn",
            "a game whose only way to go on is the same throw",
            turn.name,
            "Elsewhere a turn total does not say all.",
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
    rolls : int8[turn_total], HOLD or ROLL at the turn totals from 1 on; at 0 a turn opens
    lacking : turn total at which one holds whatever the policy says, 1 or more
    out_ends : float64[lacking + longest gain or more], becomes the chance that the turn ends with that gain,
        0 for all that busts

    Returns
    -------
    throws : expected number of throws, by which the chances of a bust and of a wipe are those of one throw
        multiplied
    most : the most points that the turn can gain; later ends are not written
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
    """Fill in where turns come to and where they stop, from the turn totals before the last throw.

    Those are below x for reach(x), and below k for stop(k, m).

    Parameters
    ----------
    throw : float64[longest gain + 1], from `one_throw`
    out_reach : float64[limit + 1], comes 0, becomes the chance that the turn total ever equals x
    out_stop : float64[limit + 1, longest gain], comes 0, becomes the chance that holding at k ends at k + m
    """
    longest = throw.size - 1
    out_reach[0] = 1.0
    for x in range(1, out_reach.size):
        for r in range(1, min(x, longest) + 1):
            out_reach[x] += throw[r] * out_reach[x - r]
        for m in range(longest):
            for r in range(m + 1, min(x + m, longest) + 1):
                out_stop[x, m] += throw[r] * out_reach[x + m - r]
