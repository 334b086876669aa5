"""Certificate of the loss of players confined to turn totals to hold at, in plain NumPy.

A confined player draws its turn total. Played out, that is a behaviour strategy, against which the best
stopping rule is found as in `certificate_of_any_rule`. The other player's strategy is answered by the best
turn total in each state. The two bound the value from both sides. If a player is confined in one state only,
values of the states that follow are given.
"""

import numpy as np

from solvers.arrays import Array
from solvers.at_once_equilibrium.certificate_of_any_rule import (
    deviation_value,
    one_throw,
    scores_after,
    with_goal,
)
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


def residual_of_one(
    turn: Turn, goal: int, value: Array, mix: Array, answer: Array, then: Array | None = None
) -> float:
    """By how much a value exceeds what either player can secure, if one of them is confined.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    value : float64[banked, opponent], value to the confined player
    mix : float64[banked, opponent, hold_at - 1], its probabilities to hold at 1, 2, ..., with its own score
        first
    answer : float64[banked, opponent, turn_total], the other's probability to roll again, with its own score
        first
    then : float64[banked, opponent], values of the states that follow, in which neither player is confined;
        None if the player is confined for good
    """
    least = 1.0 - deviation_value(turn, goal, throws_on(turn, goal, mix), then).T
    most = threshold_value(turn, goal, answer, then)
    return float(np.max([np.abs(least - value).max(), np.abs(most - value).max(), _improper(mix)]))


def residual_of_both(turn: Turn, goal: int, value: Array, mix: Array) -> float:
    """By how much a value exceeds what either player can secure, if both are confined.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    value : float64[banked, opponent], value to either player with its score first
    mix : float64[banked, opponent, hold_at - 1], its probabilities to hold at 1, 2, ...
    """
    most = threshold_value(turn, goal, throws_on(turn, goal, mix))
    shared = np.abs(value + value.T - 1.0).max()
    return float(np.max([np.abs(most - value).max(), shared, _improper(mix)]))


def throws_on(turn: Turn, goal: int, mix: Array) -> Array:
    """Probability to roll again of a player who draws its turn total, float64[banked, opponent, turn_total].

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    mix : float64[banked, opponent, hold_at - 1], probabilities to hold at 1, 2, ...
    """
    _, gains = one_throw(turn, goal)
    comes = np.zeros(goal + gains.size)
    comes[0] = 1.0
    for total in range(goal):
        comes[total + 1 : total + 1 + gains.size] += comes[total] * gains
    held = mix @ play_out(turn, goal)[1:, :goal]
    held[..., 0] = 0.0
    # A player that holds at a greater turn total rolls again.
    later = np.cumsum(mix[..., ::-1], axis=2)[..., ::-1]
    thrown = later * comes[:goal]
    return np.divide(thrown, thrown + held, out=np.zeros_like(thrown), where=thrown > 0.0).clip(max=1.0)


def threshold_value(turn: Turn, goal: int, throws_on: Array, then: Array | None = None) -> Array:
    """Value of the best turn totals to hold at against a behaviour strategy, float64[banked, opponent].

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    throws_on : float64[banked, opponent, turn_total], probability to roll again of the player with its own
        score first
    then : float64[banked, opponent], values of the states that follow; None for those found here
    """
    played, after = play_out(turn, goal), scores_after(goal, *one_throw(turn, goal), throws_on)
    value = with_goal(goal, None)
    known = value if then is None else with_goal(goal, then)
    gains = np.arange(1, played.shape[1])
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            theirs = after[j, i, j:]
            ended = (known[i:, j:] * theirs).sum(axis=1)
            unmoved = (known[i, j + 1 :] * theirs[1:]).sum()
            own = played[1 : goal - i + 1]
            worth = own[:, 0] * unmoved + own[:, 1:] @ ended[np.minimum(gains, goal - i)]
            leaves = own[:, 1:].sum(axis=1) + own[:, 0] * theirs[1:].sum()
            value[i, j] = (worth / leaves).max()
    return value[:goal, :goal]


def _improper(mix: Array) -> float:
    """Largest violation of being probabilities of the turn totals up to the points missing to the goal."""
    goal = len(mix)
    past = np.arange(1, goal + 1) > goal - np.arange(goal)[:, None, None]
    return float(
        np.max([np.abs(mix.sum(axis=2) - 1.0).max(), -mix.min(), np.where(past, np.abs(mix), 0.0).max()])
    )
