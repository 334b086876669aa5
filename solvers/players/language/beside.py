"""The number that a rule may use besides its own score and turn total, and that is constant during a turn.

In a race it is the opponent's score; for a player alone, the turns left, including the current one. Both are
whole numbers from 0, so they index an axis of a table. Index 0 of turns left is never used.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Integers


class Beside(NamedTuple):
    """The opponent's score, or the turns left.

    Attributes
    ----------
    name : its name in a rule
    size : number of values, from 0 on
    """

    name: str
    size: int

    @property
    def values(self) -> Integers:
        """All values, int64[beside]."""
        return np.arange(self.size, dtype=np.int64)

    @property
    def ends(self) -> Integers:
        """The least and the greatest value, int64[2]."""
        return np.array([0, self.size - 1])


def beside(goal: int, turns: int) -> Beside:
    """Return the opponent's score in a race, or the turns left of a player alone.

    Parameters
    ----------
    goal : points to win
    turns : number of turns of a player alone, 0 in a race

    Examples
    --------
    >>> beside(100, 0), beside(100, 10)
    (Beside(name='opponent', size=100), Beside(name='turns_left', size=11))
    """
    return Beside("turns_left", turns + 1) if turns else Beside("opponent", goal)
