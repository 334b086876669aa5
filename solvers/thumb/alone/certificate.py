"""Certificates of what is said about a rule of thumb for who plays alone, in plain NumPy on the rules as they
were written.

Values of the rule are backed up once, over x = banked + turn total, where the solver plays turns out
forwards. Visits are balanced: the turns that begin are played out for all turns left and all scores at once,
and what comes to each place is laid beside what is said to be there. What the rule gives away in all is known
by both ways.
"""

from typing import NamedTuple

import numpy as np

from solvers.alone.certificate import within_turns_residual
from solvers.arrays import Array, Flags
from solvers.fixed.certificate import backwards
from solvers.games.turn import ROLL, Turn
from solvers.thumb.certificate import played
from solvers.turns import certificate_of_choices as choices


class Tables(NamedTuple):
    """What is proved of a rule.

    Attributes
    ----------
    value, rule_value : float64[turns_left, banked], chance to reach the goal of optimal play and of the rule
    visits : float64[turns_left, banked, turn_total], how often the rule comes there
    """

    value: Array
    rule_value: Array
    visits: Array


def residual(turn: Turn, rolls: Flags, tables: Tables) -> float:
    """Sup-norm of one backup of all values minus the values, or of what comes to each place minus the visits,
    or what the identity is off, whichever is most.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rolls : int8[turns_left, banked, turn_total] of the rule
    tables : what is said about it
    """
    lost = np.einsum("ijk,ijk->", tables.visits, regrets_alone(turn, tables.value, rolls))
    found = (
        within_turns_residual(turn, tables.value),
        _value_residual(turn, rolls, tables.rule_value),
        _visits_residual(turn, rolls, tables.visits),
        abs(lost - (tables.value[-1, 0] - tables.rule_value[-1, 0])),
    )
    return float(np.max(found))


def regrets_alone(turn: Turn, value: Array, rolls: Flags) -> Array:
    """What a rule's decisions give away, float64[turns_left, banked, turn_total].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    value : float64[turns_left, banked], chance of optimal play to reach the goal
    rolls : int8[turns_left, banked, turn_total] of the rule
    """
    better = choices.advantage(turn, choices.Stakes(value[:-1].T, 1.0)).swapaxes(0, 1)
    given_away = np.zeros(rolls.shape)
    given_away[1:] = np.fmax(np.where(rolls[1:] == ROLL, -better, better), 0.0)
    # Nothing is decided before the first throw.
    given_away[..., 0] = 0.0
    return given_away


def _value_residual(turn: Turn, rolls: Flags, value: Array) -> float:
    """Sup-norm of one backup of the rule's value minus the value, all turns left at once."""
    goal, after = value.shape[1], value[:-1].T
    won = np.ones((max(1, turn.least_score), after.shape[1]))
    hold = np.concatenate((after, won))[None]
    throws = (rolls[1:] == ROLL).swapaxes(0, 1)
    backup = backwards(turn, goal, throws, hold, hold[:, turn.least_score :], hold[:, 0])[0].T
    return float(np.maximum(np.abs(value[0]).max(), np.abs(backup - value[1:]).max()))


def _visits_residual(turn: Turn, rolls: Flags, visits: Array) -> float:
    """Sup-norm of what comes to each place minus how often play is said to be there."""
    begun = np.zeros(visits.shape[:2])
    begun[-1, 0] = 1.0
    inside, ends = played(turn, rolls[1:].swapaxes(0, 1), visits[1:, :, 0].T)
    begun[:-1] = ends.T
    found = np.zeros(visits.shape)
    found[1:] = inside.swapaxes(0, 1)
    found[..., 0] = begun
    return float(np.abs(found - visits).max())
