"""Pig with several dice: roll them all; a bust face on any die ends the turn with nothing.

Otherwise their sum is added, and the player chooses again. With one die this is Pig. Doubles have no special
meaning, unlike in two-dice Pig and Big Pig.
"""

from fractions import Fraction
from itertools import accumulate

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
    one = pig.turn(sides, bust_face).throws[0]
    # Rolls are counted as integers by total: adding fractions for 30 dice takes a minute.
    sums = [1]
    for _ in range(dice):
        below = [0, *accumulate(sums)]
        longer = [
            below[min(total, len(sums))] - below[max(0, total - sides)] for total in range(len(sums) + sides)
        ]
        for total, throws in enumerate(sums):
            longer[total + bust_face] -= throws
        sums = longer
    outcomes = tuple(
        Outcome(Fraction(throws, sides**dice), total, 0) for total, throws in enumerate(sums) if throws
    )
    name = "die" if dice == 1 else f"{dice} dice"
    throw = Throw(name, 1 - (1 - one.bust) ** dice, outcomes)
    return Turn(
        "pig" if dice == 1 else f"pig with {dice} dice",
        (throw,),
        (Position(f"after {name}", (Way(ROLL, 0, 0),)),),
    )
