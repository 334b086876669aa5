"""The fair lottery: draw one of a few handicaps so that all players win equally often.

With three or more players, a handicap is a vector of points: 0 for the first seat, some for each other seat.
With c(h) the win probabilities of all seats under handicap h, a lottery draws h with probability x(h), and is
fair if

    sum over h of x(h) c(h) = (1/n, ..., 1/n),   x >= 0.

These are n equations, so n handicaps suffice, and many sets of n do. The lottery that is chosen minimises the
mean squared distance, in points of all seats, from the nearest whole handicap, so it draws similar handicaps.
That is a linear program with n rows and a column for each handicap. The simplex method solves it, starting
from artificial handicaps that each let one seat win.

If moving first is worth more than any points, no lottery is fair. Then the largest deviation of a win
probability from 1/n is minimised: a matrix game between a player who draws the handicap and one who names a
seat and whether it wins too often or too seldom. It is solved over a few handicaps, and best responses are
added until there is none.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged
from solvers.linear.elimination import eliminate
from solvers.linear.least_squares import least_squares
from solvers.linear.products import product
from solvers.matrix_games import matrix_game
from solvers.race.handicap import TIE

# Largest deviation from an equal share that counts as fair, and largest probability of a draw that counts as
# 0.
ROUNDING = 1e-13
# Least reduced cost of a handicap that enters the basis, in squared points times their worth in probability.
LEAST_SAVING = 1e-10
# After this many steps the first column with a reduced cost enters (Bland's rule), which cannot cycle.
MOST_STEEPEST = 500
MOST_STEPS = 100_000


class Lottery(NamedTuple):
    """Handicaps of which one is drawn, the most likely first.

    Attributes
    ----------
    points : int64[option, seat], points of each seat
    chance : float64[option], probability to draw it
    wins : float64[seat], win probability before the draw
    """

    points: Integers
    chance: Array
    wins: Array


def by_handicap(value: Array) -> tuple[Integers, Array]:
    """Return all handicaps, int64[handicap, seat], and their win probabilities, float64[handicap, seat].

    The first seat has no points; the others have any number below the goal.

    Parameters
    ----------
    value : float64[..., seat], win probability of every seat by the scores in the order of moving; one
        dimension of scores for each seat, or one for all
    """
    players = value.shape[-1]
    by_state = value.reshape(-1, players)
    goal = round(len(by_state) ** (1.0 / players))
    others = np.indices((goal,) * (players - 1)).reshape(players - 1, -1).T
    return np.insert(others, 0, 0, axis=1), by_state[: goal ** (players - 1)]


def nearest(points: Integers, wins: Array) -> int:
    """Return the index of the whole handicap with win probabilities nearest to an equal share.

    It minimises the largest deviation; ties go to the least sum of points, then to the least points of the
    second seat, of the third, and so on.

    Parameters
    ----------
    points, wins : [handicap, seat], from `by_handicap`
    """
    apart = np.abs(wins - 1.0 / wins.shape[1]).max(axis=1)
    near = np.flatnonzero(~(apart > apart.min() + TIE))
    return int(near[points[near].sum(axis=1).argmin()])


def fair_lottery(value: Array) -> Lottery:
    """Return the fair lottery nearest to the nearest whole handicap; if none is fair, the nearest to fair.

    Parameters
    ----------
    value : float64[..., seat], as for `by_handicap`

    Raises
    ------
    NotConverged
        if the simplex method does not end

    Examples
    --------
    With three players in turn, the first wins more often, whoever else gets the only point.

    >>> first, second, third = (0.5, 0.3, 0.2), (0.3, 0.6, 0.1), (0.3, 0.2, 0.5)
    >>> value = np.array([first, third, second, (0.2, 0.4, 0.4)] + 4 * [(1.0, 0.0, 0.0)])
    >>> drawn = fair_lottery(value)
    >>> print(sorted(drawn.points.tolist()), drawn.wins.round(6))
    [[0, 0, 0], [0, 0, 1], [0, 1, 1]] [0.333333 0.333333 0.333333]
    """
    points, wins = by_handicap(value)
    whole = nearest(points, wins)
    drawn = [whole]
    # A damaged table has a lottery, too: all NaN.
    if np.isfinite(wins).all():
        cost = np.square(points - points[whole]).sum(axis=1).astype(np.float64)
        found = _cheapest(wins, cost)
        drawn = _nearest_to_fair(wins, whole) if found is None else found
    chance = chances_of(wins[drawn])
    order = np.lexsort((*points[drawn].T[::-1], -chance))
    some = np.array(drawn)[order][chance[order] > ROUNDING]
    chance = chances_of(wins[some])
    return Lottery(points[some], chance, product(chance, wins[some]))


def chances_of(wins: Array) -> Array:
    """Return the probabilities to draw handicaps that come nearest to an equal share, float64[handicap].

    Parameters
    ----------
    wins : float64[handicap, seat], win probabilities; not more handicaps than seats
    """
    count, players = wins.shape
    if not np.isfinite(wins).all():
        return np.full(count, 1.0 / count)
    even = np.full(players, 1.0 / players)
    chance = least_squares(wins, even, ROUNDING)
    if chance.min() >= -ROUNDING and np.abs(product(chance, wins) - even).max() <= ROUNDING:
        return np.asarray(np.maximum(chance, 0.0))
    apart = (wins - even).T
    return matrix_game.solve(np.concatenate((apart, -apart))).columns


def _nearest_to_fair(wins: Array, whole: int) -> list[int]:
    """Handicaps whose best mixture minimises the largest deviation from an equal share.

    Parameters
    ----------
    wins : float64[handicap, seat], win probabilities
    whole : index of the nearest whole handicap
    """
    apart = wins - 1.0 / wins.shape[1]
    own = [whole]
    while True:
        game = matrix_game.solve(np.concatenate((apart[own].T, -apart[own].T)))
        above, below = np.split(game.rows, 2)
        worth = product(apart, above - below)
        reply = int(worth.argmin())
        if reply in own or worth[reply] > game.value - ROUNDING:
            return [one for one, chance in zip(own, game.columns, strict=True) if chance > ROUNDING]
        own.append(reply)


def _cheapest(wins: Array, cost: Array) -> list[int] | None:
    """Handicaps of the fair lottery with the least cost, at most one for each seat; None if none is fair.

    Parameters
    ----------
    wins : float64[handicap, seat], win probabilities
    cost : float64[handicap]
    """
    count, players = wins.shape
    columns = np.concatenate((wins, np.eye(players)))
    imagined = np.arange(count + players) >= count
    basis = np.arange(count, count + players)
    level = _simplex(columns, imagined.astype(np.float64), basis, count + players)
    if level[imagined[basis]].sum() > ROUNDING:
        return None
    _simplex(columns, np.concatenate((cost, np.zeros(players))), basis, count)
    return [int(one) for one in basis if one < count]


def _simplex(columns: Array, cost: Array, basis: Integers, end: int) -> Array:
    """Minimise the cost of a fair mixture by the simplex method; returns the weights, float64[row].

    Parameters
    ----------
    columns : float64[column, row]
    cost : float64[column]
    basis : int64[row], indices of the basic columns, changed in place
    end : index of the first column that must not enter; if such a column is basic, it leaves at the first
        chance

    Raises
    ------
    NotConverged
        if it does not end within MOST_STEPS steps
    """
    even = np.full(basis.size, 1.0 / basis.size)
    for step in range(MOST_STEPS):
        used = columns[basis].T
        level = _solved(used, even)
        price = _solved(used.T, cost[basis])
        saving = product(columns, price) - cost
        saving[basis] = 0.0
        saving[end:] = 0.0
        enough = LEAST_SAVING * max(1.0, float(np.abs(price).max()))
        better = saving > enough
        if not better.any():
            return np.asarray(level)
        enters = int(better.argmax() if step > MOST_STEEPEST else saving.argmax())
        falls = _solved(used, columns[enters])
        ratio = np.full(basis.size, np.inf)
        down = falls > ROUNDING
        ratio[down] = np.maximum(level[down], 0.0) / falls[down]
        ratio[(basis >= end) & (np.abs(falls) > ROUNDING)] = 0.0
        ties = np.flatnonzero(ratio <= ratio.min())
        basis[ties[basis[ties].argmin()]] = enters
    raise NotConverged(f"fair lottery: expected an end within {MOST_STEPS} steps, got none.")


def _solved(matrix: Array, right: Array) -> Array:
    """The solution of linear equations, float64[unknown].

    Parameters
    ----------
    matrix : float64[row, unknown]
    right : float64[row]

    Raises
    ------
    NotConverged
        if the equations do not determine the unknowns
    """
    out = right.copy()
    if not eliminate(np.array(matrix, order="C"), out, 0.0):
        raise NotConverged("fair lottery: expected handicaps that determine it, got some that do not.")
    return out
