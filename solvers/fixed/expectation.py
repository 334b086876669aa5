"""What is expected of a turn that scores, for a row of states at once."""

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit


@jit
def expect(
    chance: Array, after: Array, where: tuple[int, int, int], span: tuple[int, int], out: Array
) -> None:
    """Expectation over the gains k of a turn that scores, for the j of a span: after[row + k, j + column +
    step k].

    Parameters
    ----------
    chance : float64[k]
    after : float64[row, j]
    where : row, column, step
    span : first j, and the one after the last
    out : float64[j], written inside the span
    """
    first, last = np.uint64(span[0]), np.uint64(span[1])
    for j in range(first, last):
        out[j] = 0.0
    for k in range(chance.size):
        p, row, column = chance[k], np.uint64(where[0] + k), np.uint64(where[1] + where[2] * k)
        if p > 0.0:
            for j in range(first, last):
                out[j] += p * after[row, j + column]
