"""Certificate of rules that do not look at the other's score, with equal turns: the game is played by rounds.

Each plays for itself until somebody has the goal. With A the chances of the first to go from score to score
below the goal in a turn, B those of the second, and R(i, j) the first's chance to win in a round from these
scores,

    V = R + A V B' = sum over t of A^t R B'^t,   B' being B with rows and columns exchanged.

The sum of the first 2^k rounds gives that of the first 2^(k + 1), by A^(2^k) and B^(2^k), which are squared
next; so what takes millions of rounds takes some dozens of steps, in which all terms are positive. Whatever
is not decided then is known, too, and nothing is iterated from a guess.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array

# What may be open at last.
LARGEST_OPEN = 1e-17
# As many rounds as 2 to the power of this; by then their numbers have lost their digits.
MOST_STEPS = 60


class Decided(NamedTuple):
    """What some rounds decide.

    Attributes
    ----------
    won : float64[first, second], the first player's chance to win in them
    undecided : float64[first, second], that neither does
    """

    won: Array
    undecided: Array


def by_rounds(first: Array, second: Array, won: Array) -> Decided:
    """What all rounds decide.

    Parameters
    ----------
    first, second : float64[score, new score], chances of a turn of each to lead from score to score below the
        goal
    won : float64[first, second], the first player's chance to win in one round
    """
    won, steps = won.copy(), 0
    while (undecided := np.outer(first.sum(axis=1), second.sum(axis=1))).max() > LARGEST_OPEN:
        if steps == MOST_STEPS:
            break
        won += first @ won @ second.T
        first, second, steps = first @ first, second @ second, steps + 1
    return Decided(won, undecided)
