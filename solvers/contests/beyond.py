"""What follows the goal under equal turns, of two."""

from typing import NamedTuple

from solvers.arrays import Array


class Beyond(NamedTuple):
    """What comes after the goal.

    Attributes
    ----------
    top : score from which on the first player holds
    last : float64[behind], the second player's chance to win with the last turn, as far as one throw from
        below the top goes; if a tie is worth most
    """

    top: int
    last: Array
