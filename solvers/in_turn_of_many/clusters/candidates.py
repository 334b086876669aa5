"""Policies of the rotations of a cluster, and all their combinations.

A rotation's best response depends on one number, the value of a bust to its mover, and runs through a list of
*candidates* as that rises from 0 to 1. At the limit between two neighbours it may mix them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.jit import jit

# Most candidates; a turn of Pig has fewer than one for each point of the goal.
MOST_CANDIDATES = 2**12


class Candidates(NamedTuple):
    """The candidates of all rotations.

    Attributes
    ----------
    counts : int64[rotation], number of candidates
    worth : float64[rotation, seat + 1, candidate], value of a turn without its bust; last the chance to bust
    limits : float64[rotation, 2, candidate], values of the bust for which it is best: low < bust <= high
    trial : float64[rotation, seat + 1, 1], `worth` of one candidate of each
    """

    counts: Integers
    worth: Array
    limits: Array
    trial: Array


def candidates(players: int) -> Candidates:
    """Buffers for the candidates."""
    return Candidates(
        counts=np.zeros(players, np.int64),
        worth=np.zeros((players, players + 1, MOST_CANDIDATES)),
        limits=np.zeros((players, 2, MOST_CANDIDATES)),
        trial=np.zeros((players, players + 1, 1)),
    )


def believed_of(candidates: Candidates, taken: Integers) -> Array:
    """A value of the bust for which each candidate is the best response, float64[rotation].

    It is well between the limits, as rounding would decide at them.
    """
    limits = candidates.limits[np.arange(len(taken)), :, taken]
    return np.asarray(limits.clip(0.0, 1.0).mean(axis=1))


@jit
def first_combination(
    candidates: Candidates, kept: NDArray[np.bool_], mixing: int, period: int, out: Integers
) -> bool:
    """Take the first candidate of each rotation, or pair of neighbours; return whether each has one.

    Parameters
    ----------
    candidates : candidates of all rotations
    kept : bool[rotation, candidate], those that are tried
    mixing : bit mask of the rotations that mix
    period : number of turns after which the same scores return
    out : int64[rotation], written: the candidates, the more cautious one of two
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
    """Go to the next combination; return whether there is one.

    Parameters
    ----------
    candidates : candidates of all rotations
    kept : bool[rotation, candidate], those that are tried
    mixing : bit mask of the rotations that mix
    period : number of turns after which the same scores return
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
    candidates : candidates of all rotations
    kept : bool[rotation, candidate], those that are tried
    mixing : bit mask of the rotations that mix
    rotation : index of the rotation
    own : the candidate before, -1 to find the first
    """
    mixes = mixing >> rotation & 1
    for other in range(own + 1, candidates.counts[rotation] - mixes):
        if kept[rotation, other] and (not mixes or kept[rotation, other + 1]):
            return other
    return -1
