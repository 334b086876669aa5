"""The turn of games that roll two dice again and again."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from solvers.errors import expected
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way

# Points of a pair; 0 for a bust, None for a wipe.
Score = Callable[[int, int], int | None]


def turn(name: str, sides: int, score: Score) -> Turn:
    """A turn that rolls two dice again and again.

    Parameters
    ----------
    name : name of the game
    sides : faces of each die
    score : function from the two faces to their points; 0 for a bust, None for a wipe

    Raises
    ------
    InvalidRules
        if the dice have fewer than two sides
    """
    if sides < 2:
        raise expected("sides", "2 or more", sides)
    each = Fraction(1, sides**2)
    scores = [score(first, second) for first, second in product(range(1, sides + 1), repeat=2)]
    outcomes = tuple(
        Outcome(scores.count(gain) * each, gain, 0) for gain in sorted({gain for gain in scores if gain})
    )
    throw = Throw("two dice", scores.count(0) * each, outcomes, scores.count(None) * each)
    return Turn(name, (throw,), (Position("after two dice", (Way(ROLL, 0, 0),)),))
