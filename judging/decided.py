"""Decisions of a game in order, with what came of each."""

from dataclasses import dataclass

from judging.log import Row
from playing.state import State


@dataclass(frozen=True)
class Decided:
    """A throw or a hold.

    Attributes
    ----------
    row : of the log
    state : where it was decided; player 0 has seat 1
    place : what was decided: HOLD, or the place of an opening or a way
    after : where the game stood then; None where the log breaks off before one knows
    """

    row: Row
    state: State
    place: int
    after: State | None


@dataclass(frozen=True)
class Played:
    """A game as it was played.

    Attributes
    ----------
    name : as the log calls it
    players : who had seat 1, and seat 2
    decided : every throw and every hold, in order
    """

    name: str
    players: tuple[str, str]
    decided: tuple[Decided, ...]

    @property
    def winner(self) -> int | None:
        """Player 0 or 1; None where the log breaks off."""
        after = self.decided[-1].after
        return None if after is None else after.winner
