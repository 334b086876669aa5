"""Piglet: toss one coin; heads add a point and the player chooses again, tails end the turn with nothing.

Rules: Neller, Russell & Markov 2012, section 3.1; any probability of heads. Several coins are tossed
together, as the dice in Pig with several dice: each coin that shows heads scores a point, and one that shows
tails ends the turn with nothing. So a throw scores a point for each coin, or busts.
"""

from fractions import Fraction

from solvers.errors import expected
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way


def turn(heads: Fraction | float = Fraction(1, 2), coins: int = 1) -> Turn:
    """The turn of Piglet.

    Parameters
    ----------
    heads : probability of heads; the exact value of a float is taken
    coins : number of coins tossed together, 1 or more

    Raises
    ------
    InvalidRules
        if the probability is not between 0 and 1, both excluded, or there is no coin

    Examples
    --------
    >>> turn().throws[0].bust
    Fraction(1, 2)
    >>> turn(coins=3).throws[0].outcomes
    (Outcome(probability=Fraction(1, 8), gain=3, position=0),)
    """
    chance = Fraction(heads) if 0 < heads < 1 else None
    if chance is None:
        raise expected("heads", "more than 0 and less than 1", heads)
    if coins < 1:
        raise expected("coins", "1 or more", coins)
    tossed, name = ("coin", "piglet") if coins == 1 else (f"{coins} coins", f"piglet with {coins} coins")
    scores = chance**coins
    toss = Throw(tossed, 1 - scores, (Outcome(scores, coins, 0),))
    return Turn(name, (toss,), (Position(f"after {tossed}", (Way(ROLL, 0, 0),)),))
