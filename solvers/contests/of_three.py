"""What every answer about three players in turn says of the start."""

from solvers.arrays import Array


class OfThree:
    """An answer about three players.

    Attributes
    ----------
    value : float64[mover, first, second, third, seat], each seat's chance to win, all scores below the goal
    """

    value: Array

    @property
    def win_probability(self) -> Array:
        """Chance of each seat to win from the start, float64[seat]; of a shared win its part."""
        start: Array = self.value[0, 0, 0, 0]
        return start
