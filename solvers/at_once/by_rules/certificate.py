"""Certificate of two rules of thumb at once: one backup of all values, nothing being solved for.

Turns are played on the rules as they were written.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.in_turn.lasting.certificate_of_ends import Ends, ends_of_fixed
from solvers.turns.certificate_of_fixed import relative


class Tables(NamedTuple):
    """What is proved, float64[banked, opponent] each.

    Attributes
    ----------
    value : the first player's chance to win, half of a shared win included
    rounds_left : rounds still to come on average
    """

    value: Array
    rounds_left: Array


def residual(turn: Turn, first: Fixed, second: Fixed, tables: Tables) -> float:
    """Largest difference between the tables and one backup of them, for rounds as a share of them.

    Parameters
    ----------
    turn : the game
    first, second : who plays
    tables : what is said about them
    """
    goal, longest = len(tables.value), turn.longest_gain
    own, other = (ends_of_fixed(turn, one, goal) for one in (first, second))
    # With the goal, and for who has it alone.
    value = np.full((goal + longest, goal + longest), 0.5)
    value[:goal, goal:], value[goal:, :goal] = 0.0, 1.0
    rounds = np.zeros_like(value)
    value[:goal, :goal], rounds[:goal, :goal] = tables
    if not (np.isfinite(value).all() and np.isfinite(rounds).all()):
        return np.inf
    worst = 0.0
    for banked in range(goal):
        # The second's turns by the first's score, float64[second, new score] each.
        mine = _scores(turn, own, banked, np.arange(goal))
        theirs = np.stack([_scores(turn, other, score, np.array([banked]))[0] for score in range(goal)])
        wins, left = (np.einsum("jx,jx->j", mine, theirs @ table.T) for table in (value, rounds))
        worst = max(worst, float(np.abs(wins - tables.value[banked]).max()))
        worst = max(worst, float(relative(1.0 + left, tables.rounds_left[banked]).max()))
    return worst


def _scores(turn: Turn, ends: Ends, banked: int, others: Integers) -> Array:
    """Chances of the scores after a turn, float64[other's score, score].

    Parameters
    ----------
    turn : the game
    ends : where turns end
    banked : score before the turn
    others : int64[other's score]
    """
    rows = ends.row[banked, others]
    chance: Array = ends.score[rows].copy()
    chance[:, banked + turn.least_score] += ends.bust[rows]
    return chance
