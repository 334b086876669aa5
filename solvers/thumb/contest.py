"""Contests of two in which a search tries rules of thumb against optimal play and their best replies."""

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

# The turns of a player, played out.
Turns = TypeVar("Turns")


class Standing(NamedTuple):
    """How a rule compares.

    Attributes
    ----------
    loss, loss_to_reply : how far its win probability is below one half, against optimal play and its best
        reply
    first : its win probability against itself when it moves first
    """

    loss: float
    loss_to_reply: float
    first: float


@dataclass(frozen=True)
class ContestOfTwo(ABC, Generic[Turns]):
    """A contest of two in one game, in which rules of thumb are tried.

    Parameters
    ----------
    turn : a game's turn with one opening
    goal : points to win
    """

    turn: Turn
    goal: int

    @cached_property
    def rules(self) -> FlatTurn:
        """The turn as flat arrays, cached: making them takes longer than playing them out."""
        return flat(self.turn)

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """Return what a rule gives away; infinity if its turns hardly ever score.

        Parameters
        ----------
        text : the rule
        numbers : values of {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no valid rule
        """
        try:
            return 0.5 - self.compared(text, self.by_rule(text, numbers))
        except NotConverged:
            return float("inf")

    def standing(self, who: str | Plan, numbers: dict[str, int] | None = None) -> Standing:
        """Return how a rule or a plan compares.

        Parameters
        ----------
        who : the rule, or a plan
        numbers : values of {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no valid rule, or a plan that the contest cannot try
        """
        if isinstance(who, Plan):
            name, own = who.name, self.by_plan(who)
        else:
            name, own = who, self.by_rule(who, numbers or {})
        optimal, itself, reply = self.three(name, own)
        lost, lost_to_reply = (max(0.0, 0.5 - self.wins(chances)) for chances in (optimal, reply))
        return Standing(lost, lost_to_reply, float(itself.flat[0]))

    def three(self, name: str, own: Turns) -> tuple[Array, Array, Array]:
        """Return a player's win probabilities against optimal play, itself and its best reply."""
        return (
            self.against(f"{name} against optimal play", own, self.optimal),
            self.against(f"{name} against itself", own, own),
            self.replied(name, own),
        )

    def compared(self, name: str, own: Turns) -> float:
        """Return a player's win probability against optimal play, accurate enough to compare rules."""
        return self.wins(self.against(f"{name} against optimal play", own, self.optimal))

    def wins(self, chances: Array) -> float:
        """Return the mean win probability over both seats, at the start.

        Parameters
        ----------
        chances : win probabilities from `against`
        """
        return wins(chances)

    @property
    @abstractmethod
    def optimal(self) -> Turns:
        """The turns of optimal play, solved on first use."""

    @abstractmethod
    def by_rule(self, text: str, numbers: Mapping[str, int]) -> Turns:
        """Return the turns of a rule."""

    @abstractmethod
    def by_plan(self, plan: Plan) -> Turns:
        """Return the turns of a plan."""

    @abstractmethod
    def against(self, who: str, own: Turns, other: Turns) -> Array:
        """Return own's win probabilities against other, float64[mover, ...], if it, or other, is to move."""

    @abstractmethod
    def replied(self, name: str, own: Turns) -> Array:
        """Return own's win probabilities against its best reply, float64[mover, ...]."""


def wins(chances: Array) -> float:
    """Return the mean win probability over both seats, at the start, if the seats are symmetric.

    Parameters
    ----------
    chances : float64[mover, ...], win probabilities if the player, or its opponent, is about to move
    """
    return float(chances.reshape(2, -1)[:, 0].mean())


@dataclass(frozen=True)
class AgainstThree:
    """The win probabilities of a rule against optimal play, itself and its best reply, in any contest.

    Attributes
    ----------
    against_optimal, against_itself, against_reply : float64[mover, ...], the rule's win probabilities against
        optimal play, itself and its best reply if it, or its opponent, is about to move, by the states of the
        contest
    """

    against_optimal: Array
    against_itself: Array
    against_reply: Array

    def wins(self, chances: Array) -> float:
        """Return the mean win probability over both seats at the start, from one of these tables."""
        return wins(chances)

    @property
    def loss(self) -> float:
        """How far its win probability against optimal play is below one half."""
        return max(0.0, 0.5 - self.wins(self.against_optimal))

    @property
    def loss_to_reply(self) -> float:
        """How far its win probability against its best reply is below one half."""
        return max(0.0, 0.5 - self.wins(self.against_reply))

    @property
    def value_against_optimal(self) -> Array:
        """Win probability against optimal play if the rule is about to move, by states."""
        return _of(self.against_optimal, 0)

    @property
    def waiting_value_against_optimal(self) -> Array:
        """Win probability against optimal play if that is about to move, by states."""
        return _of(self.against_optimal, 1)

    @property
    def value_against_itself(self) -> Array:
        """Win probability against itself, if about to move, by states."""
        return _of(self.against_itself, 0)

    @property
    def value_against_reply(self) -> Array:
        """Win probability against its best reply if the rule is about to move, by states."""
        return _of(self.against_reply, 0)

    @property
    def waiting_value_against_reply(self) -> Array:
        """Win probability against its best reply if that is about to move, by states."""
        return _of(self.against_reply, 1)


class LastingAgainstTwo(ABC):
    """Length of games of a rule of thumb against optimal play and its best reply, solved on demand."""

    # Whether the first dimension of tables is a seat.
    seated = False

    @abstractmethod
    def turns_to_come(self, reply: bool) -> tuple[Array, Array]:
        """Return the expected turns of both to come if the rule, or its opponent, is to move, by states.

        Parameters
        ----------
        reply : whether the opponent is its best reply, instead of optimal play
        """

    @cached_property
    def _optimal(self) -> tuple[Array, Array]:
        return self.turns_to_come(reply=False)

    @cached_property
    def _reply(self) -> tuple[Array, Array]:
        return self.turns_to_come(reply=True)

    @property
    def turns_left_against_optimal(self) -> Array:
        """Expected turns to come against optimal play if the rule is about to move, by states."""
        return self._optimal[0]

    @property
    def waiting_turns_left_against_optimal(self) -> Array:
        """Expected turns to come against optimal play if that is about to move, by states."""
        return self._optimal[1]

    @property
    def turns_left_against_reply(self) -> Array:
        """Expected turns to come against its best reply if the rule is about to move, by states."""
        return self._reply[0]

    @property
    def waiting_turns_left_against_reply(self) -> Array:
        """Expected turns to come against its best reply if that is about to move, by states."""
        return self._reply[1]

    @property
    def expected_turns_against_optimal(self) -> tuple[float, float]:
        """Expected turns of a game against optimal play if the rule moves first, and if it moves second."""
        return self._start(self._optimal)

    @property
    def expected_turns_against_reply(self) -> tuple[float, float]:
        """Expected turns of a game against its best reply if the rule moves first, and if it moves second."""
        return self._start(self._reply)

    def _start(self, turns: tuple[Array, Array]) -> tuple[float, float]:
        left, waiting = turns
        return float(left.flat[0]), float((waiting[1] if self.seated else waiting).flat[0])


def _of(chances: Array, mover: int) -> Array:
    """The table for one mover."""
    table: Array = chances[mover]
    return table
