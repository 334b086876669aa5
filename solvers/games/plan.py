"""A plan: what a player does in a turn, whatever the scores, as data.

At every turn total and position a plan holds, or names the way to go on.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from solvers.arrays import Flags, Integers
from solvers.errors import expected
from solvers.games.turn import HOLD, Turn


class Choices(NamedTuple):
    """The choices of a fixed player, as flat arrays.

    The last index of a dimension stands for all greater ones. A dimension has length 1 if choices do not
    depend on it.

    Attributes
    ----------
    holds : bool[banked, opponent, turn_total, kind], whether the player holds
    kind : int64[position], kind of each position
    way : int64[turn_total, position], number of the way taken where the player does not hold, from 1 on; HOLD
        if there is none
    """

    holds: Flags
    kind: Integers
    way: Integers


class Fixed(Protocol):
    """A player with known choices, such as a plan, or a rule that also looks at the scores."""

    @property
    def choices(self) -> Choices:
        """The player's choices."""

    @property
    def opening(self) -> int:
        """Index of the throw that opens every turn."""


@dataclass(frozen=True)
class Plan:
    """One action for every turn total and position.

    Parameters
    ----------
    name : as in a sentence, such as "hold at 7"
    turn : the game
    opening : index of the throw that opens every turn
    way : int8[turn_total, position], HOLD or the number of the way taken at that position, from 1 on; at
        greater turn totals the plan holds

    Raises
    ------
    if a turn cannot open with that throw, the array has another shape, or a position has no such way
        if a turn cannot open so, the shape is no plan's, or a position has no such way
    """

    name: str
    turn: Turn
    opening: int
    way: Flags

    def __post_init__(self) -> None:
        """Refuse a plan that cannot be played."""
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
        """The plan's choices, with one more turn total, at which it holds."""
        way = np.concatenate((self.way, np.full((1, self.way.shape[1]), HOLD))).astype(np.int64)
        return Choices((way == HOLD)[None, None], np.arange(way.shape[1]), way)
