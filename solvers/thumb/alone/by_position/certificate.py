"""Certificates of what is said about a rule of thumb for who plays alone, where there is more to decide, in
plain NumPy on the rules as they were written.

As those of a race (`solvers.thumb.by_position.certificate`), but that turns left stand for the other's score:
no state comes again.
"""

from typing import NamedTuple

import numpy as np

from solvers.alone.certificate import within_turns_residual
from solvers.arrays import Array, Integers
from solvers.players.rule import RuleOfThumb
from solvers.thumb.by_position.certificate import CACHED, Sums, Values, play
from solvers.turns.certificate_of_fixed import turns_worth


class Tables(NamedTuple):
    """What is proved of a rule.

    Attributes
    ----------
    value, rule_value : float64[turns_left, banked], chance to reach the goal of optimal play and of the rule
    begun : float64[turns_left, banked], how often turns begin; without turns left how often play ends there
    lost : float64[turns_left, banked], what the rule gives away in the turns that begin so
    visits, lost_there, right : float64[turn_total, group], how often play comes there, what is given away,
        and how often play comes there and decides right
    """

    value: Array
    rule_value: Array
    begun: Array
    lost: Array
    visits: Array
    lost_there: Array
    right: Array


def residual(rule: RuleOfThumb, group: Integers, tables: Tables) -> float:
    """Sup-norm of one backup of all values minus the values, of what comes to each place minus what is said
    to be there, of sums over decisions, or what the identity is off, whichever is most.

    Parameters
    ----------
    rule : what it means
    group : int64[position], in which group of the tables each is
    tables : what is said about it
    """
    loss = tables.value[-1, 0] - tables.rule_value[-1, 0]
    found = [
        within_turns_residual(rule.turn, tables.value),
        value_residual(rule, tables.rule_value),
        *_of_play(rule, group, tables),
        *(abs(float(table.sum()) - loss) for table in (tables.lost, tables.lost_there)),
    ]
    return float(np.max(found))


def value_residual(rule: RuleOfThumb, value: Array) -> float:
    """Sup-norm of one backup of the rule's value minus the value, all turns left at once.

    Parameters
    ----------
    rule : what it means
    value : float64[turns_left, banked], its chance to reach the goal
    """
    backup = turns_worth(rule.turn, rule, _handed(value)[None])[:, 1:].T
    return float(np.maximum(np.abs(value[0]).max(), np.abs(backup - value[1:]).max()))


def _handed(value: Array) -> Array:
    """Value of ending a turn, float64[score, turns_left]; 0 without turns left, where there is none."""
    return np.concatenate((np.zeros((1, value.shape[1])), value[:-1])).T


def _of_play(rule: RuleOfThumb, group: Integers, tables: Tables) -> list[float]:
    """What turns begun, visits and losses are off, each at most."""
    goal, turn, turns = rule.goal, rule.turn, rule.turns
    handed = np.ones((goal + max(1, turn.least_score), turns + 1))
    handed[:goal] = _handed(tables.value)
    begun = np.array(tables.begun.T)
    # Without turns left nothing is played.
    begun[:, 0] = 0.0
    sums = Sums.empty(group, tables.visits.shape, turns + 1)
    some = max(4, CACHED // (8 * goal))
    for first in range(0, turns + 1, some):
        columns = np.arange(first, min(turns + 1, first + some))
        play(rule, Values(turn, goal, handed[:, columns]), begun[:, columns], columns, sums)
    comes = np.zeros(tables.begun.shape)
    comes[-1, 0] = 1.0
    comes[:-1] += sums.ends.T[1:]
    pairs = (
        (comes, tables.begun),
        (sums.lost.T, tables.lost),
        (sums.visits, tables.visits),
        (sums.lost_there, tables.lost_there),
        (sums.right, tables.right),
    )
    return [float(np.abs(one - said).max()) for one, said in pairs]
