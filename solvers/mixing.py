"""Where rounds lead to that contract slowly: a mixture of what the last ones came to.

A round is given values x and comes to g(x); those that stay are asked for. As long as no choice changes g is
affine. So of all mixtures of the last rounds, with weights that add up to 1, one is changed least by a round:
the weights solve a least-squares problem, and the next round starts from that mixture of the g(x) (Anderson
1965). Plain rounds shrink what is left by a factor that is nearly 1, or nearly -1; mixtures need a few rounds
for each such factor.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from solvers.arrays import Array

# Differences of changes that may be rounding would make steps of any length.
ROUNDING = 1e-14
# So many values, from all over them, tell how rounds are mixed best.
ENOUGH = 500


def mixed(given: Sequence[Array], came: Sequence[Array]) -> Array:
    """The mixture of what rounds came to that a round would change least; the last, if it is none of chances.

    Parameters
    ----------
    given, came : for each round float64[value], what it was given and what it came to
    """
    some = slice(None, None, 1 + len(came[-1]) // ENOUGH)
    changes = np.array([own[some] - before[some] for before, own in zip(given, came, strict=True)])
    left, size, right = np.linalg.svd(np.diff(changes, axis=0), full_matrices=False)
    tells = size > ROUNDING
    weights = left[:, tells] @ (right[tells] @ changes[-1] / size[tells])
    mixture: Array = came[-1].copy()
    # One after the other, as there may be many values.
    for weight, (before, own) in zip(weights, pairwise(came), strict=True):
        mixture -= weight * (own - before)
    return mixture if ((mixture >= 0.0) & (mixture <= 1.0)).all() else came[-1]
