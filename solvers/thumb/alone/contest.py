"""What a rule of thumb gives away to who plays alone for some turns, as often as a search asks.

Optimal play is solved once. A rule is worth what backing up all turns says, about a millisecond for ten turns
of Pig to 100: nothing is solved for.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.players.rule import rule_of_thumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.thumb.alone.optimal import OptimalAlone, optimal_alone
from solvers.thumb.alone.turns import chance_to_reach
from solvers.turns.played import FlatTurn, PlayedTurns, flat, played


@dataclass(frozen=True)
class ContestAlone:
    """What rules of thumb are tried in.

    Parameters
    ----------
    turn : any turn that opens in one way
    goal : points to reach
    turns : to play
    """

    turn: Turn
    goal: int
    turns: int

    @cached_property
    def optimal(self) -> OptimalAlone:
        """Optimal play, solved when it is first asked for."""
        return optimal_alone(self.turn, self.goal, self.turns)

    @cached_property
    def rules(self) -> FlatTurn:
        """The turn as flat arrays: to make them takes longer than to play it out."""
        return flat(self.turn)

    @property
    def best_chance(self) -> float:
        """That of optimal play to reach the goal from the start."""
        return float(self.optimal.value[-1, 0])

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """The chance to reach the goal that a rule lacks to optimal play.

        Parameters
        ----------
        text : the rule
        numbers : what stands for {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no rule
        """
        rule = rule_of_thumb(text, self.turn, self.goal, numbers, self.turns)
        return self._loss(played_by_rule(rule, self.rules))

    def loss_of_plan(self, plan: Plan) -> float:
        """The same of a plan, which looks at neither turns left nor scores, and so where nothing is an entry.

        Parameters
        ----------
        plan : of the turn
        """
        own = played(plan, self.goal)
        return self._loss(own._replace(row=np.repeat(own.row[:, :1], self.turns + 1, axis=1)))

    def _loss(self, own: PlayedTurns) -> float:
        """Of turns that have been played out."""
        return self.best_chance - float(chance_to_reach(own, self.turn.least_score)[-1, 0])
