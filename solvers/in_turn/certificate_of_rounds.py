"""Certificate of rules that ignore the other's score: the game is played by rounds.

Each player's score moves independently until one has the goal. With A the transition matrix of the first
player's scores below the goal in a turn, B that of the second, and R(i, j) the first's chance to win in a
round from these scores, or the turns of a round,

    V = R + A V B' = sum over t of A^t R B'^t,   where B' is the transpose of B.

The sum of the first 2^k rounds gives that of the first 2^(k + 1), with A^(2^k) and B^(2^k), which are squared
next. So millions of rounds take a few dozen steps, in which all terms are positive. The chance that a game is
still undecided is known, too, and nothing is iterated from a guess.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array

# Largest chance of an undecided game.
LARGEST_OPEN = 1e-17
# Most doublings of the number of rounds; after that the numbers have lost their digits.
MOST_STEPS = 60


class Rounds(NamedTuple):
    """Results of a number of rounds.

    Attributes
    ----------
    sums : float64[what, first, second], expected sums of what is counted
    undecided : float64[first, second], chance that neither has won
    """

    sums: Array
    undecided: Array


def by_rounds(first: Array, second: Array, counted: Array) -> Rounds:
    """Results of all rounds.

    Parameters
    ----------
    first, second : float64[score, new score], transition matrices of a turn of each, for scores below the
        goal
    counted : float64[what, first, second], what each round counts
    """
    sums, steps = counted.copy(), 0
    while (undecided := np.outer(first.sum(axis=1), second.sum(axis=1))).max() > LARGEST_OPEN:
        if steps == MOST_STEPS:
            break
        sums += first @ sums @ second.T
        first, second, steps = first @ first, second @ second, steps + 1
    return Rounds(sums, undecided)
