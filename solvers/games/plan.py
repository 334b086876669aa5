"""What a player does in a turn, whatever the scores, as data.

A plan holds, or goes on in some way, at every turn total and position.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from solvers.arrays import Flags, Integers
from solvers.errors import expected
from solvers.games.turn import HOLD, Turn


class Choices(NamedTuple):
    """What somebody does, as flat arrays.

    The last place along a dimension stands for all greater ones: there is one where somebody does not look.

    Attributes
    ----------
    holds : bool[banked, opponent, turn_total, kind], where it holds
    kind : int64[position], kind of each position
    way : int64[turn_total, position], place of the way that it takes where it does not hold, from 1 on; HOLD
        where there is none
    """

    holds: Flags
    kind: Integers
    way: Integers


class Fixed(Protocol):
    """Somebody whose choices are known: a plan, or one who looks at the scores, too."""

    @property
    def choices(self) -> Choices:
        """What it does."""

    @property
    def opening(self) -> int:
        """Index of the throw that opens every turn."""


@dataclass(frozen=True)
class Plan:
    """One action for every turn total and position.

    Parameters
    ----------
    name : as in a sentence, "hold at 7"
    turn : the game
    opening : index of the throw that opens every turn
    way : int8[turn_total, position], HOLD or the place of the way taken among the position's, from 1 on; at
        greater turn totals it holds

    Raises
    ------
    InvalidRules
        if a turn cannot open so, the shape is no plan's, or a position has no such way
    """

    name: str
    turn: Turn
    opening: int
    way: Flags

    def __post_init__(self) -> None:
        """Refuse what no turn can be played by."""
        if self.opening not in self.turn.openings:
            raise expected(f"{self.name}: opening", f"one of {self.turn.openings}", self.opening)
        positions = self.turn.positions
        if self.way.ndim != 2 or self.way.shape[0] < 1 or self.way.shape[1] != len(positions):
            raise expected(
                f"{self.name}: way", f"an array [turn_total, {len(positions)} positions]", self.way.shape
            )
        for position, column in zip(positions, self.way.T, strict=True):
            for place in (column.min().item(), column.max().item()):
                if not HOLD <= place <= len(position.ways):
                    raise expected(
                        f"{self.name}: way at {position.name}", f"0 to {len(position.ways)}", place
                    )

    @cached_property
    def choices(self) -> Choices:
        """What it does, at a turn total more than it looks at, too."""
        way = np.concatenate((self.way, np.full((1, self.way.shape[1]), HOLD))).astype(np.int64)
        return Choices((way == HOLD)[None, None], np.arange(way.shape[1]), way)
