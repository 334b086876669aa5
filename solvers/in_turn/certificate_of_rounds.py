"""Certificate of rules that do not look at the other's score: the game is played by rounds.

Each plays for itself until somebody has the goal. With A the chances of the first to go from score to score
below the goal in a turn, B those of the second, and R(i, j) the first's chance to win in a round from these
scores, or the turns of a round,

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


class Rounds(NamedTuple):
    """What some rounds come to.

    Attributes
    ----------
    sums : float64[what, first, second], of what counts
    undecided : float64[first, second], chance that neither has won
    """

    sums: Array
    undecided: Array


def by_rounds(first: Array, second: Array, counted: Array) -> Rounds:
    """What all rounds come to.

    Parameters
    ----------
    first, second : float64[score, new score], chances of a turn of each to lead from score to score below the
        goal
    counted : float64[what, first, second], what counts, of one round
    """
    sums, steps = counted.copy(), 0
    while (undecided := np.outer(first.sum(axis=1), second.sum(axis=1))).max() > LARGEST_OPEN:
        if steps == MOST_STEPS:
            break
        sums += first @ sums @ second.T
        first, second, steps = first @ first, second @ second, steps + 1
    return Rounds(sums, undecided)
