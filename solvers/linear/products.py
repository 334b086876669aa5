"""Products of arrays that add up in the order of the terms."""

import math

import numpy as np

from solvers.arrays import Array, Integers
from solvers.jit import jit


def product(left: Array, right: Array | Integers) -> Array:
    """Return `left @ right`, with the same bits on every machine.

    Parameters
    ----------
    left : float64[..., term]
    right : float64[term, ...] or int64, with one more dimension at most

    Returns
    -------
    float64[..., ...], the dimensions of both but for the terms

    Examples
    --------
    >>> print(product(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([10, 1])))
    [12. 34.]
    """
    terms, rows, columns = len(right), math.prod(left.shape[:-1]), math.prod(right.shape[1:])
    out = np.zeros(left.shape[:-1] + right.shape[1:])
    _add(
        np.ascontiguousarray(left).reshape(rows, terms),
        np.ascontiguousarray(right, np.float64).reshape(terms, columns),
        out.reshape(rows, columns),
    )
    return out


def length(vector: Array) -> float:
    """Return the Euclidean length of float64[...], with the same bits on every machine."""
    return math.sqrt(product(vector.ravel(), vector.ravel()))


@jit
def _add(left: Array, right: Array, out: Array) -> None:
    """Add a product.

    Parameters
    ----------
    left, right : float64[row, term], float64[term, column]
    out : float64[row, column], added to
    """
    for row in range(out.shape[0]):
        for term in range(right.shape[0]):
            for column in range(out.shape[1]):
                out[row, column] += left[row, term] * right[term, column]
