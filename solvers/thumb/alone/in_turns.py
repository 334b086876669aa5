"""A rule of thumb for who plays alone for some turns, of any turn that opens in one way: its chance to reach
the goal beside that of optimal play, and how often its turns begin.
"""

from dataclasses import dataclass

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.thumb.alone.optimal import OptimalAlone, optimal_alone
from solvers.thumb.alone.turns import chance_to_reach, turns_begun


@dataclass(frozen=True)
class InTurns:
    """A rule of thumb, and optimal play beside it.

    Attributes
    ----------
    rule : what it means, with the turns to play
    optimal : optimal play
    rule_value : float64[turns_left, banked], the rule's chance to reach the goal
    begun : float64[turns_left, banked], how often its turns begin; without turns left how often play ends
    """

    rule: RuleOfThumb
    optimal: OptimalAlone
    rule_value: Array
    begun: Array

    @property
    def turn(self) -> Turn:
        """The game."""
        return self.rule.turn

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


def in_turns(rule: RuleOfThumb) -> InTurns:
    """Solve for the chances of a rule of thumb, and of optimal play.

    Parameters
    ----------
    rule : what it means, with the turns to play
    """
    own, least = played_by_rule(rule), rule.turn.least_score
    best = optimal_alone(rule.turn, rule.goal, rule.turns)
    return InTurns(rule, best, chance_to_reach(own, least), turns_begun(own, least))
