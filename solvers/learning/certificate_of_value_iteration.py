"""Certificate of a trace of value iteration: each stored estimate is recomputed from the stored ones it read.

All sweeps and states are checked at once, in plain NumPy by the rules as they were written. Nothing is
iterated, so an error in one sweep cannot hide in the next. An estimate read those of its own sweep for states
earlier in the order (i, j, k), and otherwise those of the sweep before.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn


def residual(turn: Turn, goal: int, in_place: bool, estimate: Array, value: Array) -> float:
    """Return the largest difference of an estimate to its backup, and of the value to its backup.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win
    in_place : whether a sweep reads what it has written
    estimate : float64[sweep, banked, opponent, turn_total], all 0 in sweep 0; NaN where holding wins
    value : float64[banked, opponent, turn_total], NaN where holding wins
    """
    before, after = estimate[:-1], estimate[1:]
    backed = _backup(turn, goal, before, after if in_place else before)
    first = _largest(goal, estimate[0], np.zeros_like(value))
    return float(np.max([first, _largest(goal, after, backed), value_residual(turn, goal, value)]))


def value_residual(turn: Turn, goal: int, value: Array) -> float:
    """Return the sup-norm over all states of one backup of a value minus the value.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win
    value : float64[banked, opponent, turn_total], NaN where holding wins
    """
    return _largest(goal, value, _backup(turn, goal, value, value))


def _largest(goal: int, stored: Array, expected: Array) -> float:
    """Largest difference over all states; NaN if a number is missing, infinity for one where holding wins.

    Both arrays are float64[..., banked, opponent, turn_total].
    """
    banked, turn_total = np.ogrid[:goal, :goal]
    playing = np.broadcast_to((banked + turn_total < goal)[:, None], stored.shape)
    if not np.isnan(stored[~playing]).all():
        return np.inf
    return float(np.abs(expected - stored)[playing].max())


def _backup(turn: Turn, goal: int, before: Array, after: Array) -> Array:
    """The estimates after a sweep.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win
    before, after : float64[..., banked, opponent, turn_total], estimates before the sweep, and those that the
        sweep reads of states earlier in the order

    Returns
    -------
    float64[..., banked, opponent, turn_total]
    """
    banked, opponent = np.arange(goal)[:, None], np.arange(goal)
    out = np.full(before.shape, np.nan)
    for k in range(goal):
        # A gain leads to a greater turn total, which is later in the order.
        roll = _by_gain(turn, goal, k, before)
        # The opponent's state after a bust, (j, i, 0), comes before (i, j, k) if j < i, or at j = i from turn
        # total 1 on.
        seen = (opponent < banked) | ((opponent == banked) & (k > 0))
        roll = roll + float(turn.throws[0].bust) * (1.0 - np.where(seen, _mirrored(after), _mirrored(before)))
        # The opponent's state after a hold, (j, i + k, 0), comes before if j < i; at j = i it is (i, i + k,
        # 0), which comes later or is the state itself.
        hold = 1.0 - np.where(opponent < banked, _moved(_mirrored(after), k), _moved(_mirrored(before), k))
        out[..., k] = np.maximum(roll, hold)
    return out


def _by_gain(turn: Turn, goal: int, k: int, table: Array) -> Array:
    """Expectation over the gains from turn total k, float64[..., banked, opponent]."""
    total = np.zeros(table.shape[:-1])
    for outcome in turn.throws[0].outcomes:
        ahead = np.ones(table.shape[:-1])
        if k + outcome.gain < goal:
            wins = np.arange(goal)[:, None] + k + outcome.gain >= goal
            ahead = np.where(wins, 1.0, table[..., k + outcome.gain])
        total += float(outcome.probability) * ahead
    return total


def _mirrored(table: Array) -> Array:
    """The opponent's states at the start of a turn: [..., i, j] is the table at (j, i, 0)."""
    return np.swapaxes(table[..., 0], -1, -2)


def _moved(mirrored: Array, k: int) -> Array:
    """At (j, i + k, 0) instead of (j, i, 0); NaN where i + k reaches the goal."""
    out = np.full(mirrored.shape, np.nan)
    out[..., : mirrored.shape[-2] - k, :] = mirrored[..., k:, :]
    return out
