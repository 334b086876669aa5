"""A strategy for simultaneous play of two: turn totals to hold at and their probabilities, by both scores.

Both players read the same table, each with its own score first: a player with `banked` against `opponent`
draws from `[banked, opponent]`.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Shorts
from solvers.errors import expected

# Largest rounding error of a sum of probabilities.
LARGEST_SUM_ERROR = 1e-12


class Choices(NamedTuple):
    """A strategy for the kernels: turn totals to hold at, and their probabilities.

    Attributes
    ----------
    hold_at : int16[banked, opponent, choice], points
    probability : float64[banked, opponent, choice], 0 to 1
    """

    hold_at: Shorts
    probability: Array


@dataclass(frozen=True)
class Strategy:
    """Turn totals to hold at, and their probabilities, by both scores.

    Parameters
    ----------
    hold_at : array[banked, opponent, choice], points
    probability : array of the same shape, which adds up to 1 over the choices; 0 for an unused choice

    Raises
    ------
    InvalidRules
        if the shapes differ, a turn total is not positive, or probabilities do not add up to 1

    Examples
    --------
    >>> half = Strategy.pure(np.full((2, 2), 1)).mixed_with(Strategy.pure(np.full((2, 2), 2)), 0.5)
    >>> half.hold_at[0, 0], half.probability[0, 0]
    (array([1, 2], dtype=int16), array([0.5, 0.5]))
    """

    hold_at: Shorts
    probability: Array

    def __post_init__(self) -> None:
        if (
            self.hold_at.shape != self.probability.shape
            or self.hold_at.ndim != 3
            or self.hold_at.shape[0] != self.hold_at.shape[1]
        ):
            found = (self.hold_at.shape, self.probability.shape)
            raise expected(
                "strategy",
                "turn totals and probabilities of shape (banked, opponent, choice), goal by goal by any",
                found,
            )
        if not (self.hold_at >= 1).all():
            raise expected("hold_at", "turn totals from 1", int(self.hold_at.min()))
        sums = self.probability.sum(axis=2)
        if not ((self.probability >= 0).all() and (abs(sums - 1) <= LARGEST_SUM_ERROR).all()):
            raise expected(
                "probability",
                "none negative, adding up to 1 over the choices",
                float(sums.flat[abs(sums - 1).argmax()]),
            )

    @classmethod
    def pure(cls, hold_at: NDArray[np.integer]) -> "Strategy":
        """The strategy that holds at one turn total in each state, from an array [banked, opponent]."""
        chosen = np.asarray(hold_at, np.int16)[:, :, np.newaxis]
        return cls(chosen, np.ones(chosen.shape))

    @property
    def choices(self) -> Choices:
        """Its tables, for the kernels."""
        return Choices(self.hold_at, self.probability)

    @property
    def goal(self) -> int:
        """Points to win."""
        return len(self.hold_at)

    def mixed_with(self, other: "Strategy", share: float) -> "Strategy":
        """The strategy that draws in each state: from `other` with probability `share`, else from this."""
        choices = np.concatenate([self.hold_at, other.hold_at], axis=2)
        return Strategy(
            choices, np.concatenate([(1 - share) * self.probability, share * other.probability], axis=2)
        )
