"""A contest of one player alone in which a search tries rules of thumb.

Optimal play is solved once. A rule is evaluated by backing up all turns, without solving equations, in about
a millisecond for ten turns of Pig to 100.
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
    """One player alone, who wants to reach the goal within some turns.

    Parameters
    ----------
    turn : a game's turn with one opening
    goal : points to reach
    turns : number of turns
    """

    turn: Turn
    goal: int
    turns: int

    @cached_property
    def optimal(self) -> OptimalAlone:
        """Optimal play, solved on first use."""
        return optimal_alone(self.turn, self.goal, self.turns)

    @cached_property
    def rules(self) -> FlatTurn:
        """The turn as flat arrays, cached: making them takes longer than playing them out."""
        return flat(self.turn)

    @property
    def best_chance(self) -> float:
        """Probability of optimal play to reach the goal from the start."""
        return float(self.optimal.value[-1, 0])

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """Return by how much a rule's probability to reach the goal falls short of optimal play.

        Parameters
        ----------
        text : the rule
        numbers : values of {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no valid rule
        """
        rule = rule_of_thumb(text, self.turn, self.goal, numbers, self.turns)
        return self._loss(played_by_rule(rule, self.rules))

    def loss_of_plan(self, plan: Plan) -> float:
        """Return the same for a plan, which uses neither turns left nor scores; for games without an entry.

        Parameters
        ----------
        plan : the plan
        """
        own = played(plan, self.goal)
        return self._loss(own._replace(row=np.repeat(own.row[:, :1], self.turns + 1, axis=1)))

    def _loss(self, own: PlayedTurns) -> float:
        """The loss of turns that are played out."""
        return self.best_chance - float(chance_to_reach(own, self.turn.least_score)[-1, 0])
