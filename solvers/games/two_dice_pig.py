"""Two-dice Pig: roll two dice; a single 1 ends the turn with nothing, two 1s lose the banked score as well.

All else adds its sum. THINK and SKUNK, where everybody has five turns, have the same turn (Neller, Russell &
Markov 2012, exercise 5).
"""

from solvers.games import two_dice
from solvers.games.turn import Turn


def turn(sides: int = 6) -> Turn:
    """The turn of two-dice Pig.

    Raises
    ------
    InvalidRules
        if the dice have fewer than two sides

    Examples
    --------
    >>> turn().throws[0].bust, turn().throws[0].wipe
    (Fraction(5, 18), Fraction(1, 36))
    """
    return two_dice.turn("two-dice pig", sides, _score)


def _score(first: int, second: int) -> int | None:
    if first == second == 1:
        return None
    return 0 if 1 in (first, second) else first + second
