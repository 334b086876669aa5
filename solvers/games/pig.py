"""Pig: roll one die; the bust face ends the turn with nothing, any other face adds its pips.

After any other face the player chooses again.

Rules: Neller, Russell & Markov 2012, section 2; any number of sides and any bust face.
"""

from fractions import Fraction

from solvers.errors import expected
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way


def turn(sides: int = 6, bust_face: int = 1) -> Turn:
    """The turn of Pig.

    Raises
    ------
    InvalidRules
        if the die has fewer than two sides or no such face

    Examples
    --------
    >>> turn().throws[0].bust
    Fraction(1, 6)
    >>> turn().critical_threshold()  # Crocce & Mordecki 2014, section 5.2
    20
    """
    if sides < 2:
        raise expected("sides", "2 or more", sides)
    if not 1 <= bust_face <= sides:
        raise expected("bust_face", f"1 to {sides}, a face of the die", bust_face)
    outcomes = tuple(
        Outcome(Fraction(1, sides), face, 0) for face in range(1, sides + 1) if face != bust_face
    )
    again = Position("after die", (Way(ROLL, 0, 0),))
    return Turn("pig", (Throw("die", Fraction(1, sides), outcomes),), (again,))
