"""How far estimates are from the exact value, over all states of a race."""

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.learning.game import states
from solvers.race import policy as race_policy
from solvers.race import solve as race

# Actions whose exact worths differ by no more, which is rounding, are equally good: neither is wrong.
EQUALLY_GOOD = 1e-12


def exact_value(turn: Turn, goal: int) -> Array:
    """Chance of the player about to act to win, both playing optimally.

    Parameters
    ----------
    turn : one throw over and over
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
    """What each action is worth to the player about to act, both playing optimally from then on.

    Parameters
    ----------
    turn : one throw over and over
    goal : points to win, 2 or more

    Returns
    -------
    float64[banked, opponent, turn_total, action], chance to win; NaN where holding wins. At turn total 0 to
    hold is to pass.

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
    # The same bits as the race's own answer.
    worth[..., 0, 1] = solution.value
    return worth


def largest_distance(estimate: Array, value: Array) -> float:
    """Largest difference over all states.

    Parameters
    ----------
    estimate : float64[banked, opponent, turn_total]
    value : float64[banked, opponent, turn_total], NaN where holding wins
    """
    return float(np.nanmax(np.abs(estimate - value)))


def mean_distance(estimate: Array, value: Array) -> float:
    """Mean difference over all states, each counting once.

    Parameters
    ----------
    estimate : float64[banked, opponent, turn_total]
    value : float64[banked, opponent, turn_total], NaN where holding wins
    """
    return float(np.nanmean(np.abs(estimate - value)))


def wrong_actions(worth: Array, exact: Array) -> float:
    """Share of the states inside a turn in which the action that seems better is the worse one.

    Parameters
    ----------
    worth : float64[banked, opponent, turn_total, action], as learnt
    exact : float64[banked, opponent, turn_total, action], NaN where holding wins
    """
    inside = states(worth.shape[0])[..., 1:]
    rolls, advantage = worth[..., 1:, 1] > worth[..., 1:, 0], exact[..., 1:, 1] - exact[..., 1:, 0]
    wrong: NDArray[np.bool_] = np.where(rolls, advantage < -EQUALLY_GOOD, advantage > EQUALLY_GOOD)
    return float(wrong[inside].mean())
