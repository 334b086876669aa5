"""Certificates of what is said about a rule of thumb for who plays alone, where one only throws on.

Values of the rule are backed up once, by the rules as they were written, as where there is more to decide.
Visits are balanced: the turns that begin are played out for all turns left and all scores at once, and what
comes to each place is laid beside what is said to be there. What the rule gives away in all is known by both
ways.
"""

from typing import NamedTuple

import numpy as np

from solvers.alone.certificate import within_turns_residual
from solvers.arrays import Array, Flags
from solvers.games.turn import ROLL, Turn
from solvers.players.one_throw import rolls as rolls_of
from solvers.players.rule import RuleOfThumb
from solvers.thumb.alone.by_position.certificate import value_residual
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


def residual(rule: RuleOfThumb, tables: Tables) -> float:
    """Sup-norm of one backup of all values minus the values, or of what comes to each place minus the visits,
    or what the identity is off, whichever is most.

    Parameters
    ----------
    rule : what it means, in a game whose only way to go on is the same throw again
    tables : what is said about it
    """
    turn, rolls = rule.turn, rolls_of(rule).swapaxes(0, 1)
    lost = np.einsum("ijk,ijk->", tables.visits, regrets_alone(turn, tables.value, rolls))
    found = (
        within_turns_residual(turn, tables.value),
        value_residual(rule, tables.rule_value),
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
    better = choices.advantage(turn, choices.Stakes(value[:-1].T, 1.0).ends(turn)).swapaxes(0, 1)
    given_away = np.zeros(rolls.shape)
    given_away[1:] = np.fmax(np.where(rolls[1:] == ROLL, -better, better), 0.0)
    # Nothing is decided before the first throw.
    given_away[..., 0] = 0.0
    return given_away


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
