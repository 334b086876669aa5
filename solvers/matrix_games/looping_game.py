"""A matrix game that is repeated until it ends.

Each pair of row and column has a payoff and a probability to leave, with which the round is the last.
Otherwise the same game is played again:

    value = value of the matrix  payoff + (1 - leave) value,   that is, of  payoff - value leave  it is 0:

a game of ratios (one state of Shapley's stochastic games, 1953), whose value is the ratio of expected payoff
to the probability to leave, x payoff y / x leave y. The value of payoff - v leave falls in v, at least as
fast as the least probability to leave, so there is one such v. Newton's step from v is the ratio for
strategies that are optimal at v. Each v bounds the solution from one side, and a step outside the bounds is
replaced by a bisection, so that the iteration cannot cycle. The input is the probability to leave instead of
that to stay, as this keeps its digits where it is small.
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
# Number of plain Newton steps; after these every other step bisects.
MOST_NEWTON = 20
# Smaller relative steps are rounding.
LEAST_STEP = 4e-16


@dataclass(frozen=True)
class LoopingGame:
    """An equilibrium of a matrix game that is repeated until it ends.

    Attributes
    ----------
    value : expected total payoff of the row player
    rows, columns : float64[row], float64[column], both players' probabilities in each round
    gap : sum of what the players could gain by deviating in one round
    """

    value: float
    rows: Array
    columns: Array
    gap: float


def solve(payoff: ArrayLike, leave: ArrayLike) -> LoopingGame:
    """Solve a game that is repeated until it ends.

    Parameters
    ----------
    payoff : float64[row, column], expected payoff of a round to the row player; the column player pays it
    leave : float64[row, column], probability that the round is the last, more than 0 and at most 1

    Raises
    ------
    InvalidRules
        if the matrices have other shapes or values
    NotConverged
        if the gap exceeds `matrix_game.LARGEST_GAP`, times the span of the payoffs if that is more than 1

    Examples
    --------
    A player who is caught pays 1, and the game ends; otherwise it goes on with probability 1/2.

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
    """Compute an equilibrium; return its value and gap, which is infinite if the value did not settle.

    Parameters
    ----------
    payoff : float64[row, column] or larger, payoff of a round to the row player
    leave : float64[row, column] or larger, probability that the round is the last
    shape : (rows, columns) in use
    start : first guess of the value
    net : float64[row, column] or larger, becomes payoff - value leave
    space : work arrays, at least as large; written
    out_rows, out_columns : float64[row], float64[column] or longer, both players' probabilities, written
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
        # The value of the net game falls with slope at most 1, the greatest probability to leave.
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
    """Compute payoff - value leave.

    Parameters
    ----------
    payoff, leave : float64[row, column] or larger
    shape : (rows, columns) in use
    value : value of the game
    out : float64[row, column] or larger, written
    """
    for i in range(shape[0]):
        for j in range(shape[1]):
            out[i, j] = payoff[i, j] - value * leave[i, j]


@jit
def _expected(chance: Array, shape: tuple[int, int], rows: Array, columns: Array) -> float:
    """The mean of a matrix of probabilities under both players' strategies.

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
