"""Certificates of two fixed players in turn: each table against one backup of it, on the uncompiled rules.
Turns are evaluated backwards, where the solver plays them out forwards, and nothing is solved for.

One backup proves little if nearly every game is wiped before its end. Players who ignore each other's score
are then also played round by round (`certificate_of_rounds`). For others the expected turns to come bound the
error. Let M be the transition to later turns. The expected turns are T = 1 + M T, and a table X that should
equal C + M X is wrong by at most the largest |C + M X - X| times the largest T. So residuals of chances are
multiplied by these turns, and residuals of turns are absolute where that is more than their relative size.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_rounds import by_rounds
from solvers.turns.certificate_of_fixed import turns_worth


class Tables(NamedTuple):
    """The tables to prove, float64[first, second] each, by both players' scores.

    Attributes
    ----------
    value, waiting : the first's chance to win when it, or the second, is about to move
    turns, waiting_turns : expected turns of both players to come, same cases
    """

    value: Array
    waiting: Array
    turns: Array
    waiting_turns: Array


class After(NamedTuple):
    """What follows once the first player has the goal, float64[points, second]: by its points, counted from
    the goal, and by the second's score.

    Attributes
    ----------
    wins : the first's chance to win
    turns : expected turns to come
    """

    wins: Array
    turns: Array


def residual(turn: Turn, first: Fixed, second: Fixed, tables: Tables, after: After | None = None) -> float:
    """Largest difference between the tables and one backup of them, relative for turns; in games that wipe, a
    bound on the error of the tables.

    Parameters
    ----------
    turn : the game
    first, second : the players
    tables : the tables to prove
    after : what follows the goal, as far as one throw leads; None in a race
    """
    goal, longest = len(tables.value), turn.longest_gain
    after = after or After(np.ones((longest, goal)), np.zeros((longest, goal)))
    value, waiting, turns, waiting_turns = tables
    wins = [
        np.abs(_first(turn, first, waiting, after.wins) - value),
        np.abs(_second(turn, second, 1.0 - value, 1.0) - (1.0 - waiting)),
    ]
    left = [
        np.abs(1.0 + _first(turn, first, waiting_turns, after.turns) - turns),
        np.abs(1.0 + _second(turn, second, turns, 0.0) - waiting_turns),
    ]
    said = np.stack([turns, waiting_turns])
    worst = [np.max(wins), np.max(left / np.maximum(1.0, np.abs(said)))]
    if turn.wipes and any(one.choices.holds.shape[1] > 1 for one in (first, second)):
        worst += [np.max(wins) * max(turns.max(), waiting_turns.max()), np.max(left)]
    elif turn.wipes:
        worst.append(_played_out(turn, first, second, tables, after))
    return float(np.max(worst))


def _played_out(turn: Turn, first: Fixed, second: Fixed, tables: Tables, after: After) -> float:
    """Error of the tables in which the first is about to move, by playing the game round by round.

    Parameters
    ----------
    turn, first, second, tables, after : as in `residual`, for players who ignore each other's score
    """
    value, goal = tables.value, len(tables.value)
    own, other = (_leads(turn, one, goal) for one in (first, second))
    # In a round the second takes a turn unless the first has reached the goal.
    won, taken = (own[:, goal:] @ of for of in after)
    taken += 1.0 + own[:, :goal].sum(axis=1, keepdims=True)
    rounds = by_rounds(own[:, :goal], other[:, :goal], np.stack([won, taken]))
    wins, left = rounds.sums
    apart = np.stack([np.abs(wins - value), np.abs(left - tables.turns) / left])
    # Undecided games count as a difference.
    return float(np.max(apart + rounds.undecided))


def _first(turn: Turn, player: Fixed, handed: Array, ahead: Array) -> Array:
    """Values of turns of the first, float64[first, second].

    Parameters
    ----------
    turn, player : the game, and the player who moves
    handed : float64[first, second], value of handing over the turn below the goal
    ahead : float64[points, second], the same from the goal on
    """
    goal = len(handed)
    return turns_worth(turn, player, np.concatenate((handed, ahead))[None], ends=(goal, goal))


def _second(turn: Turn, player: Fixed, handed: Array, won: float) -> Array:
    """Values of turns of the second, float64[first, second].

    Parameters
    ----------
    turn, player : the game, and the player who moves
    handed : float64[first, second], value of handing over the turn below the goal
    won : value of reaching the goal
    """
    return _first(turn, player, handed.T, np.full((turn.longest_gain, len(handed)), won)).T


def _leads(turn: Turn, player: Fixed, goal: int) -> Array:
    """Distribution of the score after a turn, float64[banked, score], up to one throw beyond the goal.

    Parameters
    ----------
    turn : the game
    player : a player who ignores the other's score
    goal : points to reach
    """
    each = np.eye(goal + turn.longest_gain)
    return turns_worth(turn, player, each[None], ends=(goal, goal))
