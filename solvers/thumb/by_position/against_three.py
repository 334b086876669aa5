"""What a rule of thumb wins against optimal play, itself and its best reply, read from the tables of any
contest.
"""

from abc import ABC, abstractmethod

from solvers.arrays import Array


class AgainstThree(ABC):
    """Evaluations of a rule.

    Attributes
    ----------
    against_optimal, against_itself, against_reply : float64[mover, ...], the rule's chance to win against
        optimal play, itself and its best reply if it, or the other, is about to move, by the states of the
        contest
    """

    against_optimal: Array
    against_itself: Array
    against_reply: Array

    @abstractmethod
    def wins(self, chances: Array) -> float:
        """Chance to win from the start over both seats, of one of these tables."""

    @property
    def loss(self) -> float:
        """What it gives away to optimal play: the chance to win that it lacks to a half."""
        return max(0.0, 0.5 - self.wins(self.against_optimal))

    @property
    def loss_to_reply(self) -> float:
        """What it gives away to its best reply."""
        return max(0.0, 0.5 - self.wins(self.against_reply))

    @property
    def value_against_optimal(self) -> Array:
        """The rule's chance to win when about to move, by states; likewise those below."""
        return _of(self.against_optimal, 0)

    @property
    def waiting_value_against_optimal(self) -> Array:
        """While optimal play is about to move."""
        return _of(self.against_optimal, 1)

    @property
    def value_against_itself(self) -> Array:
        """Against itself, when about to move."""
        return _of(self.against_itself, 0)

    @property
    def value_against_reply(self) -> Array:
        """Against its best reply, when about to move."""
        return _of(self.against_reply, 0)

    @property
    def waiting_value_against_reply(self) -> Array:
        """While its best reply is about to move."""
        return _of(self.against_reply, 1)


def _of(chances: Array, mover: int) -> Array:
    """The table of who is about to move."""
    table: Array = chances[mover]
    return table
