"""How often the lead of a race of two fixed players changes: the chance of more than n changes.

From a state s, the mover's score, the other's and who led last, let D[n](s) be the chance that more than n
changes are still to come. A turn leads to s', or ends the game, with or without a change:

    D[n](s) = sum over s' without a change of P(s') D[n](s') + sum over s' with one of P(s') D[n - 1](s'),

where D[-1] is 1, also for a change that ends the game, and D[n] is 0 after any other end. Given D[n - 1] this
is what is expected until the lead changes next, in the equations of `means.py`, with busts and wipes that go
round. So each n takes one pass, games of any length are in it, and no chance is the rest of a difference.
"""

import numpy as np

from solvers.arrays import Array
from solvers.length.means import Expectations, Paid
from solvers.turns.played import PlayedTurns


def more_changes(least_score: int, turns: PlayedTurns, most: int, who: str) -> Array:
    """Chances of more than n changes of the lead still to come, float64[n, banked, opponent, leader].

    NaN where there is no state, as in `means.expected`.

    Parameters
    ----------
    least_score : what a turn scores at least
    turns : of both players, played out
    most : the greatest n
    who : whose they are, for an error

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever
    """
    size = (3, *turns.row.shape)
    never, at_once = np.zeros(size), np.ones(size)
    # The game ends, or the lead changes: either way this is over.
    found = Expectations(least_score, turns, Paid(0.0, 0.0, 0.0, never), Paid(0.0, 0.0, 1.0, at_once), who)
    tables = [found.of(Paid(0.0, 1.0, 0.0, never))]
    for _ in range(most):
        tables.append(found.of(Paid(0.0, 0.0, 0.0, tables[-1])))
    # From the first on they are sums of chances, which rounding may leave above 1.
    return np.minimum(np.stack(tables).transpose(0, 2, 3, 1), 1.0)
