"""Hog: choose how many dice to roll, once; the turn scores their sum, or nothing if a die shows 1.

Rules: Neller, Russell & Markov 2012, section 3.6.1, up to 30 dice.
"""

from fractions import Fraction

from solvers.errors import expected
from solvers.games.turn import Outcome, Position, Throw, Turn


def turn(most_dice: int = 30, sides: int = 6, bust_face: int = 1) -> Turn:
    """The turn of Hog.

    Parameters
    ----------
    most_dice : greatest number of dice that may be rolled, 1 or more
    sides, bust_face : sides of each die, and the face that busts

    Raises
    ------
    InvalidRules
        if a number is out of range

    Examples
    --------
    >>> [str(throw.bust) for throw in turn(3).throws]
    ['1/6', '11/36', '91/216']
    """
    if most_dice < 1:
        raise expected("most_dice", "1 or more", most_dice)
    if sides < 2:
        raise expected("sides", "2 or more", sides)
    if not 1 <= bust_face <= sides:
        raise expected("bust_face", f"1 to {sides}, a face of the dice", bust_face)
    ways, throws = {0: 1}, []
    for dice in range(1, most_dice + 1):
        ways = _one_more(ways, sides, bust_face)
        outcomes = tuple(
            Outcome(Fraction(count, sides**dice), total, 0) for total, count in sorted(ways.items())
        )
        throws.append(Throw(f"{dice} dice", 1 - Fraction(sides - 1, sides) ** dice, outcomes))
    return Turn("hog", tuple(throws), (Position("thrown", ()),), openings=tuple(range(most_dice)))


def _one_more(ways: dict[int, int], sides: int, bust_face: int) -> dict[int, int]:
    """Number of ways to each sum with one more die.

    They are the ways with any face, a sum over neighbours, minus those with the bust face.
    """
    more, neighbours = {}, 0
    for total in range(min(ways) + 1, max(ways) + sides + 1):
        neighbours += ways.get(total - 1, 0) - ways.get(total - 1 - sides, 0)
        if count := neighbours - ways.get(total - bust_face, 0):
            more[total] = count
    return more
