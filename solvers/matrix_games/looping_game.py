"""A matrix game that is played again until it ends.

Rows and columns say what the round pays and with which chance it is the last; otherwise the very same game
comes again:

    value = value of the matrix  payoff + (1 - leave) value,   that is, of  payoff - value leave  it is 0:

a game of ratios (one state of the stochastic games of Shapley 1953), whose value is the ratio of what is paid
to the chance to leave, x payoff y / x leave y. The value of payoff - v leave falls in v, at least as fast as
the least chance to leave, so there is one such v. Newton's step from v is the ratio for strategies that are
optimal at v. Each v tells on which side of the solution it is; a step that leaves what is still possible is
replaced by a surer one, so that the iteration cannot run in circles. The chance to leave is asked for, and
not the chance to stay, so that it keeps its digits where it is small.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.jit import jit
from solvers.matrix_games import matrix_game
from solvers.matrix_games.simplex import Workspace, workspace

MOST_STEPS = 100
# Steps by Newton alone; then every other one halves what is possible.
MOST_NEWTON = 20
# Steps smaller than this are rounding.
LEAST_STEP = 4e-16


@dataclass(frozen=True)
class LoopingGame:
    """An equilibrium of a matrix game that is played again until it ends.

    Attributes
    ----------
    value : what the row player gets in all
    rows, columns : float64[row], float64[column], probabilities of both players, in each round anew
    gap : what both players together could gain by deviating in one round
    """

    value: float
    rows: Array
    columns: Array
    gap: float


def solve(payoff: ArrayLike, leave: ArrayLike) -> LoopingGame:
    """Solve a game that is played again until it ends.

    Parameters
    ----------
    payoff : float64[row, column], what the row player gets in a round on average, and the column player pays
    leave : float64[row, column], chance that the round is the last, more than 0 and at most 1

    Raises
    ------
    InvalidRules
        if there are no such matrices
    NotConverged
        if the gap is larger than `matrix_game.LARGEST_GAP`, times the span of the payoffs if that is more
        than 1

    Examples
    --------
    Who is caught pays 1, and the game ends; who is not looks again with chance 1/2.

    >>> found = solve([[1, 0], [0, 1]], [[1, 0.5], [0.5, 1]])
    >>> round(found.value, 12), found.rows
    (0.666666666667, array([0.5, 0.5]))
    """
    paid, leaving = np.ascontiguousarray(payoff, np.float64), np.ascontiguousarray(leave, np.float64)
    if paid.ndim != 2 or paid.size == 0 or paid.shape != leaving.shape:
        raise expected(
            "payoff",
            "a row and a column or more, and a chance to leave for each entry",
            (paid.shape, leaving.shape),
        )
    if not np.isfinite(paid).all():
        raise expected("payoff", "finite numbers", float(paid[~np.isfinite(paid)][0]))
    if not ((leaving > 0) & (leaving <= 1)).all():
        raise expected(
            "leave", "chances more than 0 and at most 1", float(leaving[~((leaving > 0) & (leaving <= 1))][0])
        )
    rows, columns, net = np.zeros(paid.shape[0]), np.zeros(paid.shape[1]), np.empty(paid.shape)
    value, gap = equilibrium(paid, leaving, paid.shape, 0.0, net, workspace(*paid.shape), rows, columns)
    tolerance = matrix_game.LARGEST_GAP * max(1.0, float(np.ptp(net)))
    if not gap <= tolerance:
        raise NotConverged(
            f"gap: expected at most {tolerance}, got {gap} ({rows.size} x {columns.size} payoffs)."
        )
    return LoopingGame(value, rows, columns, gap)


@jit
def equilibrium(
    payoff: Array,
    leave: Array,
    shape: tuple[int, int],
    start: float,
    net: Array,
    space: Workspace,
    out_rows: Array,
    out_columns: Array,
) -> tuple[float, float]:
    """Value and gap; infinity for the gap if the value did not settle.

    Parameters
    ----------
    payoff : float64[row, column] or larger, what the row player gets in a round
    leave : float64[row, column] or larger, chance that the round is the last
    shape : (rows, columns) in use
    start : where Newton's steps begin
    net : float64[row, column] or larger, becomes payoff - value leave
    space : for as many rows and columns or more; written
    out_rows, out_columns : float64[row], float64[column] or longer, become both players' probabilities
    """
    value = start
    lower = -np.inf
    upper = np.inf
    for step in range(MOST_STEPS):
        _subtract(payoff, leave, shape, value, net)
        missing, gap = matrix_game.equilibrium(net, shape, space, out_rows, out_columns)
        if not np.isfinite(gap):
            return value, gap
        leaving = _expected(leave, shape, out_rows, out_columns)
        ahead = missing / leaving
        if abs(ahead) <= LEAST_STEP * max(1.0, abs(value)):
            return value, gap
        # The value of the net game falls at most as fast as chances to leave can be, which is 1.
        if missing > 0.0:
            lower = max(lower, value + missing)
        else:
            upper = min(upper, value + missing)
        following = value + ahead
        if not lower <= following <= upper or (step >= MOST_NEWTON and step % 2 == 0):
            following = 0.5 * (lower + upper) if upper - lower < np.inf else value + missing
        if following == value:
            return value, gap
        value = following
    return value, np.inf


@jit
def _subtract(payoff: Array, leave: Array, shape: tuple[int, int], value: float, out: Array) -> None:
    """Take off what the return of the game is worth.

    Parameters
    ----------
    payoff, leave : float64[row, column] or larger
    shape : (rows, columns) in use
    value : of the game
    out : float64[row, column] or larger, becomes payoff - value leave
    """
    for i in range(shape[0]):
        for j in range(shape[1]):
            out[i, j] = payoff[i, j] - value * leave[i, j]


@jit
def _expected(chance: Array, shape: tuple[int, int], rows: Array, columns: Array) -> float:
    """What a chance is on average, both players drawing.

    Parameters
    ----------
    chance : float64[row, column] or larger
    shape : (rows, columns) in use
    rows, columns : float64[row], float64[column] or longer, both players' probabilities
    """
    total = 0.0
    for i in range(shape[0]):
        for j in range(shape[1]):
            total += rows[i] * chance[i, j] * columns[j]
    return total
