"""A player whose turns have been played out, whoever it is, for races and for equal turns."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from solvers.arrays import Array
from solvers.turns.played import PlayedTurns


class Last(NamedTuple):
    """How last turns end.

    Attributes
    ----------
    win, level, lose : float64[behind], chances to be ahead after the turn, level, and behind, as after a wipe
    """

    win: Array
    level: Array
    lose: Array


class FirstOfRound(NamedTuple):
    """How the first turn of a further round ends.

    Attributes
    ----------
    gains : float64[points], chance to have so many more, those of a bust included
    wipe : chance to be wiped
    """

    gains: Array
    wipe: float


@dataclass(frozen=True)
class Player:
    """How somebody's turns end under equal turns.

    Attributes
    ----------
    name : as in a sentence
    first : its turns when it moves first, both below the goal; gains from the goal on are counted apart
    second : its turns when it moves second, both below the goal, which wins at once with the goal
    last : function of the most points behind, and of whether who is 0 behind has the score 0, so that a wipe
        is a tie, that gives how its last turns end
    again : function of whether both have the score 0, so that a wipe leaves it at that, that gives how its
        first turn of a further round ends
    """

    name: str
    first: PlayedTurns
    second: PlayedTurns
    last: Callable[[int, bool], Last]
    again: Callable[[bool], FirstOfRound]
