"""Certificates of stored choices: what each choice loses against the best one, in plain NumPy.

The values are given and proved. A policy may still be wrong, even if it was read off right values, and its
value may hide wrong choices in states that are hardly reached. So each choice is checked by itself: a turn is
evaluated backwards over x = banked + turn total by the rules as they were written, and the value of the
choice is compared with that of its alternative. All that is known of the contest are the values of a turn's
ends. An impossible choice loses infinity.
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
    """Values that a turn is played for if the goal ends the game, for each lane.

    Attributes
    ----------
    banking : float64[score, lane], value of handing over the turn with a score below the goal
    won : value of banking the goal
    """

    banking: Array
    won: float

    def ends(self, turn: Turn) -> Ends:
        """Return the values of a turn's ends, also beyond the goal, which busts that score may reach, too."""
        goal, lanes = self.banking.shape
        beyond = np.full((max(turn.longest_gain, turn.least_score), lanes), self.won)
        held = np.concatenate((self.banking, beyond))
        bust = held[turn.least_score :][:goal]
        return ends(held[: goal + turn.longest_gain], bust, held[0])


def advantage(turn: Turn, ends: Ends) -> Array:
    """Return the value of rolling minus holding, float64[banked, lane, turn_total]; NaN if holding wins.

    Parameters
    ----------
    turn : a game's turn of one throw
    ends : values of the turn's ends
    """
    goal, lanes = ends.bust.shape
    out = np.full((goal, lanes, goal), np.nan)
    for x, better in _unrolled(turn, ends):
        banked = np.arange(len(better))
        out[banked, :, x - banked] = better
    return out


def loss_of_policy(turn: Turn, ends: Ends, policy: Choices) -> Array:
    """Return what actions lose, float64[banked, lane, turn_total].

    They must hold if holding wins, and roll at turn total 0.

    Parameters
    ----------
    turn : a game's turn of one throw
    ends : values of the turn's ends
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
    """Return what is lost by rolling below the least turn total to hold at, or by holding there.

    Parameters
    ----------
    turn : a game's turn of one throw
    ends : values of the turn's ends
    hold_at : int16[banked, lane], that turn total
    start : first banked score in `hold_at`

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
    """Return what the choice of an opening loses, in games where every turn is one throw.

    Parameters
    ----------
    turn : a game's turn without ways to go on
    ends : values of the turn's ends
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
    """Return what actions lose in the first turn of the game, float64[turn_total, position].

    Parameters
    ----------
    turn : the game's turn
    ends : values of the turn's ends, in the first lane
    policy : int8[turn_total, position], HOLD or the code of a way
    """
    lane, totals = ends.some(slice(1)), len(policy)
    held = with_entry(turn, lane.held)
    first = Ends(held, held[:1], lane.bust[:1], lane.wiped)
    return loss_in_a_turn(turn, held[:totals, 0], throws_worth(turn, first)[:totals, :, 0], policy)


def loss_in_a_turn(turn: Turn, hold: Array, throw_value: Array, policy: Choices) -> Array:
    """Return what actions lose for given values of holding and of throws, float64[turn_total, position].

    Parameters
    ----------
    turn : the game's turn
    hold : float64[turn_total], value of holding
    throw_value : float64[turn_total, throw], value of throws
    policy : int8[turn_total, position], HOLD or the code of a way
    """
    loss = np.full(policy.shape, np.inf)
    for index, position in enumerate(turn.positions):
        worth = {0: hold}
        for way in position.ways:
            # A way cannot give up more than the turn total.
            ahead = np.full(hold.shape, -np.inf)
            ahead[way.given_up :] = throw_value[: max(0, hold.size - way.given_up), way.throw]
            worth[way.action] = np.maximum(worth.get(way.action, ahead), ahead)
        best = np.max(list(worth.values()), axis=0)
        for action, own in worth.items():
            chosen = policy[:, index] == action
            loss[chosen, index] = (best - own)[chosen]
    return loss


def _unrolled(turn: Turn, ends: Ends) -> Iterator[tuple[int, Array]]:
    """The value of rolling minus that of holding, for falling scores from the last one that matters.

    Yields
    ------
    x : banked score plus turn total
    better : float64[banked, lane], for the banked scores that can reach x: 0 to x, below the goal
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
    """The part of a throw's value from busts and wipes, float64[banked, lane], for that many scores."""
    worth: Array = float(throw.bust) * ends.bust[:rows] + float(throw.wipe) * ends.wiped
    return worth
