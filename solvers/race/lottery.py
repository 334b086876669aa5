"""The fair lottery: a few handicaps of which one is drawn, so that all players are as likely to win.

Three players and more have one handicap for each vector of points: none for the first seat, some for each of
the others. With c(h) the chances of all seats if handicap h is played, a lottery draws h with chance x(h),
and is fair if

    sum over h of x(h) c(h) = (1/n, ..., 1/n),   x >= 0.

These are n equations, so n handicaps do, and many sets of n do. What is least is the mean of the squared
distance, in points of all seats, of what is drawn from the nearest whole handicap: then neighbours are drawn.
That is a linear program of n rows with a column for each handicap, which the simplex method solves; it starts
from imagined handicaps, each of which lets one seat win.

Where moving first is worth more than any points, nothing is fair. Then what is least is the largest
difference of a chance from 1/n: a matrix game of who draws the handicap against who names a seat, and whether
it wins too often or too seldom. It is solved over a few handicaps, and the best reply is added until there is
none.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged
from solvers.matrix_games import matrix_game
from solvers.race.handicap import TIE

# Mixed chances that miss an equal share by no more than this are fair, and shares of draws up to this none.
ROUNDING = 1e-13
# What a handicap must save to be drawn, beside squared points times what they are worth in chances.
LEAST_SAVING = 1e-10
# From here on the first column that saves something is taken, which cannot go round in a circle.
MOST_STEEPEST = 500
MOST_STEPS = 100_000


class Lottery(NamedTuple):
    """Handicaps of which one is drawn, the likeliest first.

    Attributes
    ----------
    points : int64[option, seat]
    chance : float64[option], to draw it
    wins : float64[seat], chance to win before it is drawn
    """

    points: Integers
    chance: Array
    wins: Array


def by_handicap(value: Array) -> tuple[Integers, Array]:
    """All handicaps, int64[handicap, seat], and each seat's chance to win with them, float64[handicap, seat].

    The first seat has no points, the others whatever is below the goal.

    Parameters
    ----------
    value : float64[..., seat], every seat's chance to win by the scores in the order of moving, in as many
        dimensions as there are seats or in one
    """
    players = value.shape[-1]
    by_state = value.reshape(-1, players)
    goal = round(len(by_state) ** (1.0 / players))
    others = np.indices((goal,) * (players - 1)).reshape(players - 1, -1).T
    return np.insert(others, 0, 0, axis=1), by_state[: goal ** (players - 1)]


def nearest(points: Integers, wins: Array) -> int:
    """Which whole handicap brings all chances nearest to an equal share.

    What is least is the largest difference from it; of equally near ones the sum of points, then the points
    of the second seat, of the third, and so on.

    Parameters
    ----------
    points, wins : [handicap, seat], of `by_handicap`
    """
    apart = np.abs(wins - 1.0 / wins.shape[1]).max(axis=1)
    near = np.flatnonzero(~(apart > apart.min() + TIE))
    return int(near[points[near].sum(axis=1).argmin()])


def fair_lottery(value: Array) -> Lottery:
    """The fair lottery that varies least about the nearest whole handicap; else the nearest to fair.

    Parameters
    ----------
    value : float64[..., seat], as in `by_handicap`

    Raises
    ------
    NotConverged
        if the simplex method does not end

    Examples
    --------
    Of three who move one after the other the first wins more often, whoever else gets the only point.

    >>> first, second, third = (0.5, 0.3, 0.2), (0.3, 0.6, 0.1), (0.3, 0.2, 0.5)
    >>> value = np.array([first, third, second, (0.2, 0.4, 0.4)] + 4 * [(1.0, 0.0, 0.0)])
    >>> drawn = fair_lottery(value)
    >>> print(sorted(drawn.points.tolist()), drawn.wins.round(6))
    [[0, 0, 0], [0, 0, 1], [0, 1, 1]] [0.333333 0.333333 0.333333]
    """
    points, wins = by_handicap(value)
    whole = nearest(points, wins)
    drawn = [whole]
    # A table that is no answer has a lottery, too: all of NaN.
    if np.isfinite(wins).all():
        cost = np.square(points - points[whole]).sum(axis=1).astype(np.float64)
        found = _cheapest(wins, cost)
        drawn = _nearest_to_fair(wins, whole) if found is None else found
    chance = chances_of(wins[drawn])
    order = np.lexsort((*points[drawn].T[::-1], -chance))
    some = np.array(drawn)[order][chance[order] > ROUNDING]
    return Lottery(points[some], chances_of(wins[some]), chances_of(wins[some]) @ wins[some])


def chances_of(wins: Array) -> Array:
    """How to draw among some handicaps, as near to an equal share as can be; float64[handicap].

    Parameters
    ----------
    wins : float64[handicap, seat], chances to win, not more handicaps than seats
    """
    count, players = wins.shape
    if not np.isfinite(wins).all():
        return np.full(count, 1.0 / count)
    even = np.full(players, 1.0 / players)
    chance = np.linalg.lstsq(wins.T, even, rcond=None)[0]
    if chance.min() >= -ROUNDING and np.abs(chance @ wins - even).max() <= ROUNDING:
        return np.asarray(np.maximum(chance, 0.0))
    apart = (wins - even).T
    return matrix_game.solve(np.concatenate((apart, -apart))).columns


def _nearest_to_fair(wins: Array, whole: int) -> list[int]:
    """Handicaps whose mixture has the least largest difference from an equal share.

    Parameters
    ----------
    wins : float64[handicap, seat], chances to win
    whole : the nearest alone
    """
    apart = wins - 1.0 / wins.shape[1]
    own = [whole]
    while True:
        game = matrix_game.solve(np.concatenate((apart[own].T, -apart[own].T)))
        above, below = np.split(game.rows, 2)
        worth = apart @ (above - below)
        reply = int(worth.argmin())
        if reply in own or worth[reply] > game.value - ROUNDING:
            return [one for one, chance in zip(own, game.columns, strict=True) if chance > ROUNDING]
        own.append(reply)


def _cheapest(wins: Array, cost: Array) -> list[int] | None:
    """Handicaps of the fair lottery that costs least, at most as many as seats; None if none is fair.

    Parameters
    ----------
    wins : float64[handicap, seat], chances to win
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
    """Lower the cost of an even mixture of columns as far as it goes; float64[row], how much of each is used.

    Parameters
    ----------
    columns : float64[column, row]
    cost : float64[column]
    basis : int64[row], which columns are used, changed in place
    end : columns from there on are not taken; one that is used already goes as soon as something may come

    Raises
    ------
    NotConverged
        if it does not end
    """
    even = np.full(basis.size, 1.0 / basis.size)
    for step in range(MOST_STEPS):
        used = columns[basis].T
        level = np.linalg.solve(used, even)
        price = np.linalg.solve(used.T, cost[basis])
        saving = columns @ price - cost
        saving[basis] = 0.0
        saving[end:] = 0.0
        enough = LEAST_SAVING * max(1.0, float(np.abs(price).max()))
        better = saving > enough
        if not better.any():
            return np.asarray(level)
        enters = int(better.argmax() if step > MOST_STEEPEST else saving.argmax())
        falls = np.linalg.solve(used, columns[enters])
        ratio = np.full(basis.size, np.inf)
        down = falls > ROUNDING
        ratio[down] = np.maximum(level[down], 0.0) / falls[down]
        ratio[(basis >= end) & (np.abs(falls) > ROUNDING)] = 0.0
        ties = np.flatnonzero(ratio <= ratio.min())
        basis[ties[basis[ties].argmin()]] = enters
    raise NotConverged(f"fair lottery: expected an end within {MOST_STEPS} steps, got none.")
