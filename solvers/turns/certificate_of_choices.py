"""Certificates of stored choices: what each loses against the best one, in plain NumPy.

Proved values are given. A policy may be read off right values and still be wrong, and its value may hide a
wrong choice where play hardly comes. So each choice is taken by itself: a turn is unrolled backwards over x =
banked + turn total on the rules as they were written, and what the choice is worth is laid beside what the
other one is worth. Infinity stands for a choice that there is not.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.turn import ROLL, Throw, Turn

Choices = NDArray[np.integer[Any]]
# Numbers in the turns that are unrolled at once: 160 MB.
MOST = 20_000_000


class Stakes(NamedTuple):
    """What a turn is played for; lanes are whatever else the values depend on.

    Attributes
    ----------
    banking : float64[score, lane], value of handing over the turn with a score below the goal
    won : value of banking the goal
    """

    banking: Array
    won: float

    def bust(self, turn: Turn) -> Array:
        """Value of a bust, float64[banked, lane]."""
        least = turn.least_score
        return np.concatenate((self.banking[least:], np.full((least, self.banking.shape[1]), self.won)))


def advantage(turn: Turn, stakes: Stakes) -> Array:
    """Value of throwing minus value of holding, float64[banked, lane, turn_total]; NaN where holding wins.

    Parameters
    ----------
    turn : one that only throws on
    stakes : what it is played for
    """
    goal, lanes = stakes.banking.shape
    throw, bust = turn.throws[0], stakes.bust(turn)
    out, standing = np.full((goal, lanes, goal), np.nan), dict[int, Array]()
    for x in range(goal - 1, -1, -1):
        # Rows are the banked scores from which x can be reached: 0 to x.
        worth = _busts(throw, bust[: x + 1], stakes.banking[0])
        for outcome in throw.outcomes:
            ahead = x + outcome.gain
            worth += float(outcome.probability) * (standing[ahead][: x + 1] if ahead < goal else stakes.won)
        banked = np.arange(x + 1)
        out[banked, :, x - banked] = worth - stakes.banking[x]
        standing[x] = np.maximum(worth, stakes.banking[x])
        standing.pop(x + turn.longest_gain, None)
    return out


def loss_of_policy(turn: Turn, stakes: Stakes, policy: Choices) -> Array:
    """What actions lose, float64[banked, lane, turn_total].

    Where holding wins the action is to hold, and a turn opens with a throw.

    Parameters
    ----------
    turn : one that only throws on
    stakes : what it is played for
    policy : int8[banked, lane, turn_total], HOLD or ROLL
    """
    return _by_lanes(_of_policy, turn, stakes, policy)


def loss_of_hold_at(turn: Turn, stakes: Stakes, hold_at: Choices) -> Array:
    """What is lost by throwing below the least turn total to hold at, or by holding there.

    Parameters
    ----------
    turn : one that only throws on
    stakes : what it is played for
    hold_at : int16[banked, lane], that turn total

    Returns
    -------
    float64[banked, lane]
    """
    return _by_lanes(_of_hold_at, turn, stakes, hold_at)


def _by_lanes(loss: Callable[[Array, Choices], Array], turn: Turn, stakes: Stakes, choices: Choices) -> Array:
    """Some lanes at a time, for the turns of all take as many numbers as the goal to the third."""
    goal, lanes = stakes.banking.shape
    some = max(1, MOST // goal**2)
    parts = [slice(first, first + some) for first in range(0, lanes, some)]
    found = [
        loss(advantage(turn, stakes._replace(banking=stakes.banking[:, part])), choices[:, part])
        for part in parts
    ]
    return np.concatenate(found, axis=1)


def _of_policy(better: Array, policy: Choices) -> Array:
    """What actions lose, by the advantage of throwing, all [banked, lane, turn_total]."""
    wins, throws = np.isnan(better), policy == ROLL
    loss = np.where(throws, -better, better)
    loss[wins] = np.where(throws[wins], np.inf, 0.0)
    loss[..., 0] = np.where(throws[..., 0], 0.0, np.inf)
    loss[(policy < 0) | (policy > ROLL)] = np.inf
    return np.maximum(loss, 0.0)


def _of_hold_at(better: Array, hold_at: Choices) -> Array:
    """What turn totals to hold at lose, [banked, lane], by the advantage of throwing."""
    goal = better.shape[0]
    turn_total, own = np.arange(goal), hold_at[..., None]
    throws = np.where((turn_total > 0) & (turn_total < own), -better, 0.0)
    holds = np.where(turn_total == own, better, 0.0)
    loss = np.fmax(np.fmax(throws, holds), 0.0).max(axis=-1)
    lacking = goal - np.arange(goal)[:, None]
    return np.where((hold_at >= 1) & (hold_at <= lacking), loss, np.inf)


def loss_of_opening(turn: Turn, stakes: Stakes, opening: Choices) -> Array:
    """What opening a turn with some throw loses, where every throw is held whatever it brings.

    Parameters
    ----------
    turn : one without ways to go on
    stakes : what it is played for
    opening : [banked, lane], index of the throw

    Returns
    -------
    float64[banked, lane]
    """
    goal, bust = stakes.banking.shape[0], stakes.bust(turn)
    longest = np.full((turn.longest_gain, stakes.banking.shape[1]), stakes.won)
    banking, worths = np.concatenate((stakes.banking, longest)), []
    for index in turn.openings:
        worth = _busts(turn.throws[index], bust, stakes.banking[0])
        for outcome in turn.throws[index].outcomes:
            worth += float(outcome.probability) * banking[outcome.gain : outcome.gain + goal]
        worths.append(worth)
    known, place = np.array(worths), np.searchsorted(turn.openings, opening)
    there = np.isin(opening, turn.openings)
    chosen = np.take_along_axis(known, np.where(there, place, 0)[None], axis=0)[0]
    return np.where(there, known.max(axis=0) - chosen, np.inf)


def loss_in_a_turn(turn: Turn, hold: Array, throw_value: Array, policy: Choices) -> Array:
    """What actions lose where the values of holding and throwing are given, float64[turn_total, position].

    Parameters
    ----------
    turn : any turn
    hold : float64[turn_total], value of holding
    throw_value : float64[turn_total, throw], value of throwing
    policy : int8[turn_total, position], HOLD or the code of a way
    """
    loss = np.full(policy.shape, np.inf)
    for index, position in enumerate(turn.positions):
        worth = {0: hold}
        for way in position.ways:
            # At a turn total too small for it, nothing can be given up.
            ahead = np.full(hold.shape, -np.inf)
            ahead[way.given_up :] = throw_value[: hold.size - way.given_up, way.throw]
            worth[way.action] = np.maximum(worth.get(way.action, ahead), ahead)
        best = np.max(list(worth.values()), axis=0)
        for action, own in worth.items():
            chosen = policy[:, index] == action
            loss[chosen, index] = (best - own)[chosen]
    return loss


def _busts(throw: Throw, bust: Array, wiped: Array) -> Array:
    """What of a throw's value comes from busts and wipes."""
    return float(throw.bust) * bust + float(throw.wipe) * wiped
