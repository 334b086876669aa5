"""Linear equations of which only products are known, by GMRES (Saad & Schultz 1986).

Each step asks for one product. Of all combinations of the steps, the one is taken that leaves least. After
some steps it starts again from what is left, as all steps are kept.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.linear.least_squares import least_squares
from solvers.linear.products import length, product

# Steps that are combined, and how often it starts at most.
STEPS, STARTS = 30, 20
# Of a product, relative to its length: what is left of it then is rounding.
ROUNDING = 1e-14


def gmres(times: Callable[[Array], Array], right: Array, left: float) -> Array:
    """Return x with `times(x)` near `right`, float64[unknown]; as near as STARTS starts come.

    Parameters
    ----------
    times : product of the matrix and float64[unknown]
    right : float64[unknown]
    left : length of `right - times(x)`, divided by that of `right`, at which it ends

    Examples
    --------
    >>> matrix = np.array([[2.0, 1.0], [0.0, 4.0]])
    >>> print(gmres(lambda x: product(matrix, x), np.array([4.0, 8.0]), 1e-12))
    [1. 2.]
    """
    found, off, enough = np.zeros(right.size), right, left * length(right)
    for _ in range(STARTS):
        if length(off) <= enough:
            break
        found = found + _corrected(times, off, enough)
        off = right - times(found)
    return found


def _corrected(times: Callable[[Array], Array], off: Array, enough: float) -> Array:
    """The combination of up to STEPS steps that leaves least of an error, float64[unknown].

    Parameters
    ----------
    times : as of `gmres`
    off : float64[unknown], the error
    enough : length of what is left at which it ends
    """
    # Row k of `parts` is the product of step k, in parts of all steps up to k + 1.
    parts, target = np.zeros((STEPS, STEPS + 1)), np.zeros(STEPS + 1)
    target[0] = length(off)
    steps = [off / target[0]]
    for count in range(1, STEPS + 1):
        own = parts[count - 1]
        came = times(steps[-1])
        size = length(came)
        for index, step in enumerate(steps):
            own[index] = product(step, came)
            came = came - own[index] * step
        own[count] = length(came)
        weights = least_squares(parts[:count, : count + 1], target[: count + 1], 0.0)
        missed = length(target[: count + 1] - product(weights, parts[:count, : count + 1]))
        if missed <= enough or own[count] <= ROUNDING * size:
            break
        steps.append(came / own[count])
    return product(weights, np.array(steps[: weights.size]))
