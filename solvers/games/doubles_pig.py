"""Doubles Pig: two-dice Pig in which doubles must be thrown again.

Roll two dice. Two 1s lose the turn total and the banked score, a single 1 ends the turn with nothing, and all
else adds its sum. After doubles the player must roll again, even with enough points for the goal.

Rules: two-dice Pig with a house rule that many play with.
"""

from dataclasses import replace
from fractions import Fraction

from solvers.errors import expected
from solvers.games import two_dice_pig
from solvers.games.turn import Outcome, Position, Turn

ANY, DOUBLES = 0, 1


def turn(sides: int = 6) -> Turn:
    """The turn of doubles Pig.

    Raises
    ------
    InvalidRules
        if the dice have fewer than three sides: with two sides every throw that scores is a double

    Examples
    --------
    >>> [(outcome.gain, outcome.position) for outcome in turn().throws[0].outcomes[:4]]
    [(4, 1), (5, 0), (6, 0), (6, 1)]
    """
    if sides < 3:
        raise expected("sides", "3 or more", sides, "With two every throw that scores is a double.")
    plain = two_dice_pig.turn(sides)
    throw, double = plain.throws[0], Fraction(1, sides**2)
    doubles = {2 * face for face in range(2, sides + 1)}
    outcomes = [
        Outcome(outcome.probability - double * (outcome.gain in doubles), outcome.gain, ANY)
        for outcome in throw.outcomes
    ] + [Outcome(double, gain, DOUBLES) for gain in doubles]
    scored = sorted(
        (outcome for outcome in outcomes if outcome.probability),
        key=lambda outcome: (outcome.gain, outcome.position),
    )
    return replace(
        plain,
        name="doubles pig",
        throws=(replace(throw, outcomes=tuple(scored)),),
        positions=(plain.positions[0], Position("doubles", plain.positions[0].ways, must_throw=True)),
    )
