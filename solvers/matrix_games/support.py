"""The probabilities on a support: the equations of a basis, solved from the given payoffs.

Each pivot adds rounding to the tableau, but not to the basis itself. With B the scaled payoffs of the
support, a square matrix, y solves B y = 1 and x solves x B = 1. Gaussian elimination with row exchanges
leaves a residual of rounding only, and the gap of the game depends on that.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.jit import jit
from solvers.linear.elimination import eliminate
from solvers.matrix_games.simplex import Scale, Workspace


@jit
def play(
    payoff: Array,
    shape: tuple[int, int],
    scale: Scale,
    space: Workspace,
    out_rows: Array,
    out_columns: Array,
) -> None:
    """Compute both players' strategies from an optimal tableau.

    Parameters
    ----------
    payoff : float64[row, column] or larger, to the row player
    shape : (rows, columns) in use
    scale : scaling of the payoffs in use
    space : work arrays; `in_row` and `in_column` are those of an optimal tableau, and all others except the
        tableau are written
    out_rows, out_columns : float64[row], float64[column] or longer, probabilities, written
    """
    size = _collect(shape, space, out_rows, out_columns)
    used = space.used
    basis = space.basis
    for i in range(size):
        for j in range(size):
            basis[i, j] = 1.0 + (payoff[used[0, i], used[1, j]] - scale.least) / scale.span
    _solve(size, space)
    _spread(shape[1], used[1, :size], space.answer, out_columns)
    for i in range(size):
        for j in range(i):
            basis[i, j], basis[j, i] = basis[j, i], basis[i, j]
    _solve(size, space)
    _spread(shape[0], used[0, :size], space.answer, out_rows)


@jit
def _collect(shape: tuple[int, int], space: Workspace, out_rows: Array, out_columns: Array) -> int:
    """List the rows whose slack left the basis and the columns that entered it.

    Parameters
    ----------
    shape : (rows, columns) in use
    space : work arrays; `in_row` and `in_column` are read; `used` becomes the rows and the columns, each
        ascending
    out_rows, out_columns : float64[row], float64[column] or longer, written: 1 if listed, else 0

    Returns
    -------
    the number of rows, which is also that of columns
    """
    rows, columns = shape
    out_rows[:rows] = 0.0
    out_columns[:columns] = 0.0
    for i in range(rows):
        if space.in_row[i] < columns:
            out_columns[space.in_row[i]] = 1.0
    for j in range(columns):
        if space.in_column[j] >= columns:
            out_rows[space.in_column[j] - columns] = 1.0
    _list(out_columns[:columns], space.used[1])
    return _list(out_rows[:rows], space.used[0])


@jit
def _list(marks: Array, out: Integers) -> int:
    """List the marked indices; return their number.

    Parameters
    ----------
    marks : float64[index], more than 0 where marked
    out : int64[place] or longer, becomes the marked indices, ascending
    """
    size = 0
    for index in range(marks.size):
        if marks[index] > 0.0:
            out[size] = index
            size += 1
    return size


@jit
def _spread(count: int, used: Integers, weights: Array, out: Array) -> None:
    """Normalise the weights of a support to probabilities of all choices.

    Parameters
    ----------
    count : number of choices
    used : int64[place], indices of the support
    weights : float64[place] or longer, weights on the support; negative ones are rounding and count as 0
    out : float64[choice] or longer, probabilities, written
    """
    out[:count] = 0.0
    total = 0.0
    for index in range(used.size):
        total += max(weights[index], 0.0)
    for index in range(used.size):
        out[used[index]] = max(weights[index], 0.0) / total


@jit
def _solve(size: int, space: Workspace) -> None:
    """Solve the equations basis answer = 1.

    Parameters
    ----------
    size : number of equations
    space : work arrays; `basis` is read; `answer`, NaN without a solution, and `factors` are written
    """
    for i in range(size):
        space.answer[i] = 1.0
        for j in range(size):
            space.factors[i, j] = space.basis[i, j]
    # Every basis is solved; one without a solution shows in the gap.
    if not eliminate(space.factors, space.answer[:size], 0.0):
        space.answer[:size] = np.nan
