"""Piglet: toss one coin; heads add a point and the player chooses again, tails end the turn with nothing.

Rules: Neller, Russell & Markov 2012, section 3.1; any probability of heads.
"""

from fractions import Fraction

from solvers.errors import expected
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way


def turn(heads: Fraction | float = Fraction(1, 2)) -> Turn:
    """The turn of Piglet.

    Parameters
    ----------
    heads : probability of heads; a float is taken for exactly what it is

    Raises
    ------
    InvalidRules
        if it is not between 0 and 1, both excluded

    Examples
    --------
    >>> turn().throws[0].bust
    Fraction(1, 2)
    """
    chance = Fraction(heads) if 0 < heads < 1 else None
    if chance is None:
        raise expected("heads", "more than 0 and less than 1", heads)
    toss = Throw("coin", 1 - chance, (Outcome(chance, 1, 0),))
    return Turn("piglet", (toss,), (Position("after coin", (Way(ROLL, 0, 0),)),))
