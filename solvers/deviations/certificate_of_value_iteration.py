"""Certificate of a sweep of symmetric value iteration: the same sweep, outcome by outcome, in plain NumPy."""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


class Answers(NamedTuple):
    """The results of one sweep.

    Attributes
    ----------
    best : float64[banked, opponent], the best expectation
    chosen : float64[banked, opponent], expectation of the action that the sweep is said to choose
    least : int16[banked, opponent], the least of the best turn totals to hold at
    """

    best: Array
    chosen: Array
    least: Shorts


def residual(turn: Turn, value: Array, second_value: Array, hold_at: Shorts, second_hold_at: Shorts) -> float:
    """Largest difference between the second table and one sweep from the first.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value : float64[banked, opponent], values after a sweep
    second_value : float64[banked, opponent], claimed values after the next sweep
    hold_at : int16[banked, opponent], actions after that sweep
    second_hold_at : int16[banked, opponent], claimed actions after the next sweep

    Returns
    -------
    the largest difference between a claimed value and the best expectation, or between the expectation of a
    claimed action and the best one
    """
    best, chosen, _ = answers(turn, value, second_value, hold_at, second_hold_at)
    return float(max(np.abs(best - second_value).max(), (best - chosen).max()))


def answers(
    turn: Turn, value: Array, second_value: Array, hold_at: Shorts, second_hold_at: Shorts
) -> Answers:
    """The results of a sweep at each state, if it has written the second table at all states before.

    Earlier results are taken as given, so that rounding errors do not add up and ties are decided once.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value, second_value : float64[banked, opponent], values after two successive sweeps
    hold_at, second_hold_at : int16[banked, opponent], actions after them
    """
    goal, ends = len(value), play_out(turn, len(value))
    shares = np.zeros((goal + 1, goal + 1))
    shares[:goal, :goal], shares[goal] = value, 1.0
    shares[goal, goal] = 0.5
    actions, gains = hold_at.copy(), np.arange(ends.shape[1])
    best, chosen, least = np.zeros((goal, goal)), np.zeros((goal, goal)), np.zeros((goal, goal), np.int16)
    for banked in range(goal):
        own = np.minimum(banked + gains, goal)
        for opponent in range(goal):
            theirs = ends[min(int(actions[opponent, banked]), goal - opponent)]
            likely = np.flatnonzero(theirs)
            after = (theirs[likely] * shares[:, np.minimum(opponent + likely, goal)]).sum(axis=1)
            worth = (ends[1 : goal - banked + 1] * after[own]).sum(axis=1)
            at = banked, opponent
            best[at], least[at] = worth.max(), worth.argmax() + 1
            chosen[at] = worth[int(second_hold_at[at]) - 1]
            shares[at], actions[at] = second_value[at], second_hold_at[at]
    return Answers(best, chosen, least)
