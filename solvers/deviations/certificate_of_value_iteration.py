"""Certificate of a sweep of symmetric value iteration: the same sweep, outcome by outcome, in plain NumPy."""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


class Answers(NamedTuple):
    """What a sweep finds.

    Attributes
    ----------
    best : float64[banked, opponent], the best expectation
    chosen : float64[banked, opponent], that of the action which the sweep is said to choose
    least : int16[banked, opponent], the least best turn total to hold at
    """

    best: Array
    chosen: Array
    least: Shorts


def residual(turn: Turn, value: Array, second_value: Array, hold_at: Shorts, second_hold_at: Shorts) -> float:
    """How far one sweep from the first table is from the second.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value : float64[banked, opponent], what one sweep left
    second_value : float64[banked, opponent], what the next one is said to leave
    hold_at : int16[banked, opponent], actions that the one sweep left
    second_hold_at : int16[banked, opponent], those that the next one is said to leave

    Returns
    -------
    The largest difference of a value from the best expectation, or of the expectation of a second action from
    it
    """
    best, chosen, _ = answers(turn, value, second_value, hold_at, second_hold_at)
    return float(max(np.abs(best - second_value).max(), (best - chosen).max()))


def answers(
    turn: Turn, value: Array, second_value: Array, hold_at: Shorts, second_hold_at: Shorts
) -> Answers:
    """What a sweep finds at each state, if it has left the second table at the states before it.

    What was found before is taken as given, so that rounding does not add up, and no tie is decided twice.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value, second_value : float64[banked, opponent], what two sweeps left
    hold_at, second_hold_at : int16[banked, opponent], the actions that they left
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
