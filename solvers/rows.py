"""Rows of arrays, copied one number after the other.

NumPy's `out[:] = row` makes Numba compile the words of its error about shapes, too, which takes two seconds.
"""

from typing import Any

from numpy.typing import NDArray

from solvers.jit import jit_inline


@jit_inline
def copy_row(row: NDArray[Any], out: NDArray[Any]) -> None:
    """Copy a row.

    Parameters
    ----------
    row : [place], no shorter than `out`
    out : [place], written whole
    """
    for place in range(len(out)):
        out[place] = row[place]


@jit_inline
def keep_greater(row: NDArray[Any], out: NDArray[Any]) -> None:
    """Keep the greater of two rows, place by place; what is no number stays.

    Parameters
    ----------
    row : [place], no shorter than `out`
    out : [place], read and written
    """
    for place in range(len(out)):
        known = out[place]
        other = row[place]
        out[place] = known if known >= other or known != known else other


@jit_inline
def equal(row: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two rows have the same numbers.

    Parameters
    ----------
    row, other : [place], as long as each other
    """
    same = True
    for place in range(len(row)):
        same &= row[place] == other[place]
    return same
