"""The length of a contest of two, as an answer; lengths are turns of both players together."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Array
from solvers.contests.of_two import OfTwo


@dataclass(frozen=True)
class Lasting(OfTwo):
    """The length of a contest.

    Scores and, if these cost points, counts of busts in a row are those of the player about to move, then of
    the other: [banked, opponent] or [banked, opponent, own busts, other's busts].

    Attributes
    ----------
    value, second_value : chances to win of the first, and of the second, when about to move; the same array
        if both seats are equal
    turns_left, second_turns_left : expected turns to come, same cases
    ending_probability : float64[turns], chance that the game ends with that turn
    longer_probability : float64[turns], chance that it lasts longer than this number of turns
    residual : largest difference of all of these from the results of another route
    """

    value: Array
    second_value: Array
    turns_left: Array
    second_turns_left: Array
    ending_probability: Array
    longer_probability: Array
    residual: float

    @property
    def expected_turns(self) -> float:
        """Expected turns of a game."""
        return float(self.turns_left.flat[0])

    @property
    def tail_probability(self) -> float:
        """Chance of a game that is longer than the distribution lists."""
        return float(self.longer_probability[-1])


class PlayedOut(ABC):
    """Length of the games of a player against another; solved on request."""

    @abstractmethod
    def turns_to_come(self) -> tuple[Array, Array]:
        """Expected turns of both players to come, float64[...] by the state in which a turn begins, when the
        player is about to move, and when the other is.
        """

    @cached_property
    def _to_come(self) -> tuple[Array, Array]:
        return self.turns_to_come()

    @property
    def turns_left(self) -> Array:
        """Expected turns to come when the player is about to move, float64[...]."""
        return self._to_come[0]

    @property
    def waiting_turns_left(self) -> Array:
        """Expected turns to come when the other is about to move, float64[...]."""
        return self._to_come[1]

    @property
    def expected_turns(self) -> float:
        """Expected turns of a game if the player moves first."""
        return float(self.turns_left.flat[0])

    @property
    def expected_turns_by_seat(self) -> tuple[float, float]:
        """Expected turns of a game if the player moves first, and if it moves second."""
        return self.expected_turns, float(self.waiting_turns_left.flat[0])


class LastingInSeats(PlayedOut):
    """The same for a player whose tables differ by its seat, the first axis: float64[seat, ...]."""

    @property
    def expected_turns_by_seat(self) -> tuple[float, float]:
        """Expected turns of a game if the player moves first, and if it moves second."""
        return self.expected_turns, float(self.waiting_turns_left[1].flat[0])


def proved_by(
    residual: Callable[[Mapping[str, Array]], float],
    values: tuple[Array, Array],
    left: tuple[Array, Array],
    distribution: tuple[Array, Array],
) -> Lasting:
    """The answer with its certificate.

    Parameters
    ----------
    residual : function from tables by name to their largest difference
    values : chances to win in both seats
    left : expected turns to come in both seats
    distribution : chances to end with a turn, and to last longer
    """
    tables = {
        "value": values[0],
        "second_value": values[1],
        "turns_left": left[0],
        "second_turns_left": left[1],
        "ending_probability": distribution[0],
        "longer_probability": distribution[1],
    }
    return Lasting(**tables, residual=residual(tables))
