"""Best responses to one opponent, for several goals in one pass.

A state's value depends only on the points that both players lack to the goal. So the states of a short game
are those of a longer one near its end:

    V(i, j; goal g) = V(i + G - g, j + G - g; goal G).

The results are equal bit for bit, as states are solved side by side without reading each other.
"""

from collections.abc import Sequence

import numpy as np

from solvers.at_once.best_response import BestResponse, without_certificate
from solvers.at_once.certificate import differences
from solvers.at_once.opponents import every_score
from solvers.at_once.sorted_scores import places
from solvers.games.turn import Turn


def best_responses_to_one(turn: Turn, goals: Sequence[int], n: int) -> list[BestResponse]:
    """Solve the best responses to one opponent that holds at n, for each of several goals.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goals : points to win, each 2 or more
    n : turn total at which the opponent holds, or at the points it lacks to the goal if fewer

    Raises
    ------
    InvalidRules
        if a number is out of range, or the longest game has too many states

    Examples
    --------
    >>> from solvers.games import pig
    >>> print([round(found.win_probability, 4) for found in best_responses_to_one(pig.turn(), (50, 100), 25)])
    [0.5067, 0.5231]
    """
    longest = max(goals)
    found = without_certificate(turn, longest, (n,))
    off = differences(turn, longest, (n,), found.value)
    return [_shorter(found, goal, float(off[longest - goal :, longest - goal :].max())) for goal in goals]


def _shorter(found: BestResponse, goal: int, residual: float) -> BestResponse:
    """The answer for a smaller goal, from that for a greater one."""
    # Rows have falling scores of the opponent.
    end = np.s_[:goal, found.goal - goal :]
    (n,) = found.opponents_hold_at
    at = places(goal, (min(n, goal),), (every_score(goal),))
    table, actions = np.ascontiguousarray(found.table[end]), np.ascontiguousarray(found.actions[end])
    return BestResponse(found.turn, goal, (n,), found.order, at, table, actions, residual)
