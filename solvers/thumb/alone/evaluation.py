"""The value of a rule of thumb for one player alone, and what its decisions give away."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Flags
from solvers.players.one_throw import rolls
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.thumb.alone.certificate import residual
from solvers.thumb.alone.optimal import OptimalAlone, optimal_alone
from solvers.thumb.alone.turns import chance_to_reach, turns_begun
from solvers.thumb.decisions import visited
from solvers.thumb.judged import Judged, JudgedByState, dice_columns
from solvers.thumb.standings import Standings, of_scores


@dataclass(frozen=True)
class EvaluationAlone(Judged):
    """A rule of thumb compared with optimal play, and sums over its decisions.

    Attributes
    ----------
    optimal : optimal play
    rule_value : float64[turns_left, banked], the rule's probability to reach the goal
    begun : float64[turns_left, banked], expected number of its turns that begin there; without turns left,
        probability that play ends there
    """

    optimal: OptimalAlone
    rule_value: Array
    begun: Array

    @property
    def value(self) -> Array:
        """Probability of optimal play to reach the goal, float64[turns_left, banked]."""
        return self.optimal.value

    @property
    def loss(self) -> float:
        """How far the rule's probability to reach the goal from the start falls short of optimal play."""
        return max(0.0, float(self.value[-1, 0] - self.rule_value[-1, 0]))

    @cached_property
    def standings(self) -> tuple[Standings]:
        begun = np.array(self.begun.T)
        # Nothing is decided without turns left.
        begun[:, 0] = 0.0
        return (of_scores(self.rule, self.optimal.inside, self.optimal.handed.T, begun),)

    @property
    def lost(self) -> Array:
        """What it gives away in the turns that begin there, float64[turns_left, banked]."""
        return self.decided.lost[0].T

    @property
    def turns_begun(self) -> Array:
        """Expected number of its turns, float64[turns_left, banked]; without turns left, where play ends."""
        return self.begun

    @cached_property
    def residual(self) -> float:
        """Largest error of all that is proved, see `solvers.thumb.alone.certificate`."""
        return residual(self.rule, dice_columns(self.rule, self.dice_apart)[0], self)


@dataclass(frozen=True)
class EvaluationAloneByState(JudgedByState, EvaluationAlone):
    """The same with what each decision gives away, for games whose only way to go on is the same throw again.

    Tables have the turns left first.
    """

    advantage: Array

    @cached_property
    def rolls(self) -> Flags:
        return rolls_alone(self.rule)

    @cached_property
    def visits(self) -> Array:
        found = np.ascontiguousarray(visited(self.rule, self.standings[0].begun).swapaxes(0, 1))
        found[0, :, 0] = self.begun[0]
        return found


def rolls_alone(rule: RuleOfThumb) -> Flags:
    """Return what a rule does, int8[turns_left, banked, turn_total]: HOLD or ROLL; HOLD without turns left.

    Parameters
    ----------
    rule : a rule with its number of turns, in a game whose only way to go on is the same throw again
    """
    return np.ascontiguousarray(rolls(rule).swapaxes(0, 1))


def evaluate_alone(rule: RuleOfThumb, dice_apart: bool = True) -> EvaluationAlone:
    """Evaluate a rule of thumb for one player alone.

    Parameters
    ----------
    rule : the rule, with its number of turns
    dice_apart : whether tables distinguish the dice left, if throws are named by their dice

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.players.rule import rule_of_thumb
    >>> # One head in each turn; who throws on to two in one turn has a second try.
    >>> found = evaluate_alone(rule_of_thumb("hold at 1", piglet.turn(), 2, turns=2))
    >>> print(found.value[2, 0], found.rule_value[2, 0])
    0.4375 0.25
    """
    return EvaluationAlone(rule, dice_apart, *_in_turns(rule))


def evaluate_alone_by_state(rule: RuleOfThumb) -> EvaluationAloneByState:
    """Evaluate a rule like `evaluate_alone`, decision by decision.

    Parameters
    ----------
    rule : a rule with its number of turns, in a game whose only way to go on is the same throw again
    """
    optimal, value, begun = _in_turns(rule)
    return EvaluationAloneByState(rule, False, optimal, value, begun, optimal.advantage)


def _in_turns(rule: RuleOfThumb) -> tuple[OptimalAlone, Array, Array]:
    """Optimal play, the rule's probabilities to reach the goal, and its turns begun."""
    own, least = played_by_rule(rule), rule.turn.least_score
    best = optimal_alone(rule.turn, rule.goal, rule.turns)
    return best, chance_to_reach(own, least), turns_begun(own, least)
