"""What a rule of thumb is worth to who plays alone for some turns, in games with more to decide.

As in `solvers.thumb.alone.evaluation`, what its decisions give away adds up to what it lacks to optimal play.
Nothing is kept of single decisions but sums, as in a race.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.thumb.alone.by_position.certificate import Tables, residual
from solvers.thumb.alone.by_position.turns import begun_of_played, chance_of_played
from solvers.thumb.alone.optimal import OptimalAlone, optimal_alone
from solvers.thumb.by_position.decisions import decided
from solvers.thumb.by_position.summed import SummedByPosition, dice_columns, grid_of


@dataclass(frozen=True)
class EvaluationAloneByPosition(SummedByPosition):
    """A rule of thumb, and optimal play beside it.

    Attributes
    ----------
    optimal : optimal play
    rule_value : float64[turns_left, banked], the rule's chance to reach the goal
    begun : float64[turns_left, banked], how often its turns begin; without turns left how often play ends
    """

    optimal: OptimalAlone
    rule_value: Array
    begun: Array

    @property
    def goal(self) -> int:
        """Points to reach."""
        return self.rule.goal

    @property
    def turns(self) -> int:
        """Turns to play."""
        return self.rule.turns

    @property
    def value(self) -> Array:
        """Chance of optimal play to reach the goal, float64[turns_left, banked]."""
        return self.optimal.value

    @property
    def loss(self) -> float:
        """The chance to reach the goal from the start that it gives away."""
        return max(0.0, float(self.value[-1, 0] - self.rule_value[-1, 0]))

    @property
    def lost(self) -> Array:
        """What it gives away in the turns that begin so, float64[turns_left, banked]."""
        return self.decided.lost.T

    @cached_property
    def residual(self) -> float:
        """Of all that is proved: see `solvers.thumb.alone.by_position.certificate`."""
        column, _ = dice_columns(self.rule, self.dice_apart)
        tables = Tables(self.value, self.rule_value, self.begun, self.lost, *self.tables)
        return residual(self.rule, column, tables)


def evaluate_alone_by_position(rule: RuleOfThumb, dice_apart: bool = True) -> EvaluationAloneByPosition:
    """Solve all that is asked of a rule of thumb for who plays alone.

    Parameters
    ----------
    rule : what it means, with the turns to play
    dice_apart : whether tables tell dice left apart, where throws are named by their dice

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = evaluate_alone_by_position(rule_of_thumb("hold at 1", piglet.turn(), 2, turns=2))
    >>> print(found.value[2, 0], found.rule_value[2, 0])  # as `solvers.thumb.alone.evaluation` has it
    0.4375 0.25
    """
    turn, own = rule.turn, played_by_rule(rule)
    best = optimal_alone(turn, rule.goal, rule.turns)
    begun = begun_of_played(own, turn.least_score)
    # Without turns left nothing is decided.
    starts = np.array(begun.T)
    starts[:, 0] = 0.0
    return EvaluationAloneByPosition(
        rule,
        decided(best.inside, best.handed.T, rule, starts, grid_of(rule)),
        dice_apart,
        best,
        chance_of_played(own, turn.least_score),
        begun,
    )
