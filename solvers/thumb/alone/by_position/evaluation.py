"""What a rule of thumb is worth to who plays alone for some turns, in games with more to decide.

As in `solvers.thumb.alone.evaluation`, what its decisions give away adds up to what it lacks to optimal play.
Nothing is kept of single decisions but sums, as in a race.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.players.rule import RuleOfThumb
from solvers.thumb.alone.by_position.certificate import Tables, residual
from solvers.thumb.alone.in_turns import InTurns, in_turns
from solvers.thumb.by_position.decisions import decided
from solvers.thumb.by_position.summed import SummedByPosition, dice_columns, grid_of


@dataclass(frozen=True)
class EvaluationAloneByPosition(SummedByPosition, InTurns):
    """A rule of thumb, optimal play beside it, and sums over the rule's decisions."""

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
    found = in_turns(rule)
    best, starts = found.optimal, np.array(found.begun.T)
    # Without turns left nothing is decided.
    starts[:, 0] = 0.0
    return EvaluationAloneByPosition(
        **vars(found),
        decided=decided(best.inside, best.handed.T, rule, starts, grid_of(rule)),
        dice_apart=dice_apart,
    )
