"""The simplex method for a matrix game.

With all payoffs B positive, the game is the pair of linear programs (Dantzig 1951)

    max sum of y  with  B y <= 1, y >= 0        and its dual        min sum of x  with  x B >= 1, x >= 0;

y and x, divided by their sums, are optimal strategies, and one over the sum is the value. The slack basis is
feasible, so one phase suffices. The tableau is condensed: a row for each basic variable and a column for each
other one; a pivot exchanges two of them. At the end, the basic y are the columns of the support, and the
slacks that left the basis are its rows. There are equally many of both. Their probabilities solve two square
systems of equations, which `support.py` solves from the given payoffs.

The column with the most negative reduced cost enters. After as many pivots without gain as there are
variables, the first column with a negative one enters, and among equal rows the one with the first variable
leaves (Bland 1977), so that degenerate games end, too.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.jit import jit, jit_inline

# Payoffs are scaled to 1 to 2. Smaller entries of the tableau are the rounding of some hundred pivots and
# count as 0.
PIVOT_ROUNDING = 1e-12
# Limit of pivots for each row and column; random games take less than 3.
MOST_PIVOTS = 50
OPTIMAL, UNFINISHED = 0, 1


class Scale(NamedTuple):
    """The scaling of payoffs to numbers from 1 to 2: 1 + (payoff - least) / span.

    Attributes
    ----------
    least : least payoff
    span : greatest payoff minus the least, more than 0
    """

    least: float
    span: float


class Workspace(NamedTuple):
    """Work arrays for games up to a number of rows and columns.

    Attributes
    ----------
    tableau : float64[row + 1, column + 1], reduced costs in the last row, right-hand sides in the last column
    in_row : int64[row], variable of each row: a column of the game, or number of columns + row for a slack
    in_column : int64[column], variable of each column
    used : int64[2, size], rows and columns of the support; size is the lesser of rows and columns
    basis : float64[size, size], scaled payoffs of the support
    factors : float64[size, size], a copy of the basis that elimination destroys
    answer : float64[size], solution of the equations of the basis
    """

    tableau: Array
    in_row: Integers
    in_column: Integers
    used: Integers
    basis: Array
    factors: Array
    answer: Array


def workspace(rows: int, columns: int) -> Workspace:
    """Return work arrays for games up to a number of rows and columns."""
    size = min(rows, columns)
    return Workspace(
        np.empty((rows + 1, columns + 1)),
        np.empty(rows, np.int64),
        np.empty(columns, np.int64),
        np.empty((2, size), np.int64),
        np.empty((size, size)),
        np.empty((size, size)),
        np.empty(size),
    )


@jit
def optimise(payoff: Array, shape: tuple[int, int], scale: Scale, space: Workspace) -> int:
    """Pivot to an optimal tableau.

    Parameters
    ----------
    payoff : float64[row, column] or larger, to the row player
    shape : (rows, columns) in use
    scale : scaling of the payoffs in use
    space : work arrays; tableau, `in_row` and `in_column` are written

    Returns
    -------
    OPTIMAL or UNFINISHED
    """
    rows, columns = shape
    _start(payoff, shape, scale, space)
    tableau = space.tableau
    stalled = 0
    for _ in range(MOST_PIVOTS * (rows + columns)):
        careful = stalled > rows + columns
        column = _entering(shape, careful, space)
        if column < 0:
            return OPTIMAL
        row = _leaving(shape, careful, column, space)
        before = tableau[rows, columns]
        _pivot(shape, row, column, space)
        stalled = 0 if tableau[rows, columns] > before + PIVOT_ROUNDING else stalled + 1
    return UNFINISHED


@jit
def _start(payoff: Array, shape: tuple[int, int], scale: Scale, space: Workspace) -> None:
    """Write the tableau in which every slack is basic.

    Parameters
    ----------
    payoff : float64[row, column] or larger, to the row player
    shape : (rows, columns) in use
    scale : scaling of the payoffs in use
    space : work arrays; tableau, `in_row` and `in_column` are written
    """
    rows, columns = shape
    for i in range(rows):
        for j in range(columns):
            space.tableau[i, j] = 1.0 + (payoff[i, j] - scale.least) / scale.span
        space.tableau[i, columns] = 1.0
        space.in_row[i] = columns + i
    for j in range(columns):
        space.tableau[rows, j] = -1.0
        space.in_column[j] = j
    space.tableau[rows, columns] = 0.0


@jit_inline
def _entering(shape: tuple[int, int], careful: bool, space: Workspace) -> int:
    """The column of the entering variable, -1 if none gains.

    Parameters
    ----------
    shape : (rows, columns) in use
    careful : whether the first variable with a negative reduced cost enters, instead of the most negative
    space : work arrays; tableau and `in_column` are read
    """
    rows, columns = shape
    least = -PIVOT_ROUNDING
    chosen = -1
    for j in range(columns):
        cost = space.tableau[rows, j]
        if careful:
            if cost < -PIVOT_ROUNDING and (chosen < 0 or space.in_column[j] < space.in_column[chosen]):
                chosen = j
        elif cost < least:
            chosen = j
            least = cost
    return chosen


@jit_inline
def _leaving(shape: tuple[int, int], careful: bool, column: int, space: Workspace) -> int:
    """The row of the leaving variable, the first to reach 0; -1 if none does.

    Parameters
    ----------
    shape : (rows, columns) in use
    careful : whether, among equal rows, the first variable leaves, instead of the largest pivot
    column : column of the entering variable
    space : work arrays; tableau and `in_row` are read
    """
    rows, columns = shape
    least = np.inf
    chosen = -1
    for i in range(rows):
        pivot = space.tableau[i, column]
        if pivot > PIVOT_ROUNDING:
            ratio = space.tableau[i, columns] / pivot
            if chosen < 0 or ratio < least - PIVOT_ROUNDING:
                chosen = i
                least = ratio
            elif ratio <= least + PIVOT_ROUNDING:
                better = (
                    space.in_row[i] < space.in_row[chosen]
                    if careful
                    else pivot > space.tableau[chosen, column]
                )
                if better:
                    chosen = i
                    least = min(ratio, least)
    return chosen


@jit_inline
def _pivot(shape: tuple[int, int], row: int, column: int, space: Workspace) -> None:
    """Exchange the variables of a row and a column.

    Parameters
    ----------
    shape : (rows, columns) in use
    row, column : position of the pivot
    space : work arrays; tableau, `in_row` and `in_column` are written
    """
    rows, columns = shape
    tableau = space.tableau
    inverse = 1.0 / tableau[row, column]
    for j in range(columns + 1):
        tableau[row, j] *= inverse
    tableau[row, column] = inverse
    for i in range(rows + 1):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            tableau[i, column] = 0.0
            target = tableau[i]
            source = tableau[row]
            for j in range(np.uint64(columns + 1)):
                target[j] -= factor * source[j]
            # A negative right-hand side is rounding.
            if i < rows and tableau[i, columns] < 0.0:
                tableau[i, columns] = 0.0
    space.in_row[row], space.in_column[column] = space.in_column[column], space.in_row[row]
