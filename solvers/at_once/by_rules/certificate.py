"""Certificate of two rules of thumb in simultaneous play: one backup of all values, without solving.

Turns are played out on the uncompiled rules.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.in_turn.lasting.certificate_of_ends import Ends, ends_of_fixed
from solvers.turns.certificate_of_fixed import relative


class Tables(NamedTuple):
    """The tables to prove, float64[banked, opponent] each.

    Attributes
    ----------
    value : the first player's chance to win; a shared win counts as half
    rounds_left : expected rounds still to come
    """

    value: Array
    rounds_left: Array


def residual(turn: Turn, first: Fixed, second: Fixed, tables: Tables) -> float:
    """Largest difference between the tables and one backup of them; relative for rounds.

    Parameters
    ----------
    turn : the game
    first, second : the players
    tables : the tables to prove
    """
    goal, longest = len(tables.value), turn.longest_gain
    own, other = (ends_of_fixed(turn, one, goal) for one in (first, second))
    # The goal is one more score; where only one player has it, that player has won.
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
    ends : distribution of the ends of turns
    banked : score before the turn
    others : int64[other's score]
    """
    rows = ends.row[banked, others]
    chance: Array = ends.score[rows].copy()
    chance[:, banked + turn.least_score] += ends.bust[rows]
    return chance
