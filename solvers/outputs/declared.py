"""A declared output: what is the same in every question that has it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from solvers.outputs.output import Output, Role

# Separates an output's meaning from the player it is about.
THE_PLAYER = " The player is "
RESPONSE, FIRST = "the best response", "the first one"


@dataclass(frozen=True)
class Declared:
    """An output as declared; a question calls it with its own details to get an `Output`.

    Parameters
    ----------
    role, unit, name, meaning, long_name, dims, dtype, flags, nothing : as of `Output`. The long name defaults
        to the name in words. The unit "points" stands for the game's own unit of points. `flags` and `dims`
        are empty if each question has its own

    Examples
    --------
    >>> from solvers.outputs import tables
    >>> tables.value(dims=("banked", "opponent")).long_name
    'win probability'
    """

    role: Role
    unit: str
    name: str
    meaning: str
    long_name: str = ""
    dims: tuple[str, ...] = ()
    dtype: str = "float64"
    flags: tuple[str, ...] = ()
    nothing: str = ""

    def of(self, player: str) -> "Declared":
        """Return the same output for questions that say who the player is, such as "the best response".

        Parameters
        ----------
        player : the player, as in a sentence
        """
        return replace(self, meaning=f"{self.meaning}{THE_PLAYER}{player}.")

    def __call__(
        self,
        *,
        dims: tuple[str, ...] | None = None,
        flags: tuple[str, ...] | None = None,
        points: str | None = None,
        of: Callable[[Any], Any] | None = None,
        proved: bool = False,
        follows: Callable[..., Any] | None = None,
        loses: Callable[..., Any] | None = None,
        follows_from: tuple[str, ...] = (),
        record: bool = False,
    ) -> Output:
        """Return the output of a question.

        Parameters
        ----------
        dims, flags : the question's own, where they differ by contest or game
        points : the game's unit of points, for an output in points; "points" by default
        of, proved, follows, loses, follows_from, record : how it is read and what proves it, as of `Output`
        """
        return Output(
            name=self.name,
            role=self.role,
            dims=self.dims if dims is None else dims,
            dtype=self.dtype,
            unit=points if points is not None and self.unit == "points" else self.unit,
            long_name=self.long_name or self.name.replace("_", " "),
            meaning=self.meaning,
            flags=self.flags if flags is None else flags,
            of=of,
            proved=proved,
            follows=follows,
            loses=loses,
            follows_from=follows_from,
            record=record,
            nothing=self.nothing,
        )


# The usual kinds: a probability to win or to reach the goal, points, how likely, a difference of
# probabilities, counts, turn totals to hold at, codes of actions, probabilities of a mixture, and
# certificates.
chance = partial(Declared, Role.VALUE, "1")
points = partial(Declared, Role.VALUE, "points")
likelihood = partial(Declared, Role.CHANCE, "1")
difference = partial(Declared, Role.DIFFERENCE, "1")
count = partial(Declared, Role.COUNT, dtype="int32")
turn_total = partial(Declared, Role.CHOICE, "points", dtype="int16")
dice = partial(Declared, Role.CHOICE, "dice", dtype="int16")
action = partial(Declared, Role.CHOICE, "", dtype="int8")
mixture = partial(Declared, Role.MIXTURE, "1")
measure = partial(Declared, Role.MEASURE)
certificate = partial(Declared, Role.CERTIFICATE, "1")
