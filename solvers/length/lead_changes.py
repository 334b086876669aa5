"""Changes of the lead in a race of two fixed players: the probability of more than n changes.

A state s is the mover's score, the opponent's, and who led last. Let D[n](s) be the probability of more than
n further changes. A turn leads to s', or ends the game, with or without a change:

    D[n](s) = sum over s' without a change of P(s') D[n](s') + sum over s' with one of P(s') D[n - 1](s'),

where D[-1] is 1, also for a change that ends the game, and D[n] is 0 after any other end. Given D[n - 1],
this is the expectation until the next change, as in `means.py`. So each n takes one pass, games of any length
are included, and no probability is computed as a difference.
"""

import numpy as np

from solvers.arrays import Array
from solvers.length.means import Expectations, Paid
from solvers.turns.played import PlayedTurns


def more_changes(least_score: int, turns: PlayedTurns, most: int, who: str) -> Array:
    """Return the probabilities of more than n further changes, float64[n, banked, opponent, leader].

    NaN where there is no state, as in `means.expected`.

    Parameters
    ----------
    least_score : least score of a turn
    turns : turns of both players, played out
    most : the greatest n
    who : names the players in an error

    Raises
    ------
    NotConverged
        if the probability to ever win is 0 or near underflow
    """
    size = (3, *turns.row.shape)
    never, at_once = np.zeros(size), np.ones(size)
    # Probability that the game ends or the lead changes; both end this expectation.
    found = Expectations(least_score, turns, Paid(0.0, 0.0, 0.0, never), Paid(0.0, 0.0, 1.0, at_once), who)
    tables = [found.of(Paid(0.0, 1.0, 0.0, never))]
    for _ in range(most):
        tables.append(found.of(Paid(0.0, 0.0, 0.0, tables[-1])))
    # Sums of probabilities, which rounding may leave above 1.
    return np.minimum(np.stack(tables).transpose(0, 2, 3, 1), 1.0)
