"""A rule of thumb in a race: its win probabilities, and how often turns begin against optimal play.

Its opponents are optimal play, itself and its best reply.

Its turns, and those of optimal play, are played out once. Win probabilities are computed backwards from the
goal, and how often turns begin forwards from the start.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.in_turn.pair import race_of
from solvers.in_turn.response import respond_in_a_race
from solvers.players.counting import counting_rule
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.race.policy import played_optimally
from solvers.race.solve import Race, optimal_play
from solvers.thumb.begun import Begun, turns_begun
from solvers.thumb.contest import AgainstThree, ContestOfTwo
from solvers.turns.played import PlayedTurns, played


@dataclass(frozen=True)
class Met:
    """Optimal play as the opponent of rules of thumb, solved once for a game.

    Attributes
    ----------
    race : the solved race
    turns : turns of optimal play
    """

    race: Race
    turns: PlayedTurns


@dataclass(frozen=True)
class InARace(AgainstThree):
    """A rule of thumb and its opponents in a race.

    Attributes
    ----------
    rule : the rule
    met : optimal play
    begun : how often turns of the rule, and of optimal play, begin in a game between them
    """

    rule: RuleOfThumb
    met: Met
    begun: Begun

    @property
    def turn(self) -> Turn:
        """The game."""
        return self.rule.turn

    @property
    def optimal_value(self) -> Array:
        """Value of optimal play to the player about to move, float64[banked, opponent]."""
        return self.met.race.value


def meet(turn: Turn, goal: int) -> Met:
    """Solve optimal play, and play out its turns.

    Parameters
    ----------
    turn : the game's turn
    goal : points to win, 2 or more

    Raises
    ------
    NotConverged
        if the race does not converge
    """
    race = optimal_play(turn, goal)
    return Met(race, played_optimally(race))


@dataclass(frozen=True)
class ContestInTurn(ContestOfTwo[PlayedTurns]):
    """A race in which players' turns are played out before; a rule may count its scoring turns.

    Parameters
    ----------
    known : optimal play, if already solved
    """

    known: Met | None = None

    @cached_property
    def met(self) -> Met:
        """Optimal play, solved on first use."""
        return self.known or meet(self.turn, self.goal)

    @property
    def optimal(self) -> PlayedTurns:
        return self.met.turns

    def by_rule(self, text: str, numbers: Mapping[str, int]) -> PlayedTurns:
        return counting_rule(text, self.turn, self.goal, numbers).played(self.rules)

    def by_plan(self, plan: Plan) -> PlayedTurns:
        if self.turn.entry:
            remedy = "A plan knows no scores, and would hold with less."
            raise expected("entry", "0 where a plan is tried", self.turn.entry, remedy)
        return played(plan, self.goal)

    def against(self, who: str, own: PlayedTurns, other: PlayedTurns) -> Array:
        return np.array(race_of(self.turn, who, own, other))

    def replied(self, name: str, own: PlayedTurns) -> Array:
        value, waiting = respond_in_a_race(self.turn, f"best response to {name}", own)
        return np.array([1.0 - waiting.T, 1.0 - value.T])


def in_a_race(rule: RuleOfThumb, met: Met) -> InARace:
    """Solve the races of a rule of thumb.

    Parameters
    ----------
    rule : the rule
    met : optimal play

    Raises
    ------
    NotConverged
        if a solver does not converge
    """
    turn, own, who = rule.turn, played_by_rule(rule), f"{rule.name} against optimal play"
    begun, contest = turns_begun(turn, who, own, met.turns), ContestInTurn(turn, rule.goal, met)
    return InARace(*contest.three(rule.name, own), rule, met, begun)
