"""The chance to win with one strategy against another in simultaneous play of two."""

import numpy as np

from solvers.arrays import Array
from solvers.at_once.opponents import turns_that_hold
from solvers.deviations.strategy import Choices, Strategy
from solvers.deviations.worth_of_scores import (
    add_unmoved,
    chance_to_leave,
    unknown_rows,
    worth_of_ending,
    worth_of_holding,
)
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit_allocating
from solvers.turns.forward import HoldAt


def value_against(turn: Turn, own: Strategy, other: Strategy) -> Array:
    """Chance to win with one strategy against another; a shared win counts as half.

    Parameters
    ----------
    turn : a turn with hold-at rules
    own, other : strategies for the same goal

    Returns
    -------
    float64[banked, opponent], all scores below the goal

    Raises
    ------
    InvalidRules
        if the goals differ, or the turn has no hold-at rules

    Examples
    --------
    >>> from solvers.games import pig
    >>> hold_at_20, hold_at_25 = (Strategy.pure(np.full((100, 100), n)) for n in (20, 25))
    >>> print(value_against(pig.turn(), hold_at_25, hold_at_25)[0, 0].round(12))
    0.5
    >>> print(value_against(pig.turn(), hold_at_25, hold_at_20)[0, 0] > 0.5)
    True
    """
    if own.goal != other.goal:
        raise expected("strategies", "one goal", (own.goal, other.goal))
    goal = own.goal
    rows = unknown_rows(goal, turn.longest_gain)
    _solve(turns_that_hold(turn, goal), own.choices, other.choices, rows)
    return np.ascontiguousarray(rows[:goal, :goal].T)


@jit_allocating
def _solve(gains: HoldAt, own: Choices, other: Choices, rows: Array) -> None:
    """Solve all states, highest scores first.

    Parameters
    ----------
    gains : distributions of the turns that hold at each turn total
    own, other : the strategies, each as its player sees the scores
    rows : float64[opponent, banked], on entry from `unknown_rows`, on return own's chance to win
    """
    goal = rows.shape[0] - 1
    worth = np.zeros(rows.shape[1])
    for b in range(goal - 1, -1, -1):
        for i in range(goal - 1, -1, -1):
            theirs = other.hold_at[b, i]
            nothing, something = worth_of_ending(gains, theirs, other.probability[b, i], (i, b), rows, worth)
            add_unmoved(nothing, i, rows[b], worth)
            value = 0.0
            leave = 0.0
            for choice in range(own.hold_at.shape[2]):
                k = min(np.int64(own.hold_at[i, b, choice]), goal - i)
                share = own.probability[i, b, choice]
                value += share * worth_of_holding(gains, k, i, worth)
                leave += share * chance_to_leave(gains, k, something)
            rows[b, i] = value / leave
