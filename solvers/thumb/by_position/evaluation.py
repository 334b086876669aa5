"""What a rule of thumb is worth in games with more to decide: against optimal play, itself and its reply.

As in `solvers.thumb.evaluation`, what its decisions give away adds up to what it loses. Nothing is kept of
single decisions but sums, as there are too many.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.players.rule import RuleOfThumb
from solvers.race.policy import Inside
from solvers.thumb.by_position.certificate import Tables, residual
from solvers.thumb.by_position.decisions import decided
from solvers.thumb.by_position.summed import SummedByPosition, dice_columns, grid_of
from solvers.thumb.in_a_race import InARace, Met, in_a_race, meet


@dataclass(frozen=True)
class EvaluationByPosition(SummedByPosition, InARace):
    """A rule of thumb and those whom it meets, and sums over its decisions."""

    @property
    def lost(self) -> Array:
        """What it gives away in a game in the turns from these scores, float64[banked, opponent]."""
        return self.decided.lost

    @cached_property
    def residual(self) -> float:
        """Of all that is proved: see `solvers.thumb.by_position.certificate`."""
        column, _ = dice_columns(self.rule, self.dice_apart)
        return residual(
            self.rule,
            column,
            Tables(
                self.value,
                self.against_optimal,
                np.array([self.value_against_itself, 1.0 - self.value_against_itself.T]),
                self.against_reply,
                np.array(self.begun),
                self.lost,
                *self.tables,
            ),
        )


def evaluate_by_position(
    rule: RuleOfThumb, met: Met | None = None, dice_apart: bool = True
) -> EvaluationByPosition:
    """Solve all that is asked of a rule of thumb.

    Parameters
    ----------
    rule : what it means
    met : optimal play, if it has been solved
    dice_apart : whether tables tell dice left apart, where throws are named by their dice

    Raises
    ------
    NotConverged
        if a solver does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = evaluate_by_position(rule_of_thumb("hold at 20", pig.turn(), 100))
    >>> print(round(0.5 - found.loss, 4), round(found.right_decisions, 4))  # as `solvers.thumb.evaluation`
    0.4601 0.9131
    """
    found = in_a_race(rule, meet(rule.turn, rule.goal) if met is None else met)
    inside, hold = Inside(found.met.race), 1.0 - found.value
    return EvaluationByPosition(
        **vars(found),
        decided=decided(inside, hold, rule, found.begun.own, grid_of(rule)),
        dice_apart=dice_apart,
    )
