"""What a rule of thumb gives away in a contest of two against optimal play, itself and its best reply, as
often as a search asks.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.turns.played import FlatTurn, flat

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
        optimal, itself, reply = self.three(name, own)
        lost, lost_to_reply = (max(0.0, 0.5 - self.wins(chances)) for chances in (optimal, reply))
        return Standing(lost, lost_to_reply, float(itself.flat[0]))

    def three(self, name: str, own: Turns) -> tuple[Array, Array, Array]:
        """Somebody's chances to win against optimal play, itself and its best reply, likewise."""
        return (
            self.against(f"{name} against optimal play", own, self.optimal),
            self.against(f"{name} against itself", own, own),
            self.replied(name, own),
        )

    def compared(self, name: str, own: Turns) -> float:
        """Somebody's chance to win against optimal play, as near as a search needs to tell rules apart."""
        return self.wins(self.against(f"{name} against optimal play", own, self.optimal))

    def wins(self, chances: Array) -> float:
        """Over both seats, from the start.

        Parameters
        ----------
        chances : as `against` gives them
        """
        return wins(chances)

    @property
    @abstractmethod
    def optimal(self) -> Turns:
        """The turns of optimal play, which is solved when it is first asked for."""

    @abstractmethod
    def by_rule(self, text: str, numbers: Mapping[str, int]) -> Turns:
        """The turns of a rule."""

    @abstractmethod
    def by_plan(self, plan: Plan) -> Turns:
        """The turns of a plan."""

    @abstractmethod
    def against(self, who: str, own: Turns, other: Turns) -> Array:
        """Own's chances to win against other, float64[mover, ...], if it, or the other, is about to move."""

    @abstractmethod
    def replied(self, name: str, own: Turns) -> Array:
        """Own's chances to win against its best reply, likewise."""


def wins(chances: Array) -> float:
    """Over both seats, from the start, where both are alike.

    Parameters
    ----------
    chances : float64[mover, ...], somebody's chances to win if it, or the other, is about to move
    """
    return float(chances.reshape(2, -1)[:, 0].mean())


@dataclass(frozen=True)
class AgainstThree:
    """What a rule of thumb wins against optimal play, itself and its best reply, read from the tables of any
    contest.

    Attributes
    ----------
    against_optimal, against_itself, against_reply : float64[mover, ...], the rule's chance to win against
        optimal play, itself and its best reply if it, or the other, is about to move, by the states of the
        contest
    """

    against_optimal: Array
    against_itself: Array
    against_reply: Array

    def wins(self, chances: Array) -> float:
        """Chance to win from the start over both seats, of one of these tables."""
        return wins(chances)

    @property
    def loss(self) -> float:
        """What it gives away to optimal play: the chance to win that it lacks to a half."""
        return max(0.0, 0.5 - self.wins(self.against_optimal))

    @property
    def loss_to_reply(self) -> float:
        """What it gives away to its best reply."""
        return max(0.0, 0.5 - self.wins(self.against_reply))

    @property
    def value_against_optimal(self) -> Array:
        """The rule's chance to win when about to move, by states; likewise those below."""
        return _of(self.against_optimal, 0)

    @property
    def waiting_value_against_optimal(self) -> Array:
        """While optimal play is about to move."""
        return _of(self.against_optimal, 1)

    @property
    def value_against_itself(self) -> Array:
        """Against itself, when about to move."""
        return _of(self.against_itself, 0)

    @property
    def value_against_reply(self) -> Array:
        """Against its best reply, when about to move."""
        return _of(self.against_reply, 0)

    @property
    def waiting_value_against_reply(self) -> Array:
        """While its best reply is about to move."""
        return _of(self.against_reply, 1)


class LastingAgainstTwo(ABC):
    """How long games of a rule of thumb last against optimal play and its best reply; solved when it is asked
    for.
    """

    # Whether tables have a seat before the states.
    seated = False

    @abstractmethod
    def turns_to_come(self, reply: bool) -> tuple[Array, Array]:
        """Turns of both still to come on average if the rule, or the other, is about to move, by states.

        Parameters
        ----------
        reply : whether it meets its best reply, and not optimal play
        """

    @cached_property
    def _optimal(self) -> tuple[Array, Array]:
        return self.turns_to_come(reply=False)

    @cached_property
    def _reply(self) -> tuple[Array, Array]:
        return self.turns_to_come(reply=True)

    @property
    def turns_left_against_optimal(self) -> Array:
        """Turns still to come if the rule is about to move, by states; likewise those below."""
        return self._optimal[0]

    @property
    def waiting_turns_left_against_optimal(self) -> Array:
        """If optimal play is about to move."""
        return self._optimal[1]

    @property
    def turns_left_against_reply(self) -> Array:
        """If the rule is about to move, against its best reply."""
        return self._reply[0]

    @property
    def waiting_turns_left_against_reply(self) -> Array:
        """If its best reply is about to move."""
        return self._reply[1]

    @property
    def expected_turns_against_optimal(self) -> tuple[float, float]:
        """Turns of a whole game on average if the rule moves first, and if it moves second."""
        return self._start(self._optimal)

    @property
    def expected_turns_against_reply(self) -> tuple[float, float]:
        """The same against its best reply."""
        return self._start(self._reply)

    def _start(self, turns: tuple[Array, Array]) -> tuple[float, float]:
        left, waiting = turns
        return float(left.flat[0]), float((waiting[1] if self.seated else waiting).flat[0])


def _of(chances: Array, mover: int) -> Array:
    """The table of who is about to move."""
    table: Array = chances[mover]
    return table
