"""What a rule of thumb gives away in a race, as often as a search asks.

Optimal play and how its turns end are solved once. A rule is worth what backing up all pairs of scores says,
its turns played out before: for Pig to 100 some milliseconds, for Farkle to 10 000 points some hundredths of
a second.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.in_turn.pair import race_of
from solvers.players.rule import rule_of_thumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.thumb.in_a_race import Met, best_reply, meet
from solvers.turns.played import FlatTurn, PlayedTurns, flat, played

# Somebody's turns, played out.
Turns = TypeVar("Turns")


class Standing(NamedTuple):
    """How a rule stands.

    Attributes
    ----------
    loss, loss_to_reply : chance to win that it lacks to a half, against optimal play and its best reply
    first : its chance to win against itself when it moves first
    """

    loss: float
    loss_to_reply: float
    first: float


@dataclass(frozen=True)
class ContestOfTwo(ABC, Generic[Turns]):
    """What rules of thumb are tried in: a contest of two in one game.

    Parameters
    ----------
    turn : any turn that opens in one way
    goal : points to win
    """

    turn: Turn
    goal: int

    @cached_property
    def rules(self) -> FlatTurn:
        """The turn as flat arrays: to make them takes longer than to play it out."""
        return flat(self.turn)

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """What a rule gives away; infinite where hardly a turn of it scores.

        Parameters
        ----------
        text : the rule
        numbers : what stands for {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no rule
        """
        try:
            return 0.5 - self.compared(text, self.by_rule(text, numbers))
        except NotConverged:
            return float("inf")

    def standing(self, who: str | Plan, numbers: dict[str, int] | None = None) -> Standing:
        """How a rule stands, or a plan.

        Parameters
        ----------
        who : the rule, or a plan
        numbers : what stands for {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no rule, or a plan where none can be tried
        """
        if isinstance(who, Plan):
            name, own = who.name, self.by_plan(who)
        else:
            name, own = who, self.by_rule(who, numbers or {})
        return Standing(
            max(0.0, 0.5 - self.against_optimal(name, own)),
            max(0.0, 0.5 - self.against_reply(name, own)),
            self.first_against_itself(name, own),
        )

    def compared(self, name: str, own: Turns) -> float:
        """As `against_optimal`, as near as a search needs to tell rules apart."""
        return self.against_optimal(name, own)

    @abstractmethod
    def by_rule(self, text: str, numbers: Mapping[str, int]) -> Turns:
        """The turns of a rule."""

    @abstractmethod
    def by_plan(self, plan: Plan) -> Turns:
        """The turns of a plan."""

    @abstractmethod
    def against_optimal(self, name: str, own: Turns) -> float:
        """Somebody's chance to win against optimal play, over both seats."""

    @abstractmethod
    def against_reply(self, name: str, own: Turns) -> float:
        """Somebody's chance to win against the best reply, over both seats."""

    @abstractmethod
    def first_against_itself(self, name: str, own: Turns) -> float:
        """Somebody's chance to win against itself when it moves first."""


@dataclass(frozen=True)
class ContestInTurn(ContestOfTwo[PlayedTurns]):
    """A race."""

    @cached_property
    def met(self) -> Met:
        """Optimal play, solved when it is first asked for."""
        return meet(self.turn, self.goal)

    def by_rule(self, text: str, numbers: Mapping[str, int]) -> PlayedTurns:
        return played_by_rule(rule_of_thumb(text, self.turn, self.goal, numbers), self.rules)

    def by_plan(self, plan: Plan) -> PlayedTurns:
        if self.turn.entry:
            remedy = "A plan knows no scores, and would hold with less."
            raise expected("entry", "0 where a plan is tried", self.turn.entry, remedy)
        return played(plan, self.goal)

    def against_optimal(self, name: str, own: PlayedTurns) -> float:
        return _wins(*race_of(self.turn, name, own, self.met.turns))

    def against_reply(self, name: str, own: PlayedTurns) -> float:
        return 1.0 - _wins(*best_reply(self.turn, name, own, self.met))

    def first_against_itself(self, name: str, own: PlayedTurns) -> float:
        return float(race_of(self.turn, name, own, own)[0][0, 0])


def _wins(value: Array, waiting: Array) -> float:
    """Over both seats, from the start."""
    return float((value[0, 0] + waiting[0, 0]) / 2.0)
