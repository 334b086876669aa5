"""What is played on a support: the equations of a basis, solved from the payoffs as they were given.

The tableau has gone through as many roundings as there were pivots. Its basis has not: with B the scaled
payoffs of the rows and columns in use, a square matrix, y solves B y = 1 and x solves x B = 1. Gaussian
elimination with row exchanges leaves no more than rounding unsolved, and that is what the gap of the game
depends on.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.jit import jit
from solvers.matrix_games.elimination import eliminate
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
    """Both players' strategies from an optimal tableau.

    Parameters
    ----------
    payoff : float64[row, column] or larger, to the row player
    shape : (rows, columns) in use
    scale : of the payoffs in use
    space : its `in_row` and `in_column` are those of an optimal tableau; all but these and the tableau is
        written
    out_rows, out_columns : float64[row], float64[column] or longer, become probabilities
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
    """List the rows whose slack has left and the columns that have come in.

    Parameters
    ----------
    shape : (rows, columns) in use
    space : `in_row` and `in_column` are read; `used` becomes the rows and the columns, each ascending
    out_rows, out_columns : float64[row], float64[column] or longer, become 1 where used, else 0

    Returns
    -------
    how many rows are used, and as many columns
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
    """List where there are marks; returns how many there are.

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
    """Turn the weights of what is used into probabilities of all.

    Parameters
    ----------
    count : how many choices there are
    used : int64[place], the choices in use
    weights : float64[place] or longer, of the choices in use; one below 0 is rounding, and counts as 0
    out : float64[choice] or longer, becomes probabilities
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
    size : how many equations there are
    space : `basis` is read; `answer` and `factors` are written, the answer NaN if there is none
    """
    for i in range(size):
        space.answer[i] = 1.0
        for j in range(size):
            space.factors[i, j] = space.basis[i, j]
    # Whatever the basis of the tableau is, it is solved; one without a solution shows in the gap.
    if not eliminate(space.factors, space.answer[:size], 0.0):
        space.answer[:size] = np.nan
