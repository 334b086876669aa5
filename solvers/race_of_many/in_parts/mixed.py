"""A mixed equilibrium of one cluster of several players, for clusters without a pure one.

As for three players (`solvers.race_of_many.mixed_cluster`), a rotation's best responses are candidates,
ordered by the value of a bust, and mixtures of two neighbours if that value is the limit between them. Here
one equilibrium is searched, not all. For each set of players who mix, the smallest first, and for all
candidates, Newton's method finds the shares that put the bust values of those who mix to their limits.
Rotations that are the same state have the same candidate and share.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.candidates import Candidates, first_combination, next_combination
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.race_of_many.mixed_cluster import LARGEST_GAIN, SHARE_ROUNDING, busts_of, gain_of_mixtures

# Starting values of the shares in Newton's method.
STARTS = (0.5, 0.125, 0.875)
MOST_STEPS = 30
# Step for numerical derivatives; approximate ones are enough for Newton's method.
SMALL = 1e-6


@jit
def find_mixed(
    candidates: Candidates, kept: NDArray[np.bool_], period: int, out_taken: Integers, out_share: Array
) -> float:
    """Find a mixed equilibrium; return what a mover still gains, or infinity if none is found.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    kept : bool[rotation, candidate], those that are best responses to some attainable value
    period : number of turns after which the same scores recur
    out_taken : int64[rotation], written with the candidates; of two, the cautious one
    out_share : float64[rotation], written with the probabilities to play the next candidates instead
    """
    players = candidates.counts.size
    # A player's own share does not affect its indifference, unless its state recurs among the rotations.
    for size in range(1 if period < players else 2, period + 1):
        for mixing in range(2**period):
            count = 0
            for rotation in range(period):
                count += mixing >> rotation & 1
            more = first_combination(candidates, kept, mixing, period, out_taken) and count == size
            while more:
                for start in STARTS:
                    gain = _try(candidates, mixing, period, start, out_taken, out_share)
                    if gain <= LARGEST_GAIN:
                        return gain
                more = next_combination(candidates, kept, mixing, period, out_taken)
    return np.inf


@jit_allocating
def _try(
    candidates: Candidates, mixing: int, period: int, start: float, taken: Integers, share: Array
) -> float:
    """Find shares that make those who mix indifferent; return what a mover still gains, or infinity.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    mixing : bits of the rotations that mix
    period : number of turns after which the same scores recur
    start : starting value of all shares
    taken : int64[rotation], the cautious candidates
    share : float64[rotation], written
    """
    players = taken.size
    who = np.zeros(period, np.int64)
    size = 0
    share[:] = 0.0
    for rotation in range(period):
        if mixing >> rotation & 1:
            who[size] = rotation
            size += 1
    for rotation in range(players):
        share[rotation] = start if mixing >> rotation % period & 1 else 0.0
    bust = np.zeros(players)
    slopes = np.zeros((size, size + 1))
    for _ in range(MOST_STEPS):
        change = _newton_step(candidates, taken, who[:size], period, share, bust, slopes)
        if not change <= 4.0:
            return np.inf
        if change < 1e-14:
            break
    for rotation in range(players):
        if not -SHARE_ROUNDING <= share[rotation] <= 1.0 + SHARE_ROUNDING:
            return np.inf
        share[rotation] = min(max(share[rotation], 0.0), 1.0)
    busts_of(candidates, taken, share, bust)
    return gain_of_mixtures(candidates, bust)


@jit_inline
def _newton_step(
    candidates: Candidates,
    taken: Integers,
    who: Integers,
    period: int,
    share: Array,
    bust: Array,
    slopes: Array,
) -> float:
    """Make a step of Newton's method; return the largest change of a share, NaN if there is no step.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    taken : int64[rotation], the cautious candidates
    who : int64[mixer], the rotations that mix
    period : number of turns after which the same scores recur
    share : float64[rotation], updated
    bust : float64[rotation], work array
    slopes : float64[mixer, mixer + 1], work array
    """
    size = who.size
    busts_of(candidates, taken, share, bust)
    for row in range(size):
        slopes[row, size] = candidates.limits[who[row], 1, taken[who[row]]] - bust[who[row]]
    for column in range(size):
        for rotation in range(who[column], share.size, period):
            share[rotation] += SMALL
        busts_of(candidates, taken, share, bust)
        for rotation in range(who[column], share.size, period):
            share[rotation] -= SMALL
        for row in range(size):
            limit = candidates.limits[who[row], 1, taken[who[row]]]
            slopes[row, column] = (bust[who[row]] - limit + slopes[row, size]) / SMALL
    _eliminate(slopes)
    change = 0.0
    for row in range(size):
        step = slopes[row, size]
        change = max(change, abs(step))
        if not abs(step) < np.inf:
            return np.nan
        for rotation in range(who[row], share.size, period):
            share[rotation] += step
    return change


@jit_inline
def _eliminate(rows: Array) -> None:
    """Solve a linear system; its last column becomes the solution, or NaN.

    Parameters
    ----------
    rows : float64[row, column], the matrix and the right-hand side; overwritten
    """
    size = rows.shape[0]
    for column in range(size):
        pivot = column
        for row in range(column + 1, size):
            if abs(rows[row, column]) > abs(rows[pivot, column]):
                pivot = row
        for other in range(size + 1):
            held = rows[column, other]
            rows[column, other] = rows[pivot, other]
            rows[pivot, other] = held
        scale = 1.0 / rows[column, column]
        for other in range(size + 1):
            rows[column, other] *= scale
        for row in range(size):
            if row != column:
                factor = rows[row, column]
                for other in range(size + 1):
                    rows[row, other] -= factor * rows[column, other]
