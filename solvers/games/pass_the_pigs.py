"""Pass the Pigs: roll two rubber pigs; on different sides they end the turn with nothing, else they score.

Probabilities: from 3939 rolls of a pig (Neller, Russell & Markov 2012, exercise 8, who leave oinkers and
piggybacks out). Scores: the game's own. Both on the same side: 1. A pig on a side next to one that is not:
what the other scores. Two alike score four times what one scores; two that differ score their sum.
"""

from fractions import Fraction
from itertools import product

from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way

THROWS = 3939
COUNTED = {
    "right": 1344,
    "left": 1294,
    "razorback": 767,
    "trotter": 365,
    "snouter": 137,
    "leaning jowler": 32,
}
SCORES = {"razorback": 5, "trotter": 5, "snouter": 10, "leaning jowler": 15}


def turn() -> Turn:
    """The turn of Pass the Pigs.

    Examples
    --------
    >>> print(round(float(turn().throws[0].bust), 4))
    0.2242
    """
    chances: dict[int, Fraction] = {}
    for first, second in product(COUNTED, repeat=2):
        gain = score(first, second)
        chances[gain] = chances.get(gain, Fraction(0)) + Fraction(COUNTED[first] * COUNTED[second], THROWS**2)
    outcomes = tuple(Outcome(chance, gain, 0) for gain, chance in sorted(chances.items()) if gain)
    return Turn(
        "pass the pigs",
        (Throw("two pigs", chances[0], outcomes),),
        (Position("after two pigs", (Way(ROLL, 0, 0),)),),
    )


def score(first: str, second: str) -> int:
    """Points of two pigs, 0 for a bust."""
    if first not in SCORES and second not in SCORES:
        return int(first == second)
    alike = 2 if first == second else 1
    return alike * (SCORES.get(first, 0) + SCORES.get(second, 0))
