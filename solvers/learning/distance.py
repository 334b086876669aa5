"""Distances of estimates from the exact value, over all states of a race."""

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.learning.game import states
from solvers.race import policy as race_policy
from solvers.race import solve as race

# Actions whose exact values differ by less, which is rounding, are equal: neither is wrong.
EQUALLY_GOOD = 1e-12


def exact_value(turn: Turn, goal: int) -> Array:
    """Return the win probability of the player about to act, under optimal play.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win, 2 or more

    Returns
    -------
    float64[banked, opponent, turn_total], NaN where holding wins

    Raises
    ------
    InvalidRules, NotConverged
        as `solvers.race.solve.optimal_play`
    """
    value: Array = exact_worth(turn, goal).max(axis=-1)
    return value


def exact_worth(turn: Turn, goal: int) -> Array:
    """Return the value of each action to the player about to act, under optimal play afterwards.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win, 2 or more

    Returns
    -------
    float64[banked, opponent, turn_total, action], win probability; NaN where holding wins. Holding at turn
    total 0 passes the turn.

    Raises
    ------
    InvalidRules, NotConverged
        as `solvers.race.solve.optimal_play`
    """
    solution = race.optimal_play(turn, goal)
    worth = np.full((goal, goal, goal, 2), np.nan)
    for banked in range(goal):
        worth[banked, :, : goal - banked, 0] = 1.0 - solution.value[:, banked:]
    worth[..., 1] = worth[..., 0] + race_policy.advantage(solution)
    # Copied, so that these have the same bits as the race's own answer.
    worth[..., 0, 1] = solution.value
    return worth


def largest_distance(estimate: Array, value: Array) -> float:
    """Return the largest difference over all states.

    Parameters
    ----------
    estimate : float64[banked, opponent, turn_total]
    value : float64[banked, opponent, turn_total], NaN where holding wins
    """
    return float(np.nanmax(np.abs(estimate - value)))


def mean_distance(estimate: Array, value: Array) -> float:
    """Return the mean difference over all states, with equal weights.

    Parameters
    ----------
    estimate : float64[banked, opponent, turn_total]
    value : float64[banked, opponent, turn_total], NaN where holding wins
    """
    return float(np.nanmean(np.abs(estimate - value)))


def wrong_actions(worth: Array, exact: Array) -> float:
    """Return the share of states within a turn in which the better action by the estimates is the worse one.

    Parameters
    ----------
    worth : float64[banked, opponent, turn_total, action], estimates
    exact : float64[banked, opponent, turn_total, action], NaN where holding wins
    """
    inside = states(worth.shape[0])[..., 1:]
    rolls, advantage = worth[..., 1:, 1] > worth[..., 1:, 0], exact[..., 1:, 1] - exact[..., 1:, 0]
    wrong: NDArray[np.bool_] = np.where(rolls, advantage < -EQUALLY_GOOD, advantage > EQUALLY_GOOD)
    return float(wrong[inside].mean())
