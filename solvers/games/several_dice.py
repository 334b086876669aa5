"""Pig with several dice: throw them all; a bust face on any ends the turn with nothing, else their sum is added and one chooses again.

One die makes Pig. Two and more are the game without what two-dice Pig and Big Pig do with doubles.
"""

from fractions import Fraction

from solvers.errors import expected
from solvers.games import pig
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way


def turn(dice: int = 1, sides: int = 6, bust_face: int = 1) -> Turn:
    """The turn of Pig with several dice.

    Raises
    ------
    InvalidRules
        if there is no die, a die has fewer than two sides, or no such face

    Examples
    --------
    >>> turn(2).throws[0].bust
    Fraction(11, 36)
    >>> turn(1).critical_threshold()
    20
    """
    if dice < 1:
        raise expected("dice", "1 or more", dice)
    faces = [outcome.gain for outcome in pig.turn(sides, bust_face).throws[0].outcomes]
    # Throws are counted as whole numbers: adding fractions of 30 dice takes a minute.
    sums = {0: 1}
    for _ in range(dice):
        longer: dict[int, int] = {}
        for total, throws in sums.items():
            for face in faces:
                longer[total + face] = longer.get(total + face, 0) + throws
        sums = longer
    outcomes = tuple(Outcome(Fraction(throws, sides**dice), total, 0) for total, throws in sorted(sums.items()))
    name = "die" if dice == 1 else f"{dice} dice"
    throw = Throw(name, 1 - Fraction(len(faces) ** dice, sides**dice), outcomes)
    return Turn("pig" if dice == 1 else f"pig with {dice} dice", (throw,), (Position("any", (Way(ROLL, 0, 0),)),))
