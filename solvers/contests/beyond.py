"""Equal turns of two: what follows when the first player reaches the goal."""

from typing import NamedTuple

from solvers.arrays import Array


class Beyond(NamedTuple):
    """Play from the goal on.

    Attributes
    ----------
    top : score from which on the first player holds
    last : float64[behind], the second player's chance to win in the last turn, by points behind, as far as
        one throw from below `top` reaches; for the greatest value that a tie may have
    """

    top: int
    last: Array
