"""Certificate of a lottery over handicaps: its distance from the best one, by a bound on all lotteries.

Let c(h) be the win probabilities of all seats with handicap h, and d(h) the squared distance of its points
from the nearest whole handicap. For any numbers y, one for each seat, every fair lottery x has the mean
distance

    sum of x(h) d(h) = sum of y / n + sum of x(h) (d(h) - y c(h))
                     >= sum of y / n + min over h (d(h) - y c(h)),

and for any numbers w whose absolute values add up to 1, every lottery misses an equal share in some seat by
at least

    min over h of w (c(h) - 1/n).

Good y and w come from a linear program over the handicaps near those that are drawn; handicaps that violate
the bound are added. The bound itself shows how good they are. The solver uses another method: a simplex
method of its own that starts from artificial handicaps.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers

# Probabilities that differ from an equal share by less are equal to it.
ROUNDING = 1e-12


def loss(value: Array, points: Integers) -> float:
    """Return how far a lottery over these handicaps is from the best one; infinity if it is no lottery.

    It is in probability if the lottery is not fair. Else it is in squared points, relative to what these are
    worth in probability.

    Parameters
    ----------
    value : float64[..., seat], win probability of every seat by the scores in the order of moving
    points : int[option, seat], -1 throughout for unused options
    """
    players = value.shape[-1]
    by_state = value.reshape(-1, players)
    goal = round(len(by_state) ** (1.0 / players))
    drawn = points[(points >= 0).any(axis=1)].astype(np.int64)
    if not drawn.size or drawn.min() < 0 or drawn.max() >= goal or drawn[:, 0].any():
        return np.inf
    wins = by_state[: goal ** (players - 1)]
    if not np.isfinite(wins).all():
        return np.inf
    places = drawn @ goal ** np.arange(players)[::-1]
    if np.unique(places).size < len(places):
        return np.inf
    handicaps = np.array(np.unravel_index(np.arange(len(wins)), (goal,) * (players - 1))).T
    near = (np.abs(handicaps[:, None] - drawn[None, :, 1:]).max(axis=2) <= 1).any(axis=1)
    mixture = np.linalg.lstsq(wins[places].T, np.full(players, 1.0 / players), rcond=None)[0]
    missed = np.abs(mixture @ wins[places] - 1.0 / players).max()
    if mixture.min() >= -ROUNDING and missed <= ROUNDING:
        distance = np.square(handicaps - handicaps[_nearest(handicaps, wins)]).sum(axis=1).astype(np.float64)
        return _loss_of_fair(wins, distance, float(mixture @ distance[places]), near)
    return _loss_of_unfair(wins - 1.0 / players, places, near)


def _nearest(handicaps: Integers, wins: Array) -> int:
    """The nearest whole handicap."""
    apart = np.abs(wins - 1.0 / wins.shape[1]).max(axis=1)
    near = np.flatnonzero(apart <= apart.min() + ROUNDING)
    return min(near.tolist(), key=lambda one: (int(handicaps[one].sum()), one))


def _loss_of_fair(wins: Array, distance: Array, mean: float, near: NDArray[np.bool_]) -> float:
    """How far a fair lottery's mean distance is above the bound.

    Parameters
    ----------
    wins : float64[handicap, seat], win probabilities
    distance : float64[handicap], squared distance from the nearest whole handicap
    mean : mean distance of the lottery
    near : bool[handicap], candidates for the bound
    """
    from scipy.optimize import linprog

    even = np.full(wins.shape[1], 1.0 / wins.shape[1])
    while True:
        some = np.flatnonzero(near)
        price = linprog(distance[some], A_eq=wins[some].T, b_eq=even, method="highs-ds").eqlin.marginals
        left = distance - wins @ price
        # The bound is normalised by its prices, so that rounding errors are relative to them.
        lost = (mean - even @ price - left.min()) / max(1.0, float(np.abs(price).sum()))
        if near[left.argmin()]:
            return float(max(0.0, lost))
        near[left.argmin()] = True


def _loss_of_unfair(apart: Array, places: Integers, near: NDArray[np.bool_]) -> float:
    """By how much more than the bound the best mixture of some handicaps misses an equal share.

    Parameters
    ----------
    apart : float64[handicap, seat], win probabilities minus an equal share
    places : int64[option], indices of the handicaps
    near : bool[handicap], candidates for the bound
    """
    missed = _least_missed(apart[places])[0]
    while True:
        weight = _least_missed(apart[near])[1]
        bound = apart @ weight / max(1.0, float(np.abs(weight).sum()))
        if near[bound.argmin()]:
            return float(max(0.0, missed - bound.min()))
        near[bound.argmin()] = True


def _least_missed(apart: Array) -> tuple[float, Array]:
    """How near mixtures come to an equal share, and the weights of seats that prove it, float64[seat]."""
    from scipy.optimize import linprog

    count, players = apart.shape
    rows = np.concatenate((apart.T, -apart.T))
    found = linprog(
        np.append(np.zeros(count), 1.0),
        A_ub=np.hstack((rows, -np.ones((2 * players, 1)))),
        b_ub=np.zeros(2 * players),
        A_eq=np.append(np.ones(count), 0.0)[None],
        b_eq=[1.0],
        method="highs-ds",
    )
    above, below = np.split(-found.ineqlin.marginals, 2)
    return float(found.fun), above - below
