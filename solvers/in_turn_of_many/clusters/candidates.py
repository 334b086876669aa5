"""Policies that the rotations of a cluster may take, and all ways to combine them.

A rotation's best reply depends on one number, what a bust is worth to its mover, and goes through a list of
*candidates* as that rises from 0 to 1. At the limit between two neighbours it may mix them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.jit import jit

# A turn of Pig has fewer than one for each point of the goal.
MOST_CANDIDATES = 2**12


class Candidates(NamedTuple):
    """The candidates of all rotations.

    Attributes
    ----------
    counts : int64[rotation], how many there are
    worth : float64[rotation, seat + 1, candidate], what a turn is worth, the bust left out; last its chance
        to bust
    limits : float64[rotation, 2, candidate], the values to which it is: low < bust <= high
    trial : float64[rotation, seat + 1, 1], `worth` of one candidate of each
    """

    counts: Integers
    worth: Array
    limits: Array
    trial: Array


def candidates(players: int) -> Candidates:
    """Room for the candidates."""
    return Candidates(
        counts=np.zeros(players, np.int64),
        worth=np.zeros((players, players + 1, MOST_CANDIDATES)),
        limits=np.zeros((players, 2, MOST_CANDIDATES)),
        trial=np.zeros((players, players + 1, 1)),
    )


def believed_of(candidates: Candidates, taken: Integers) -> Array:
    """A value of the bust to which each candidate is the best reply, float64[rotation].

    It is well between the limits: at them, rounding would say what is done.
    """
    limits = candidates.limits[np.arange(len(taken)), :, taken]
    return np.asarray(limits.clip(0.0, 1.0).mean(axis=1))


@jit
def first_combination(
    candidates: Candidates, kept: NDArray[np.bool_], mixing: int, period: int, out: Integers
) -> bool:
    """Take the first candidate of each rotation, or pair of neighbours; returns whether each has one.

    Parameters
    ----------
    candidates : of all rotations
    kept : bool[rotation, candidate], those that are tried
    mixing : bit of each rotation that mixes
    period : after how many turns the same scores come again
    out : int64[rotation], written: the candidates, the cautious ones of two
    """
    found = True
    for rotation in range(out.size):
        out[rotation] = _following(candidates, kept, mixing, rotation % period, -1)
        found &= out[rotation] >= 0
    return found


@jit
def next_combination(
    candidates: Candidates, kept: NDArray[np.bool_], mixing: int, period: int, taken: Integers
) -> bool:
    """Go to the next combination; returns whether there is one.

    Parameters
    ----------
    candidates : of all rotations
    kept : bool[rotation, candidate], those that are tried
    mixing : bit of each rotation that mixes
    period : after how many turns the same scores come again
    taken : int64[rotation], written: the next combination
    """
    more = False
    rotation = period
    while rotation > 0 and not more:
        rotation -= 1
        following = _following(candidates, kept, mixing, rotation, taken[rotation])
        more = following >= 0
        taken[rotation] = following if more else _following(candidates, kept, mixing, rotation, -1)
    for alike in range(period, taken.size):
        taken[alike] = taken[alike - period]
    return more


@jit
def _following(candidates: Candidates, kept: NDArray[np.bool_], mixing: int, rotation: int, own: int) -> int:
    """The next candidate that a rotation may take, or mix with the one after it; -1 if there is none.

    Parameters
    ----------
    candidates : of all rotations
    kept : bool[rotation, candidate]
    mixing : bit of each rotation that mixes
    rotation : whose candidates are looked through
    own : the candidate before, -1 to look for the first
    """
    mixes = mixing >> rotation & 1
    for other in range(own + 1, candidates.counts[rotation] - mixes):
        if kept[rotation, other] and (not mixes or kept[rotation, other + 1]):
            return other
    return -1
