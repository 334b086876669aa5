"""Big Pig: roll two dice; a single 1 ends the turn with nothing, doubles score more than their sum.

Two 1s score 25, other doubles twice their sum, and all else its sum.

Rules: the variant of two-dice Pig that Neller & Presser's page on Pig and Knizia's "Dice Games Properly
Explained" describe.
"""

from solvers.games import two_dice
from solvers.games.turn import Turn

TWO_ONES = 25


def turn(sides: int = 6) -> Turn:
    """The turn of Big Pig.

    Raises
    ------
    InvalidRules
        if the dice have fewer than two sides

    Examples
    --------
    >>> max(outcome.gain for outcome in turn().throws[0].outcomes)
    25
    """
    return two_dice.turn("big pig", sides, _score)


def _score(first: int, second: int) -> int | None:
    if first == second:
        return TWO_ONES if first == 1 else 2 * (first + second)
    return 0 if 1 in (first, second) else first + second
