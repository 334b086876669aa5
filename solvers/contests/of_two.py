"""The results that every answer about two players in turn has."""

from solvers.arrays import Array


class OfTwo:
    """An answer about two players; the first player is about to move at the start, where all scores are 0.

    Attributes
    ----------
    value : float64[banked, opponent, ...], chance of the player about to move to win; a shared win counts as
        half
    """

    value: Array

    @property
    def win_probability(self) -> float:
        """Chance of the first player to win from the start."""
        return float(self.value.flat[0])

    @property
    def first_player_advantage(self) -> float:
        """Chance of the first player to win minus the second's."""
        return 2.0 * self.win_probability - 1.0
