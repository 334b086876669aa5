"""Matrix games of a few actions inside a kernel: the simplex method on the column player's program.

With all payoffs B positive, the column player solves

    most sum of y   with   B y <= 1, y >= 0,

whose optimum is 1 / value, whose y times the value is its strategy and whose duals times the value are the row player's (Dantzig 1951). It
starts feasible at y = 0, so there is one phase. The tableau is the condensed one, in which a pivot exchanges a row with a column.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.jit import jit, jit_inline

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
# Payoffs are scaled to 1 to 2, so that this is rounding.
ROUNDING = 1e-15


@jit
def solve_small(game: Array, tableau: Array, labels: tuple[Numbers, Numbers], out_row: Array, out_column: Array) -> None:
    """Solve one game, as well as rounding allows: how well, the caller sees by what the best deviations gain.

    Parameters
    ----------
    game : float64[row, column], what the row player gets
    tableau : float64[row + 1, column + 1] or larger, room to work
    labels : int64[row], int64[column] or larger, likewise
    out_row, out_column : become the strategies
    """
    rows, columns = game.shape
    _begin(game, tableau, labels)
    # Bland's rule ends for certain, but is slow; the steepest column nearly always ends.
    patience = 4 * (rows + columns)
    for count in range(100 * (rows + columns)):
        column = _entering(tableau, labels[1], rows, columns, count > patience)
        row = _leaving(tableau, labels[0], rows, columns, column) if column >= 0 else -1
        if row < 0:
            break
        _pivot(tableau, rows, columns, row, column)
        labels[0][row], labels[1][column] = labels[1][column], labels[0][row]
    _read(tableau, labels, out_row, out_column)


@jit_inline
def _begin(game: Array, tableau: Array, labels: tuple[Numbers, Numbers]) -> None:
    """Payoffs from 1 to 2 in a tableau whose basis is all slacks; columns are labelled 0, 1, ..., rows from there on."""
    rows, columns = game.shape
    least, most = np.inf, -np.inf
    for i in range(rows):
        for j in range(columns):
            least, most = min(least, game[i, j]), max(most, game[i, j])
    scale = 1.0 / (most - least) if most > least else 1.0
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = 1.0 + (game[i, j] - least) * scale
        tableau[i, columns] = 1.0
        labels[0][i] = columns + i
    for j in range(columns):
        tableau[rows, j] = -1.0
        labels[1][j] = j
    tableau[rows, columns] = 0.0


@jit_inline
def _entering(tableau: Array, names: Numbers, rows: int, columns: int, patient: bool) -> int:
    """The column that improves most, or the improving one of least label; -1 if none improves."""
    found, best = -1, -ROUNDING
    for j in range(columns):
        if patient:
            if tableau[rows, j] < -ROUNDING and (found < 0 or names[j] < names[found]):
                found = j
        elif tableau[rows, j] < best:
            found, best = j, tableau[rows, j]
    return found


@jit_inline
def _leaving(tableau: Array, names: Numbers, rows: int, columns: int, column: int) -> int:
    """The row that comes to its bound first, of several the one of least label."""
    found, least = -1, np.inf
    for i in range(rows):
        if tableau[i, column] > 1e-12:
            ratio = tableau[i, columns] / tableau[i, column]
            if ratio < least or (ratio == least and names[i] < names[found]):
                found, least = i, ratio
    return found


@jit_inline
def _pivot(tableau: Array, rows: int, columns: int, row: int, column: int) -> None:
    over = 1.0 / tableau[row, column]
    for j in range(columns + 1):
        tableau[row, j] *= over
    for i in range(rows + 1):
        times = tableau[i, column]
        if i != row and times != 0.0:
            for j in range(columns + 1):
                tableau[i, j] -= times * tableau[row, j]
            tableau[i, column] = -times * over
    tableau[row, column] = over


@jit_inline
def _read(tableau: Array, labels: tuple[Numbers, Numbers], out_row: Array, out_column: Array) -> None:
    """Both strategies, each added up to 1, without what is only rounding."""
    rows, columns = out_row.size, out_column.size
    out_row[:], out_column[:] = 0.0, 0.0
    for i in range(rows):
        if labels[0][i] < columns:
            out_column[labels[0][i]] = tableau[i, columns] if tableau[i, columns] > ROUNDING else 0.0
    for j in range(columns):
        if labels[1][j] >= columns:
            out_row[labels[1][j] - columns] = tableau[rows, j] if tableau[rows, j] > ROUNDING else 0.0
    _normalise(out_row)
    _normalise(out_column)


@jit_inline
def _normalise(out: Array) -> None:
    total = 0.0
    for chance in out:
        total += chance
    for index in range(out.size):
        out[index] /= total
