"""How long a contest of two lasts, as an answer; its numbers are in turns of both players together."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Array
from solvers.contests.of_two import OfTwo


@dataclass(frozen=True)
class Lasting(OfTwo):
    """The length of a contest.

    Scores and, where these cost points, busts in a row are those of the player about to move, then of the
    other: [banked, opponent] or [banked, opponent, own busts, other's busts].

    Attributes
    ----------
    value, second_value : chances to win of the first, and of the second, when about to move; where both seats
        are alike, they are the same
    turns_left, second_turns_left : expected turns still to come, likewise
    ending_probability : float64[turns], chance that the game ends with that turn
    longer_probability : float64[turns], chance that it lasts more than so many turns
    residual : largest difference of all of these from what another route makes of them
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
        """Turns of a whole game on average."""
        return float(self.turns_left.flat[0])

    @property
    def tail_probability(self) -> float:
        """Chance of a game that lasts longer than the distribution goes."""
        return float(self.longer_probability[-1])


class PlayedOut(ABC):
    """How long games of a player last against another; solved when it is asked for."""

    @abstractmethod
    def turns_to_come(self) -> tuple[Array, Array]:
        """Expected turns of both players still to come, float64[...] by the state in which a turn begins, if
        the player is about to move, and if the other is.
        """

    @cached_property
    def _to_come(self) -> tuple[Array, Array]:
        return self.turns_to_come()

    @property
    def turns_left(self) -> Array:
        """Turns still to come if the player is about to move, float64[...]."""
        return self._to_come[0]

    @property
    def waiting_turns_left(self) -> Array:
        """Turns still to come if the other is about to move, float64[...]."""
        return self._to_come[1]

    @property
    def expected_turns(self) -> float:
        """Turns of a whole game on average if the player moves first."""
        return float(self.turns_left.flat[0])

    @property
    def expected_turns_by_seat(self) -> tuple[float, float]:
        """Turns of a whole game on average if the player moves first, and if it moves second."""
        return self.expected_turns, float(self.waiting_turns_left.flat[0])


class LastingInSeats(PlayedOut):
    """The same of a player whose tables differ by its seat, which comes first: float64[seat, ...]."""

    @property
    def expected_turns_by_seat(self) -> tuple[float, float]:
        """Turns of a whole game on average if the player moves first, and if it moves second."""
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
    residual : function of the tables by their names that gives the largest difference
    values : chances to win in both seats
    left : turns still to come in both seats
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
