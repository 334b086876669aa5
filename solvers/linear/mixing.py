"""Anderson mixing, which speeds up a fixed-point iteration that contracts slowly (Anderson 1965).

An iteration maps values x to g(x); a fixed point is sought. As long as no decision changes, g is affine. The
next x is a mixture of the last g(x), with weights that add up to 1 and minimise the change by one more
iteration, a least-squares problem. A plain iteration shrinks the error by a factor that may be close to 1 or
-1. A mixture needs a few iterations for each such factor.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from solvers.arrays import Array
from solvers.linear.least_squares import least_squares

# Below this, differences between changes may be rounding errors and would give steps of any length.
ROUNDING = 1e-14
# A sample of this many values, spread over all, is enough to choose the weights.
ENOUGH = 500


def mixed(given: Sequence[Array], came: Sequence[Array]) -> Array:
    """Return the mixture that one more iteration would change least; the last values if it leaves [0, 1].

    Parameters
    ----------
    given, came : for each iteration float64[value], its x and its g(x)
    """
    some = slice(None, None, 1 + len(came[-1]) // ENOUGH)
    changes = np.array([own[some] - before[some] for before, own in zip(given, came, strict=True)])
    weights = least_squares(np.diff(changes, axis=0), changes[-1], ROUNDING)
    mixture: Array = came[-1].copy()
    # One by one, as there may be too many values for a matrix of all.
    for weight, (before, own) in zip(weights, pairwise(came), strict=True):
        mixture -= weight * (own - before)
    return mixture if ((mixture >= 0.0) & (mixture <= 1.0)).all() else came[-1]
