"""A rule of thumb in a race, of any turn that opens in one way: what it wins against optimal play, itself and
its best reply, and how often turns begin against optimal play.

Its turns are played out once, and so are those of optimal play; what the rule wins comes backwards from the
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
    """Whom rules of thumb of a game meet, solved once: optimal play.

    Attributes
    ----------
    race : its answer
    turns : how its turns end
    """

    race: Race
    turns: PlayedTurns


@dataclass(frozen=True)
class InARace(AgainstThree):
    """A rule of thumb and those whom it meets.

    Attributes
    ----------
    rule : what it means
    met : optimal play
    begun : how often turns of the rule, and of optimal play, begin in a game of theirs
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
        """What optimal play is worth to whoever is about to move, float64[banked, opponent]."""
        return self.met.race.value


def meet(turn: Turn, goal: int) -> Met:
    """Solve optimal play, and play out its turns.

    Parameters
    ----------
    turn : any turn
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
    """A race, of which all is solved from the rule's turns, played out before; it may count those that score.

    Parameters
    ----------
    known : optimal play, if it has been solved
    """

    known: Met | None = None

    @cached_property
    def met(self) -> Met:
        """Optimal play, solved when it is first asked for."""
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
    rule : what it means
    met : optimal play

    Raises
    ------
    NotConverged
        if a solver does not converge
    """
    turn, own, who = rule.turn, played_by_rule(rule), f"{rule.name} against optimal play"
    begun, contest = turns_begun(turn, who, own, met.turns), ContestInTurn(turn, rule.goal, met)
    return InARace(*contest.three(rule.name, own), rule, met, begun)
