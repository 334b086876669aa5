"""Least squares by the modified Gram-Schmidt process with pivoting (Björck 1967).

Of the rows that are left, the longest is taken, and its part is taken out of the others and of the target.
Rows that are too short then are combinations of those taken, up to rounding, and get no weight.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.jit import jit


def least_squares(rows: Array, target: Array, least: float) -> Array:
    """Return weights that minimise the length of `target - weights @ rows`, float64[row].

    Parameters
    ----------
    rows : float64[row, place]
    target : float64[place]
    least : rows of which no more than this length is left are combinations of the others

    Examples
    --------
    >>> print(least_squares(np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]), np.array([5.0, 2.0, 1.0]), 1e-14))
    [3. 2.]
    """
    count = len(rows)
    order, parts, weights = np.arange(count), np.zeros((count, count + 1)), np.zeros(count)
    taken = _take_out(rows.copy(), target.copy(), least, order, parts)
    _set_weights(order[:taken], parts, weights)
    return weights


@jit
def _take_out(left: Array, target: Array, least: float, order: Integers, parts: Array) -> int:
    """Make the rows orthonormal, one after the other.

    Parameters
    ----------
    left : float64[row, place], the rows; destroyed
    target : float64[place]; what the rows leave of it is left
    least : as for `least_squares`
    order : int64[row], all rows; those that were taken come first, in their order, afterwards
    parts : float64[step, row + target], written: how much of the row taken in this step each later row has,
        and the target, which comes last

    Returns
    -------
    the number of rows that were taken
    """
    count, places = left.shape
    for step in range(count):
        best = step
        longest = -1.0
        for other in range(step, count):
            square = 0.0
            for place in range(places):
                square += left[order[other], place] ** 2
            if square > longest:
                longest = square
                best = other
        size = np.sqrt(longest)
        if not size > least:
            return step
        order[step], order[best] = order[best], order[step]
        own = left[order[step]]
        parts[step, order[step]] = size
        for place in range(places):
            own[place] /= size
        for other in range(step + 1, count):
            parts[step, order[other]] = _taken(own, left[order[other]])
        parts[step, count] = _taken(own, target)
    return order.size


@jit
def _set_weights(order: Integers, parts: Array, weights: Array) -> None:
    """Set the weights of the rows that were taken.

    Parameters
    ----------
    order : int64[step], these rows
    parts : as `_take_out` writes them
    weights : float64[row], written; 0 on entry
    """
    for step in range(order.size - 1, -1, -1):
        part = parts[step, weights.size]
        for later in range(step + 1, order.size):
            part -= parts[step, order[later]] * weights[order[later]]
        weights[order[step]] = part / parts[step, order[step]]


@jit
def _taken(own: Array, other: Array) -> float:
    """Take the part of one row out of another.

    Parameters
    ----------
    own : float64[place], of length 1
    other : float64[place]; its part is taken out

    Returns
    -------
    the part
    """
    part = 0.0
    for place in range(own.size):
        part += own[place] * other[place]
    for place in range(own.size):
        other[place] -= part * own[place]
    return part
