"""Handicaps: the points that one of two players starts with, so that both are as likely to win.

A handicap is given to the second player, who moves later; below 0 it is given to the first. The value of a
race has the chances for all of them, W(0, h) for h points of the second and W(h, 0) for h of the first.
"""

import numpy as np

from solvers.arrays import Array

# Chances that are as near to a half up to this are equally near.
TIE = 1e-12


def chances(value: Array) -> Array:
    """The first player's chance to win with every handicap from 1 - goal to goal - 1, float64[2 goal - 1].

    Parameters
    ----------
    value : float64[first's points, second's points], the first player's chance to win from there
    """
    return np.concatenate([value[:0:-1, 0], value[0]])


def nearest(value: Array) -> int:
    """The handicap that brings the first player's chance nearest to a half.

    Of equally near ones the one nearest to 0, and of h and -h that of the second player. Where none brings it
    to a half it is still the nearest: all but one of the points, if moving first is worth more than that.

    Parameters
    ----------
    value : float64[first's points, second's points], the first player's chance to win from there

    Examples
    --------
    >>> nearest(np.array([[0.6, 0.52, 0.4], [0.8, 0.7, 0.6], [0.9, 0.9, 0.9]]))
    1
    """
    handicaps = np.arange(1 - len(value), len(value))
    apart = np.abs(chances(value) - 0.5)
    # So that a table that is no answer has one, too: all of NaN.
    near = handicaps[~(apart > apart.min() + TIE)]
    return int(near[np.lexsort((-near, np.abs(near)))[0]])


def evened(value: Array) -> float:
    """The first player's chance to win with the nearest handicap.

    Parameters
    ----------
    value : float64[first's points, second's points], the first player's chance to win from there

    Examples
    --------
    >>> print(evened(np.array([[0.6, 0.52, 0.4], [0.8, 0.7, 0.6], [0.9, 0.9, 0.9]])))
    0.52
    """
    return float(chances(value)[nearest(value) + len(value) - 1])


def fair(value: Array) -> float:
    """The handicap that is fair on average: 3.4 points are 3 with chance 0.6 and 4 with chance 0.4.

    The first player then wins exactly half of the games. Of several pairs of neighbours that can be mixed so,
    the one whose mixture is nearest to 0. Where there is none, no mixture is as near to a half as the nearest
    whole handicap, and that is returned.

    Parameters
    ----------
    value : float64[first's points, second's points], the first player's chance to win from there

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
