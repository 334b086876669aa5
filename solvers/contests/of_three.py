"""The results that every answer about three players in turn has."""

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
        """Chance of each seat to win from the start, float64[seat]; a shared win counts in equal parts."""
        start: Array = self.value[0, 0, 0, 0]
        return start
