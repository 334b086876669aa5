"""Symmetric two-player games of value 0: an equilibrium strategy, and the range of each probability.

The range is over all equilibrium strategies. With a skew-symmetric table G of advantages, x is an equilibrium
strategy if x >= 0, its probabilities add up to 1, and no reply has an advantage over it, G x <= 0. They form
a polytope. A reply that loses to some equilibrium strategy has probability 0 in all of them. The replies that
lose to one strategy x are those with G x < 0; so with C the replies with G x = 0, every equilibrium strategy
solves

    y >= 0 on C, 0 elsewhere, sum y = 1, G y <= 0.

Let S be the choices that some equilibrium strategy uses. No choice in S loses to an equilibrium strategy, so
all solve G y = 0 on S, and one of them uses all of S and beats all other choices (Goldman & Tucker 1956). So
the polytope has the dimension of the solutions of G y = 0 on S, sum y = 1. The choices that x uses are in S.
Each other choice in C is in S if its greatest probability is positive, which a linear program finds. If x is
not unique, two linear programs for each probability find its range.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.linear.elimination import eliminate, rank
from solvers.matrix_games.pivoting import lemke

# Largest advantage of a reply over an accepted equilibrium strategy.
LARGEST_ADVANTAGE = 1e-13
# Advantages with smaller absolute values count as 0.
TIE = 1e-12
# Smaller probabilities found by a linear program count as 0.
LEAST_PROBABILITY = 1e-10


class Face(NamedTuple):
    """All equilibrium strategies.

    Attributes
    ----------
    least, greatest : float64[choice], range of each probability
    freedom : dimension of the polytope; 0 if there is only one strategy
    """

    least: Array
    greatest: Array
    freedom: int


def made_exact(advantage: Array, found: Array) -> Array:
    """Return an equilibrium strategy, float64[choice], from an approximate one by a linear program.

    Parameters
    ----------
    advantage : float64[choice, choice], probability that the first wins minus that it loses against the
        second; skew-symmetric
    found : float64[choice], a vertex of the polytope of equilibrium strategies

    Raises
    ------
    NotConverged
        if some reply has an advantage of more than LARGEST_ADVANTAGE
    """
    best = min((found, _polished(advantage, found)), key=lambda mix: _exploited(advantage, mix))
    if _exploited(advantage, best) > LARGEST_ADVANTAGE:
        raise NotConverged(
            f"advantage: expected at most {LARGEST_ADVANTAGE} over the equilibrium, got"
            f" {_exploited(advantage, best)}."
        )
    return np.asarray(best)


def symmetric_reply(worth: Array) -> Array:
    """Return a mixture that is a best response to itself, float64[choice], by Lemke's method.

    With losses K > 0 instead of values: z >= 0 with K z >= 1, and z zero where that is strict. z divided by
    its sum is the mixture.

    Parameters
    ----------
    worth : float64[choice, choice], value of the first choice against the second

    Raises
    ------
    NotConverged
        if the pivots do not end
    """
    spread = float(worth.max() - worth.min())
    losses = worth.max() - worth + 0.1 * (spread if spread > 0.0 else 1.0)
    found = lemke(losses / losses.max(), -np.ones(len(worth)))
    if not found.success:
        raise NotConverged(
            f"Lemke's method: expected an end at an equilibrium, got status {found.status} after"
            f" {found.num_iter} pivots."
        )
    mix = np.asarray(found.z.clip(min=0.0))
    return np.asarray(mix / mix.sum())


def face(advantage: Array, mix: Array) -> Face:
    """Return the range of every probability over all equilibrium strategies, from one of them.

    Parameters
    ----------
    advantage : float64[choice, choice], probability that the first wins minus that it loses against the
        second; skew-symmetric
    mix : float64[choice], an equilibrium strategy

    Raises
    ------
    NotConverged
        if a linear program does not end at an optimum
    """
    tied = np.flatnonzero(products(advantage, mix) > -TIE)
    some = np.array(
        [
            choice
            for choice in tied
            if mix[choice] > 0.0 or _extreme(advantage[:, tied], tied == choice, 1.0) > 0.0
        ]
    )
    freedom = some.size - rank(np.vstack([advantage[np.ix_(some, some)], np.ones(some.size)]), TIE)
    least, greatest = mix.copy(), mix.copy()
    if freedom:
        for choice in some:
            ends = [_extreme(advantage[:, some], some == choice, sign) for sign in (-1.0, 1.0)]
            least[choice], greatest[choice] = min(ends[0], mix[choice]), max(ends[1], mix[choice])
    return Face(least, greatest, freedom)


def products(advantage: Array, mix: Array) -> Array:
    """Return the advantage of every reply over a mixture, float64[choice], added up in a fixed order."""
    total = np.zeros(len(advantage))
    for choice in np.flatnonzero(mix):
        total += mix[choice] * advantage[:, choice]
    return total


def _exploited(advantage: Array, mix: Array) -> float:
    """The greatest advantage over a mixture, or its sum's error; infinity for a negative probability."""
    if not (mix >= 0.0).all():
        return float("inf")
    return max(float(products(advantage, mix).max()), abs(float(mix.sum()) - 1.0))


def _polished(advantage: Array, mix: Array) -> Array:
    """The strategy on the same support with exactly equal choices, if the equations determine it."""
    used = np.flatnonzero(mix > TIE)
    equations, right = np.zeros((used.size + 1, used.size + 1)), np.zeros(used.size + 1)
    equations[:-1, :-1] = advantage[np.ix_(used, used)]
    equations[:-1, -1], equations[-1, :-1], right[-1] = -1.0, 1.0, 1.0
    polished = np.zeros_like(mix)
    if eliminate(equations, right):
        polished[used] = right[:-1]
    return polished


def _extreme(advantage: Array, choice: NDArray[np.bool_], sign: float) -> float:
    """The least (-1) or greatest (1) probability of a choice over all equilibria, by a linear program."""
    from scipy.optimize import linprog

    bounds = np.zeros(len(advantage))
    found = linprog(
        -sign * choice,
        A_ub=advantage,
        b_ub=bounds,
        A_eq=np.ones((1, choice.size)),
        b_eq=[1.0],
        method="highs",
    )
    if not found.success:
        raise NotConverged(
            f"probability: expected an optimal range, got status {found.status} of the linear program."
        )
    end = float(-sign * found.fun)
    return 0.0 if abs(end) < LEAST_PROBABILITY else end
