"""The decisions of a game in order, with their results."""

from dataclasses import dataclass

from judging.log import Row
from playing.state import State


@dataclass(frozen=True)
class Decided:
    """A roll or a hold.

    Attributes
    ----------
    row : row of the log
    state : state of the decision; player 0 has seat 1
    place : the choice: HOLD, or the place of an opening or a way
    after : state after it; None if the log ends before it is known
    """

    row: Row
    state: State
    place: int
    after: State | None


@dataclass(frozen=True)
class Played:
    """A recorded game.

    Attributes
    ----------
    name : name in the log
    players : players in seat 1, and seat 2
    decided : all rolls and holds, in order
    """

    name: str
    players: tuple[str, str]
    decided: tuple[Decided, ...]

    @property
    def winner(self) -> int | None:
        """Player 0 or 1; None if the log ends early."""
        after = self.decided[-1].after
        return None if after is None else after.winner
