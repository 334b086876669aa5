"""Certificates of stored choices: what each loses against the best one, in plain NumPy.

Proved values are given. A policy may be read off right values and still be wrong, and its value may hide a
wrong choice where play hardly comes. So each choice is taken by itself: a turn is unrolled backwards over x =
banked + turn total on the rules as they were written, and what the choice is worth is laid beside what the
other one is worth. Of the contest nothing is known but what the ends of a turn are worth. Infinity stands for
a choice that there is not.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.house_rules import with_entry
from solvers.games.turn import ROLL, Throw, Turn
from solvers.turns.certificate_of_turns import Ends, ends, throws_worth

Choices = NDArray[np.integer[Any]]


class Stakes(NamedTuple):
    """What a turn is played for where the goal ends the game; lanes are whatever else the values depend on.

    Attributes
    ----------
    banking : float64[score, lane], value of handing over the turn with a score below the goal
    won : value of banking the goal
    """

    banking: Array
    won: float

    def ends(self, turn: Turn) -> Ends:
        """What the ends of a turn are worth, those beyond the goal included, which a bust may reach, too."""
        goal, lanes = self.banking.shape
        beyond = np.full((max(turn.longest_gain, turn.least_score), lanes), self.won)
        held = np.concatenate((self.banking, beyond))
        bust = held[turn.least_score :][:goal]
        return ends(held[: goal + turn.longest_gain], bust, held[0])


def advantage(turn: Turn, ends: Ends) -> Array:
    """Value of throwing minus value of holding, float64[banked, lane, turn_total]; NaN where holding wins.

    Parameters
    ----------
    turn : one that only throws on
    ends : what it is played for
    """
    goal, lanes = ends.bust.shape
    out = np.full((goal, lanes, goal), np.nan)
    for x, better in _unrolled(turn, ends):
        banked = np.arange(len(better))
        out[banked, :, x - banked] = better
    return out


def loss_of_policy(turn: Turn, ends: Ends, policy: Choices) -> Array:
    """What actions lose, float64[banked, lane, turn_total].

    Where holding wins the action is to hold, and a turn opens with a throw.

    Parameters
    ----------
    turn : one that only throws on
    ends : what it is played for
    policy : int8[banked, lane, turn_total], HOLD or ROLL
    """
    throws = policy == ROLL
    loss = np.where(throws, np.inf, 0.0)
    for x, better in _unrolled(turn, ends):
        banked = np.arange(len(better))
        own = throws[banked, :, x - banked]
        loss[banked, :, x - banked] = np.maximum(np.where(own, -better, better), 0.0)
    loss[..., 0] = np.where(throws[..., 0], 0.0, np.inf)
    loss[(policy < 0) | (policy > ROLL)] = np.inf
    return loss


def loss_of_hold_at(turn: Turn, ends: Ends, hold_at: Choices, start: int = 0) -> Array:
    """What is lost by throwing below the least turn total to hold at, or by holding there.

    Parameters
    ----------
    turn : one that only throws on
    ends : what it is played for
    hold_at : int16[banked, lane], that turn total
    start : least score of which it speaks

    Returns
    -------
    float64[banked, lane]
    """
    loss = np.zeros(hold_at.shape)
    for x, better in _unrolled(turn, ends):
        if x >= start:
            rows = len(better)
            total, own = x - np.arange(rows)[:, None], hold_at[:rows]
            thrown = np.where((total > 0) & (total < own), -better, 0.0)
            held = np.where((total > 0) & (total == own), better, 0.0)
            loss[:rows] = np.maximum(loss[:rows], np.maximum(thrown, held))
    banked, top = np.arange(len(hold_at))[:, None], len(ends.held) - turn.longest_gain
    there = (hold_at >= np.maximum(1, start - banked)) & (hold_at <= top - banked)
    return np.where(there, loss, np.inf)


def loss_of_opening(turn: Turn, ends: Ends, opening: Choices) -> Array:
    """What opening a turn with some throw loses, where every throw is held whatever it brings.

    Parameters
    ----------
    turn : one without ways to go on
    ends : what it is played for
    opening : [banked, lane], index of the throw

    Returns
    -------
    float64[banked, lane]
    """
    goal, worths = len(opening), []
    for index in turn.openings:
        throw = turn.throws[index]
        worth = _busts(throw, ends, goal)
        for outcome in throw.outcomes:
            worth += float(outcome.probability) * ends.held[outcome.gain : outcome.gain + goal]
        worths.append(worth)
    known, place = np.array(worths), np.searchsorted(turn.openings, opening)
    there = np.isin(opening, turn.openings)
    chosen = np.take_along_axis(known, np.where(there, place, 0)[None], axis=0)[0]
    return np.where(there, known.max(axis=0) - chosen, np.inf)


def loss_of_first_turn(turn: Turn, ends: Ends, policy: Choices) -> Array:
    """What actions lose in the turn that opens the game, float64[turn_total, position].

    Parameters
    ----------
    turn : any turn
    ends : what turns are played for; of the first lane
    policy : int8[turn_total, position], HOLD or the code of a way
    """
    lane, totals = ends.some(slice(1)), len(policy)
    held = with_entry(turn, lane.held)
    first = Ends(held, held[:1], lane.bust[:1], lane.wiped)
    return loss_in_a_turn(turn, held[:totals, 0], throws_worth(turn, first)[:totals, :, 0], policy)


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
            ahead[way.given_up :] = throw_value[: max(0, hold.size - way.given_up), way.throw]
            worth[way.action] = np.maximum(worth.get(way.action, ahead), ahead)
        best = np.max(list(worth.values()), axis=0)
        for action, own in worth.items():
            chosen = policy[:, index] == action
            loss[chosen, index] = (best - own)[chosen]
    return loss


def _unrolled(turn: Turn, ends: Ends) -> Iterator[tuple[int, Array]]:
    """What throwing is worth beyond holding, score by score downwards from where one throw leads to the last.

    Yields
    ------
    x : banked + turn total
    better : float64[banked, lane], of the banked scores from which x can be reached: 0 to x, below the goal
    """
    goal, top, throw = len(ends.bust), len(ends.held) - turn.longest_gain, turn.throws[0]
    holding = with_entry(turn, ends.held)
    standing: dict[int, Array] = {}
    for x in range(top - 1, -1, -1):
        rows = min(x + 1, goal)
        worth = _busts(throw, ends, rows)
        for outcome in throw.outcomes:
            ahead = x + outcome.gain
            worth += float(outcome.probability) * (
                standing[ahead][:rows] if ahead < top else ends.held[ahead]
            )
        yield x, worth - holding[x]
        standing[x] = np.maximum(worth, holding[x])
        standing.pop(x + turn.longest_gain, None)


def _busts(throw: Throw, ends: Ends, rows: int) -> Array:
    """What of a throw's value comes from busts and wipes, float64[banked, lane], of that many scores."""
    worth: Array = float(throw.bust) * ends.bust[:rows] + float(throw.wipe) * ends.wiped
    return worth
