"""What a rule of thumb is worth to who plays alone for some turns, and what its decisions give away.

As in `solvers.thumb.evaluation` the regrets of its decisions, as often as play comes to them, add up to what
it lacks to optimal play: the performance difference identity, which is part of the residual.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.turn import Turn
from solvers.thumb.alone.certificate import Tables, residual
from solvers.thumb.alone.optimal import OptimalAlone, optimal_alone
from solvers.thumb.alone.turns import chance_to_reach, turns_begun_alone
from solvers.thumb.region import Region
from solvers.thumb.regions import decisions_met, found_in
from solvers.thumb.regret import DecidedByState, regret
from solvers.thumb.visits import inside


@dataclass(frozen=True)
class EvaluationAlone(DecidedByState):
    """A rule of thumb, and optimal play beside it.

    Attributes
    ----------
    turn, goal, turns : the game
    rolls : int8[turns_left, banked, turn_total], what the rule does
    optimal : optimal play
    rule_value : float64[turns_left, banked], the rule's chance to reach the goal
    """

    turn: Turn
    goal: int
    turns: int
    rolls: Flags
    optimal: OptimalAlone
    rule_value: Array

    @property
    def value(self) -> Array:
        """Chance of optimal play to reach the goal, float64[turns_left, banked]."""
        return self.optimal.value

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
        begun = turns_begun_alone(self.turn, self.rolls)
        rolls = np.ascontiguousarray(self.rolls[1:].swapaxes(0, 1))
        found = np.zeros(self.rolls.shape)
        found[1:] = inside(self.turn, rolls, np.ascontiguousarray(begun[1:].T)).swapaxes(0, 1)
        found[0, :, 0] = begun[0]
        return found

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where it gives most away, in words."""
        met = decisions_met(
            self.visits.swapaxes(0, 1), self.advantage.swapaxes(0, 1), self.rolls.swapaxes(0, 1)
        )
        alone = met._replace(opponent=met.turns_left, turns_left=met.opponent)
        return found_in(Region.everywhere(self.goal, False, self.turns), alone, ())

    @property
    def loss(self) -> float:
        """The chance to reach the goal from the start that it gives away."""
        return max(0.0, float(self.value[-1, 0] - self.rule_value[-1, 0]))

    @cached_property
    def residual(self) -> float:
        """Of all that is proved: see `solvers.thumb.alone.certificate`."""
        return residual(self.turn, self.rolls, Tables(self.value, self.rule_value, self.visits))


def evaluate_alone(turn: Turn, goal: int, rolls: Flags) -> EvaluationAlone:
    """Solve all that is asked of a rule of thumb for who plays alone.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    goal : points to reach, 2 or more
    rolls : int8[turns_left, banked, turn_total], see `solvers.thumb.rule.rolls_alone`

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.thumb.rule import rolls_alone
    >>> # One head in each turn; who throws on to two in one turn has a second try.
    >>> found = evaluate_alone(piglet.turn(), 2, rolls_alone("hold at 1", 2, 2))
    >>> print(found.value[2, 0], found.rule_value[2, 0])
    0.4375 0.25
    """
    turns = len(rolls) - 1
    best = optimal_alone(turn, goal, turns)
    return EvaluationAlone(turn, goal, turns, rolls, best, chance_to_reach(turn, rolls))
