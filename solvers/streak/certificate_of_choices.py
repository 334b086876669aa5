"""Certificates of what players do where busts in a row cost points: what each stored choice loses, in plain
NumPy.

As in `turns.certificate_of_choices`, a turn is unrolled backwards over x = banked + turn total, with the
proved values given; here a bust is worth something else for each count of busts. Infinity stands for a choice
that there is not.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Throw, Turn
from solvers.streak.certificate import handed
from solvers.streak.rule import Rule
from solvers.turns.certificate_of_choices import Choices

# Function of the turn, of banking and of busting, and of the choices [banked, opponent].
Loss = Callable[[Turn, Array, Array, Choices], Array]


def loss_of_hold_at(turn: Turn, rule: Rule, value: Array, hold_at: Choices) -> Array:
    """What is lost by throwing below the least turn total to hold at, or by holding there.

    Parameters
    ----------
    turn : one that only throws on
    rule : what busts in a row cost
    value : float64[banked, opponent, own_busts, opponent_busts]
    hold_at : int16, like it, that turn total

    Returns
    -------
    An array like `value`.
    """
    return _by_counts(_of_hold_at, turn, rule, value, hold_at)


def loss_of_opening(turn: Turn, rule: Rule, value: Array, opening: Choices) -> Array:
    """What opening a turn with some throw loses, where every throw is held.

    Parameters
    ----------
    turn : one without ways to go on
    rule : what busts in a row cost
    value : float64[banked, opponent, own_busts, opponent_busts]
    opening : like it, index of the throw

    Returns
    -------
    An array like `value`.
    """
    return _by_counts(_of_opening, turn, rule, value, opening)


def _by_counts(loss: Loss, turn: Turn, rule: Rule, value: Array, made: Choices) -> Array:
    """Of one pair of counts of busts after the other."""
    out = np.empty(value.shape)
    for own, other in np.ndindex(rule.busts, rule.busts):
        banking, busting = handed(len(value), rule, value, own, other)
        out[..., own, other] = loss(turn, banking, busting, made[..., own, other])
    return out


def _of_hold_at(turn: Turn, banking: Array, busting: Array, hold_at: Choices) -> Array:
    goal, loss = len(banking), np.zeros(hold_at.shape)
    standing: dict[int, Array] = {}
    for x in range(goal - 1, -1, -1):
        # Rows are the banked scores from which x can be reached: 0 to x.
        worth = _busts(turn.throws[0], busting[: x + 1], banking[0])
        for outcome in turn.throws[0].outcomes:
            ahead = x + outcome.gain
            worth += float(outcome.probability) * (standing[ahead][: x + 1] if ahead < goal else 1.0)
        total, own = x - np.arange(x + 1)[:, None], hold_at[: x + 1]
        better = worth - banking[x]
        thrown = np.where((total > 0) & (total < own), -better, 0.0)
        held = np.where((total > 0) & (total == own), better, 0.0)
        loss[: x + 1] = np.maximum(loss[: x + 1], np.maximum(thrown, held))
        standing[x] = np.maximum(worth, banking[x])
        standing.pop(x + turn.longest_gain, None)
    lacking = goal - np.arange(goal)[:, None]
    return np.where((hold_at >= 1) & (hold_at <= lacking), loss, np.inf)


def _of_opening(turn: Turn, banking: Array, busting: Array, opening: Choices) -> Array:
    goal, worths = len(banking), []
    ahead = np.concatenate((banking, np.ones((turn.longest_gain, goal))))
    for index in turn.openings:
        worth = _busts(turn.throws[index], busting, banking[0])
        for outcome in turn.throws[index].outcomes:
            worth += float(outcome.probability) * ahead[outcome.gain : outcome.gain + goal]
        worths.append(worth)
    known, place = np.array(worths), np.searchsorted(turn.openings, opening)
    there = np.isin(opening, turn.openings)
    chosen = np.take_along_axis(known, np.where(there, place, 0)[None], axis=0)[0]
    return np.where(there, known.max(axis=0) - chosen, np.inf)


def _busts(throw: Throw, busting: Array, wiped: Array) -> Array:
    """What of a throw's value comes from busts and wipes."""
    return float(throw.bust) * busting + float(throw.wipe) * wiped
