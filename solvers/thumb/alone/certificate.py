"""Certificates of the answers about a rule of thumb for one player alone, in plain NumPy.

They are like those of a race (`solvers.thumb.certificate`), with turns left in place of the opponent's score:
no state recurs. Values of the rule are backed up once, and visits are compared with what other turns send
there.
"""

import numpy as np

from solvers.alone.certificate import within_turns_residual
from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import Turn
from solvers.players.one_throw import rolls
from solvers.players.rule import RuleOfThumb
from solvers.thumb.certificate import off_of_visits, regrets_of
from solvers.thumb.certificate_of_play import Said, Sums, off_of_counts, play_out
from solvers.turns import certificate_of_choices as choices
from solvers.turns.certificate_of_fixed import turns_worth


def residual(rule: RuleOfThumb, group: Integers, said: Said) -> float:
    """Return the largest error: of a backup of values, of visits, of sums over decisions, or of the identity.

    Parameters
    ----------
    rule : the rule
    group : int64[position], group of each position in the tables
    said : stored tables: `value` and `rule_value`, float64[turns_left, banked], probabilities to reach the
        goal by optimal play and by the rule; `visits`, float64[turns_left, banked, turn_total], or
        `turns_begun` and `lost`, float64[turns_left, banked], with `visits`, `lost_there` and `right_visits`,
        float64[turn_total, group]
    """
    turn, value, visits = rule.turn, said["value"], said["visits"]
    by_state = visits.ndim > 2
    comes = visits[..., 0] if by_state else said["turns_begun"]
    begun = np.array(comes.T)
    # Play ends without turns left.
    begun[:, 0] = 0.0
    if by_state:
        # No turn begins where play ends; that is checked below.
        visits = visits.swapaxes(0, 1).copy()
        visits[:, 0, 0] = 0.0
    sums = Sums.empty(group, rule.turns + 1, visits)
    play_out(turn, _handed(value), (rule, begun, sums))
    found = np.zeros(comes.shape)
    found[-1, 0] = 1.0
    found[:-1] += sums.ends.T[1:]
    loss = float(value[-1, 0] - said["rule_value"][-1, 0])
    worst = (
        within_turns_residual(turn, value),
        _value_residual(rule, said["rule_value"]),
        off_of_counts(found, comes),
        *(
            off_of_visits(sums, visits, _regrets(turn, value, rolls(rule)), loss)
            if by_state
            else sums.off(said, said["lost"].T, loss)
        ),
    )
    return float(np.max(worst))


def _value_residual(rule: RuleOfThumb, value: Array) -> float:
    """The sup-norm of one backup of the rule's value minus the value, for all turns left at once.

    Parameters
    ----------
    rule : the rule
    value : float64[turns_left, banked], its probability to reach the goal
    """
    backup = turns_worth(rule.turn, rule, _handed(value)[None])[:, 1:].T
    return float(np.maximum(np.abs(value[0]).max(), np.abs(backup - value[1:]).max()))


def _handed(value: Array) -> Array:
    """Value of ending a turn, float64[score, turns_left]; 0 without turns left."""
    return np.concatenate((np.zeros((1, value.shape[1])), value[:-1])).T


def regrets_alone(turn: Turn, value: Array, rolls: Flags) -> Array:
    """Return what a rule's decisions give away, float64[turns_left, banked, turn_total].

    Parameters
    ----------
    turn : a game's turn in which the only way to go on is the same throw again
    value : float64[turns_left, banked], probability of optimal play to reach the goal
    rolls : int8[turns_left, banked, turn_total], the rule's actions
    """
    return _regrets(turn, value, rolls.swapaxes(0, 1)).swapaxes(0, 1)


def _regrets(turn: Turn, value: Array, rolls: Flags) -> Array:
    """The same with banked scores first, float64[banked, turns_left, turn_total]; 0 without turns left."""
    given_away = np.zeros(rolls.shape)
    given_away[:, 1:] = regrets_of(turn, choices.Stakes(value[:-1].T, 1.0), rolls[:, 1:])
    return given_away
