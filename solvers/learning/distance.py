"""How far estimates are from the exact value, over all states of a race."""

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.learning.game import states
from solvers.race import policy as race_policy
from solvers.race import solve as race

# Actions whose worth differs by less are equally good.
TIE = 1e-12


def exact_value(turn: Turn, goal: int) -> Array:
    """Chance of the player about to act to win, both playing optimally.

    Returns
    -------
    float64[banked, opponent, turn_total], NaN where holding wins
    """
    value: Array = exact_worth(turn, goal).max(axis=-1)
    return value


def exact_worth(turn: Turn, goal: int) -> Array:
    """The same by action, float64[banked, opponent, turn_total, action]; at turn total 0 holding is passing.

    Raises
    ------
    InvalidRules, NotConverged
        as `race.pig`
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
    """Over all states; `value` is NaN elsewhere."""
    return float(np.nanmax(np.abs(estimate - value)))


def mean_distance(estimate: Array, value: Array) -> float:
    """Mean over all states, each counting once; `value` is NaN elsewhere."""
    return float(np.nanmean(np.abs(estimate - value)))


def wrong_actions(worth: Array, exact: Array) -> float:
    """Share of the states inside a turn in which the action that seems better is the worse one.

    worth, exact : float64[banked, opponent, turn_total, action]
    """
    inside = states(worth.shape[0])[..., 1:]
    rolls, advantage = worth[..., 1:, 1] > worth[..., 1:, 0], exact[..., 1:, 1] - exact[..., 1:, 0]
    wrong: NDArray[np.bool_] = np.where(rolls, advantage < -TIE, advantage > TIE)
    return float(wrong[inside].mean())
