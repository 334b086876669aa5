"""Certificates of two fixed players in turn: each table against one backup of it, by the rules as they were
written. A turn is evaluated backwards, where the solver plays it out forwards, and nothing is
solved for.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.turns.certificate_of_fixed import head_to_head_residual, turns_worth


class Tables(NamedTuple):
    """What is proved, float64[banked, opponent] each, own score first.

    Attributes
    ----------
    value, waiting : own's chance to win if own, or other, is about to move
    turns, waiting_turns : turns of both still to come on average, likewise
    """

    value: Array
    waiting: Array
    turns: Array
    waiting_turns: Array


def residual(turn: Turn, own: Fixed, other: Fixed, tables: Tables) -> float:
    """Sup-norm of one backup of all tables minus the tables, relative where more than a turn is to come.

    Parameters
    ----------
    turn : the game
    own, other : who plays
    tables : what is said about them
    """
    one = _turns_off(turn, own, tables.turns, tables.waiting_turns)
    # What is to come is the same for both, with the two scores exchanged.
    two = _turns_off(turn, other, tables.waiting_turns.T, tables.turns.T)
    wins = head_to_head_residual(turn, own, other, tables.value, tables.waiting)
    return float(np.max([wins, one, two]))


def _turns_off(turn: Turn, mover: Fixed, left: Array, handed: Array) -> float:
    """How far the turns still to come are off, as a share of them.

    Parameters
    ----------
    turn : the game
    mover : who is about to move
    left, handed : float64[banked, opponent], turns still to come if the mover, or the other, is about to move
    """
    goal = len(left)
    over = np.concatenate((handed, np.zeros((turn.longest_gain, goal))))[None]
    backed = 1.0 + turns_worth(turn, mover, over, ends=(goal, goal))
    return float(np.max(np.abs(backed - left) / np.maximum(1.0, np.abs(left))))
