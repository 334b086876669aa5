"""Layers of a race of several players, the states with the same sum of scores, and their parts.

Clusters, the rotations of the same scores, are listed by their first rotation, in the order of
`in_turn_of_many.clusters.layers`: by the others' scores as digits of one number, then by the next player's
score. All clusters of a layer take the same time, as the points lacking to all movers add up to players *
goal - total. So a layer is cut into parts of equal numbers of clusters.

A state is a number: its scores as digits in base goal, the mover's first.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.jit import jit_allocating, jit_inline


class Part(NamedTuple):
    """Some successive clusters of a layer.

    Attributes
    ----------
    total : sum of scores of the layer
    others : the others' scores at its beginning, as one number
    skipped : number of clusters with these others that belong to the part before
    clusters : number of its clusters
    """

    total: int
    others: int
    skipped: int
    clusters: int


def cut(goal: int, players: int, total: int, most: int) -> list[Part]:
    """Cut a layer into parts with the same number of clusters; the last one may have fewer.

    Parameters
    ----------
    goal, players : the race
    total : sum of scores of the layer
    most : number of clusters in a part

    Examples
    --------
    >>> cut(10, 3, 20, 6)
    [Part(total=20, others=2, skipped=0, clusters=6), Part(total=20, others=5, skipped=0, clusters=6)]
    """
    counts = np.zeros(goal ** (players - 2), np.int64)
    _count(goal, players, total, counts)
    before = np.concatenate([[0], counts.cumsum()])
    starts = np.arange(0, before[-1], most)
    others = np.searchsorted(before, starts, side="right") - 1
    return [
        Part(total, int(first), int(start - before[first]), int(min(most, before[-1] - start)))
        for first, start in zip(others, starts, strict=True)
    ]


def states_of(goal: int, players: int, part: Part) -> Integers:
    """Return the states of a part, int64[cluster, rotation].

    Parameters
    ----------
    goal, players : the race
    part : the part
    """
    out = np.zeros((part.clusters, players), np.int64)
    _list(goal, part.total, part.others, part.skipped, out)
    return out


def scores_of(goal: int, states: Integers) -> Integers:
    """Return the scores in clusters, int64[cluster, seat]: of the first rotation's mover, the next player.

    Parameters
    ----------
    goal : points to win
    states : int64[cluster, rotation]
    """
    return np.asarray(states // goal ** (states.shape[1] - 1))


def all_rotations(goal: int, scores: Integers) -> Integers:
    """Return the states of clusters, int64[...], in any order.

    Parameters
    ----------
    goal : points to win
    scores : int64[cluster, seat], of one rotation of each
    """
    digits = goal ** np.arange(scores.shape[1])[::-1]
    return np.concatenate([np.roll(scores, -rotation, axis=1) @ digits for rotation in range(len(digits))])


def no_table(goal: int, players: int) -> Array:
    """Return an empty table, float64[next, ..., last, x, seat] as [strip, x, seat]."""
    return np.zeros((goal ** (players - 1), goal, players))


@jit_inline
def _comes_first(scores: Integers) -> bool:
    """Whether a state is the first of its rotations.

    Parameters
    ----------
    scores : int64[seat], the mover's first
    """
    players = scores.size
    for rotation in range(1, players):
        for digit in range(1, players):
            place = digit + 1 if digit + 1 < players else 1
            other = place + rotation if place + rotation < players else place + rotation - players
            if scores[other] != scores[place]:
                if scores[other] < scores[place]:
                    return False
                break
    return True


@jit_inline
def _read_digits(goal: int, others: int, out: Integers) -> int:
    """Write the others' scores of a number; return their sum.

    Parameters
    ----------
    goal : points to win
    others : the others' scores as one number
    out : int64[seat], written from seat 2 on
    """
    total = 0
    for seat in range(out.size - 1, 1, -1):
        out[seat] = others % goal
        total += out[seat]
        others //= goal
    return total


@jit_allocating
def _count(goal: int, players: int, total: int, out: Integers) -> None:
    """Count the clusters of a layer whose first rotation has each of the others' scores.

    Parameters
    ----------
    goal, players : the race
    total : sum of scores of the layer
    out : int64[others], written
    """
    scores = np.zeros(players, np.int64)
    for others in range(out.size):
        rest = total - _read_digits(goal, others, scores)
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            scores[0] = rest - following
            scores[1] = following
            if _comes_first(scores):
                out[others] += 1


@jit_allocating
def _list(goal: int, total: int, others: int, skipped: int, out: Integers) -> None:
    """List the states of a part.

    Parameters
    ----------
    goal : points to win
    total : sum of scores of the layer
    others : the others' scores at the beginning of the part
    skipped : number of clusters with these others that come before
    out : int64[cluster, rotation], written
    """
    clusters, players = out.shape
    scores = np.zeros(players, np.int64)
    count = -skipped
    while count < clusters:
        rest = total - _read_digits(goal, others, scores)
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            scores[0] = rest - following
            scores[1] = following
            if count < clusters and _comes_first(scores):
                if count >= 0:
                    _number(goal, scores, out[count])
                count += 1
        others += 1


@jit_inline
def _number(goal: int, scores: Integers, out: Integers) -> None:
    """Compute the numbers of a cluster's states.

    Parameters
    ----------
    goal : points to win
    scores : int64[seat], of the first rotation
    out : int64[rotation], written
    """
    players = scores.size
    state = 0
    top = 1
    for seat in range(players):
        state = state * goal + scores[seat]
        top *= goal
    top //= goal
    for rotation in range(players):
        out[rotation] = state
        state = state % top * goal + state // top
