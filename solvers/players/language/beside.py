"""What a rule of thumb knows beside its own score and what it has at risk, and what no turn of it changes: in
a race the other's score, and of who plays alone the turns left, the one that is played included.

Both are whole numbers from 0 on, and so places along an axis of tables. Nobody plays without turns left.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Integers


class Beside(NamedTuple):
    """One of both.

    Attributes
    ----------
    name : in a rule
    size : how many there are, from 0 on
    """

    name: str
    size: int

    @property
    def values(self) -> Integers:
        """All of them, int64[beside]."""
        return np.arange(self.size, dtype=np.int64)

    @property
    def ends(self) -> Integers:
        """The least and the greatest, int64[2]."""
        return np.array([0, self.size - 1])


def beside(goal: int, turns: int) -> Beside:
    """What a rule knows.

    Parameters
    ----------
    goal : points to win
    turns : that who plays alone has, 0 in a race

    Examples
    --------
    >>> beside(100, 0), beside(100, 10)
    (Beside(name='opponent', size=100), Beside(name='turns_left', size=11))
    """
    return Beside("turns_left", turns + 1) if turns else Beside("opponent", goal)
