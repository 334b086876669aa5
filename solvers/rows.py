"""Operations on rows of arrays, element by element.

NumPy's `out[:] = row` makes Numba compile the text of its error about shapes, too, which takes two seconds.
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
    out : [place], overwritten
    """
    for place in range(len(out)):
        out[place] = row[place]


@jit_inline
def keep_greater(row: NDArray[Any], out: NDArray[Any]) -> None:
    """Write the greater of two rows to `out`, element by element; NaN where either is NaN.

    Parameters
    ----------
    row : [place], no shorter than `out`
    out : [place], updated
    """
    for place in range(len(out)):
        known = out[place]
        other = row[place]
        out[place] = known if known >= other or known != known else other


@jit_inline
def equal(row: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two rows are equal, element by element.

    Parameters
    ----------
    row, other : [place], of equal length
    """
    same = True
    for place in range(len(row)):
        same &= row[place] == other[place]
    return same
