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
    one = {outcome.gain: outcome.probability for outcome in pig.turn(sides, bust_face).throws[0].outcomes}
    sums = {0: Fraction(1)}
    for _ in range(dice):
        longer: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for face, each in one.items():
                longer[total + face] = longer.get(total + face, Fraction(0)) + chance * each
        sums = longer
    outcomes = tuple(Outcome(chance, total, 0) for total, chance in sorted(sums.items()))
    name = "die" if dice == 1 else f"{dice} dice"
    throw = Throw(name, 1 - sum(sums.values(), Fraction(0)), outcomes)
    return Turn("pig" if dice == 1 else f"pig with {dice} dice", (throw,), (Position("any", (Way(ROLL, 0, 0),)),))
