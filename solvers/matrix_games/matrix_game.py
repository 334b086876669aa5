"""A zero-sum matrix game, solved to the last digits.

A saddle point, an entry that is the least of its row and the greatest of its column, is tried first; among
several, the first row and the first column. Otherwise `simplex.py` finds the support, and `support.py` the
probabilities on it. The *gap* is the sum of what the players could gain by deviating, and is zero in
equilibrium only:

    gap = max over rows of (payoff y) - min over columns of (x payoff).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.jit import jit
from solvers.matrix_games.simplex import OPTIMAL, Scale, Workspace, optimise, workspace
from solvers.matrix_games.support import play

# Largest accepted gap, relative to the span of the payoffs if that is more than 1.
LARGEST_GAP = 1e-12


@dataclass(frozen=True)
class MatrixGame:
    """An equilibrium of a matrix game.

    Attributes
    ----------
    value : expected payoff, from the column player to the row player
    rows : float64[row], probabilities of the row player
    columns : float64[column], probabilities of the column player
    gap : sum of what the players could gain by deviating
    """

    value: float
    rows: Array
    columns: Array
    gap: float


def solve(payoff: ArrayLike) -> MatrixGame:
    """Solve a zero-sum game of two players.

    Parameters
    ----------
    payoff : float64[row, column], what the column player pays to the row player; finite, and not empty

    Raises
    ------
    InvalidRules
        if the matrix is empty or has infinite entries
    NotConverged
        if the gap is larger than LARGEST_GAP

    Examples
    --------
    Two players show one finger or two. The first gets the sum of the fingers if it is odd, and pays it
    otherwise (Ferguson, Game Theory).

    >>> found = solve([[-2, 3], [3, -4]])
    >>> round(12 * found.value, 12), (12 * found.rows).round(12)
    (1.0, array([7., 5.]))
    """
    matrix = np.ascontiguousarray(payoff, np.float64)
    if matrix.ndim != 2 or matrix.size == 0:
        raise expected("payoff", "a row and a column or more", matrix.shape)
    if not np.isfinite(matrix).all():
        raise expected("payoff", "finite numbers", float(matrix[~np.isfinite(matrix)][0]))
    rows, columns = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    span = float(matrix.max() - matrix.min())
    value, gap = equilibrium(matrix, matrix.shape, workspace(*matrix.shape), rows, columns)
    if not gap <= LARGEST_GAP * max(1.0, span):
        raise NotConverged(
            f"gap: expected at most {LARGEST_GAP * max(1.0, span)}, got {gap} ({rows.size} x {columns.size}"
            " payoffs)."
        )
    return MatrixGame(value, rows, columns, gap)


@jit
def equilibrium(
    payoff: Array, shape: tuple[int, int], space: Workspace, out_rows: Array, out_columns: Array
) -> tuple[float, float]:
    """Compute an equilibrium; return its value and gap, which is infinite if the simplex method did not end.

    Parameters
    ----------
    payoff : float64[row, column] or larger
    shape : (rows, columns) in use
    space : work arrays, at least as large; written
    out_rows, out_columns : float64[row], float64[column] or longer, both players' probabilities, written
    """
    rows, columns = shape
    if _saddle_point(payoff, shape, out_rows, out_columns):
        return _value_and_gap(payoff, shape, out_rows, out_columns)
    least = np.inf
    greatest = -np.inf
    for i in range(rows):
        for j in range(columns):
            least = min(least, payoff[i, j])
            greatest = max(greatest, payoff[i, j])
    scale = Scale(least, greatest - least)
    if optimise(payoff, shape, scale, space) != OPTIMAL:
        return 0.0, np.inf
    play(payoff, shape, scale, space, out_rows, out_columns)
    return _value_and_gap(payoff, shape, out_rows, out_columns)


@jit
def _saddle_point(payoff: Array, shape: tuple[int, int], out_rows: Array, out_columns: Array) -> bool:
    """Find the first saddle point; return whether there is one.

    Parameters
    ----------
    payoff : float64[row, column] or larger
    shape : (rows, columns) in use
    out_rows, out_columns : float64[row], float64[column] or longer, written: 1 at the saddle point, else 0
    """
    rows, columns = shape
    best_row = 0
    lower = -np.inf
    best_column = 0
    upper = np.inf
    for i in range(rows):
        least = np.inf
        for j in range(columns):
            least = min(least, payoff[i, j])
        if least > lower:
            best_row = i
            lower = least
    for j in range(columns):
        greatest = -np.inf
        for i in range(rows):
            greatest = max(greatest, payoff[i, j])
        if greatest < upper:
            best_column = j
            upper = greatest
    if lower < upper:
        return False
    out_rows[:rows] = 0.0
    out_columns[:columns] = 0.0
    out_rows[best_row] = 1.0
    out_columns[best_column] = 1.0
    return True


@jit
def _value_and_gap(payoff: Array, shape: tuple[int, int], rows: Array, columns: Array) -> tuple[float, float]:
    """The value of two strategies against each other, and their gap.

    Parameters
    ----------
    payoff : float64[row, column] or larger
    shape : (rows, columns) in use
    rows, columns : float64[row], float64[column] or longer, both players' probabilities
    """
    best = -np.inf
    worst = np.inf
    value = 0.0
    for i in range(shape[0]):
        worth = 0.0
        for j in range(shape[1]):
            worth += payoff[i, j] * columns[j]
        best = max(best, worth)
        value += rows[i] * worth
    for j in range(shape[1]):
        worth = 0.0
        for i in range(shape[0]):
            worth += rows[i] * payoff[i, j]
        worst = min(worst, worth)
    return value, best - worst
