"""What a rule of thumb is worth to who plays alone for some turns, where one only throws on.

As in `solvers.thumb.evaluation` the regrets of its decisions, as often as play comes to them, add up to what
it lacks to optimal play: the performance difference identity, which is part of the residual.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Flags
from solvers.players.one_throw import rolls
from solvers.players.rule import RuleOfThumb
from solvers.thumb.alone.certificate import Tables, residual
from solvers.thumb.alone.in_turns import InTurns, in_turns
from solvers.thumb.region import Region
from solvers.thumb.regions import decisions_met, found_in
from solvers.thumb.regret import DecidedByState, regret
from solvers.thumb.visits import inside


@dataclass(frozen=True)
class EvaluationAlone(DecidedByState, InTurns):
    """A rule of thumb, optimal play beside it, and what each decision gives away."""

    @cached_property
    def rolls(self) -> Flags:
        """What the rule does, int8[turns_left, banked, turn_total]; without turns left HOLD."""
        return rolls_alone(self.rule)

    @cached_property
    def advantage(self) -> Array:
        """Value of throwing minus value of holding under optimal play, float64[turns_left, banked,
        turn_total]; NaN where holding wins, and without turns left.
        """
        return self.optimal.advantage

    @cached_property
    def regret(self) -> Array:
        """What its decisions give away, float64[turns_left, banked, turn_total]."""
        return regret(self.advantage, self.rolls)

    @cached_property
    def visits(self) -> Array:
        """How often it comes there, float64[turns_left, banked, turn_total].

        At turn total 0 it begins its turn, and without turns left play ends there.
        """
        begun = np.ascontiguousarray(self.begun[1:].T)
        found = np.zeros(self.rolls.shape)
        found[1:] = inside(self.turn, rolls(self.rule)[:, 1:], begun).swapaxes(0, 1)
        found[0, :, 0] = self.begun[0]
        return found

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where it gives most away, in words."""
        met = decisions_met(
            self.visits.swapaxes(0, 1), self.advantage.swapaxes(0, 1), self.rolls.swapaxes(0, 1)
        )
        alone = met._replace(opponent=met.turns_left, turns_left=met.opponent)
        return found_in(Region.everywhere(self.goal, False, self.turns), alone, ())

    @cached_property
    def residual(self) -> float:
        """Of all that is proved: see `solvers.thumb.alone.certificate`."""
        return residual(self.rule, Tables(self.value, self.rule_value, self.visits))


def rolls_alone(rule: RuleOfThumb) -> Flags:
    """What a rule does, int8[turns_left, banked, turn_total]: HOLD or ROLL; without turns left HOLD.

    Parameters
    ----------
    rule : with the turns to play, in a game whose only way to go on is the same throw again
    """
    return np.ascontiguousarray(rolls(rule).swapaxes(0, 1))


def evaluate_alone(rule: RuleOfThumb) -> EvaluationAlone:
    """Solve all that is asked of a rule of thumb for who plays alone.

    Parameters
    ----------
    rule : what it means, with the turns to play, in a game whose only way to go on is the same throw again

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.players.rule import rule_of_thumb
    >>> # One head in each turn; who throws on to two in one turn has a second try.
    >>> found = evaluate_alone(rule_of_thumb("hold at 1", piglet.turn(), 2, turns=2))
    >>> print(found.value[2, 0], found.rule_value[2, 0])
    0.4375 0.25
    """
    return EvaluationAlone(**vars(in_turns(rule)))
