"""Handicaps of two players: points at the start of the game that make it as even as possible.

A positive handicap goes to the second player, a negative one to the first. The value of the race has the win
probabilities for all of them: W(0, h) with h points for the second player, and W(h, 0) with h for the first.
"""

import numpy as np

from solvers.arrays import Array

# Win probabilities whose distances from a half differ by less are equally near.
TIE = 1e-12


def chances(value: Array) -> Array:
    """Return the first player's win probability by handicap, 1 - goal to goal - 1, float64[2 goal - 1].

    Parameters
    ----------
    value : float64[first's points, second's points], the first player's win probability from these scores
    """
    return np.concatenate([value[:0:-1, 0], value[0]])


def nearest(value: Array) -> int:
    """Return the handicap with the first player's win probability nearest to a half.

    Among equally near ones it is the one nearest to 0, and of h and -h the second player's. If moving first
    is worth more than any handicap, it is goal - 1.

    Parameters
    ----------
    value : float64[first's points, second's points], the first player's win probability from these scores

    Examples
    --------
    >>> nearest(np.array([[0.6, 0.52, 0.4], [0.8, 0.7, 0.6], [0.9, 0.9, 0.9]]))
    1
    """
    handicaps = np.arange(1 - len(value), len(value))
    apart = np.abs(chances(value) - 0.5)
    # Written so that a damaged table of NaN has a handicap, too.
    near = handicaps[~(apart > apart.min() + TIE)]
    return int(near[np.lexsort((-near, np.abs(near)))[0]])


def evened(value: Array) -> float:
    """Return the first player's win probability with the nearest handicap.

    Parameters
    ----------
    value : float64[first's points, second's points], the first player's win probability from these scores

    Examples
    --------
    >>> print(evened(np.array([[0.6, 0.52, 0.4], [0.8, 0.7, 0.6], [0.9, 0.9, 0.9]])))
    0.52
    """
    return float(chances(value)[nearest(value) + len(value) - 1])


def fair(value: Array) -> float:
    """Return the fair mean handicap: 3.4 points are 3 with probability 0.6 and 4 with probability 0.4.

    The first player then wins half of the games. If several pairs of neighbouring handicaps can be mixed like
    this, it is the mixture nearest to 0. If none can, it is the nearest whole handicap.

    Parameters
    ----------
    value : float64[first's points, second's points], the first player's win probability from these scores

    Examples
    --------
    >>> print(round(fair(np.array([[0.6, 0.52, 0.42], [0.8, 0.7, 0.6], [0.9, 0.9, 0.9]])), 12))
    1.2
    >>> fair(np.array([[0.8, 0.7], [0.9, 0.8]]))
    1.0
    """
    above = chances(value) - 0.5
    at = np.flatnonzero(above[:-1] * above[1:] < 0.0)
    share = above[at] / (above[at] - above[at + 1])
    even = np.concatenate([np.flatnonzero(np.abs(above) <= TIE), at + share]) + 1 - len(value)
    if not even.size:
        return float(nearest(value))
    return float(even[np.abs(even).argmin()])
