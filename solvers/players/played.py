"""A player with equal turns, as probabilities of how its turns end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from solvers.arrays import Array
from solvers.turns.played import PlayedTurns


class Last(NamedTuple):
    """How last turns end.

    Attributes
    ----------
    win, level, lose : float64[behind], probabilities to end ahead, level, and behind; a wipe counts as behind
    """

    win: Array
    level: Array
    lose: Array


class FirstOfRound(NamedTuple):
    """How the first turn of a further round ends.

    Attributes
    ----------
    gains : float64[points], probabilities of what it adds to the score, busts included
    wipe : probability of a wipe
    """

    gains: Array
    wipe: float


@dataclass(frozen=True)
class Player:
    """How the turns of a player end, with equal turns.

    Attributes
    ----------
    name : name as in a sentence
    first : its turns when it moves first, both scores below the goal; points beyond the goal are
        distinguished
    second : its turns when it moves second, both scores below the goal; it wins when it reaches the goal
    last : function of the largest number of points behind, and of whether a player 0 points behind has score
        0, so that a wipe leaves it level; returns how last turns end
    again : function of whether both scores are 0, so that a wipe changes nothing; returns how the first turn
        of a further round ends
    """

    name: str
    first: PlayedTurns
    second: PlayedTurns
    last: Callable[[int, bool], Last]
    again: Callable[[bool], FirstOfRound]
