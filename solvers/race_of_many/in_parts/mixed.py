"""An equilibrium of one cluster of several players, mixed where no policies are best replies to each other.

As for three players (`solvers.race_of_many.mixed_cluster`) a rotation's best replies are candidates, in the
order of what a bust is worth, and mixtures of two neighbours where it is worth the limit between them. Here
one equilibrium is looked for and not all: for each choice of who mixes, the fewest first, and of everybody's
candidates, the shares that put the busts of those who mix to their limits are found by Newton's method, and
tried. Rotations that are the same state have one candidate and one share.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.candidates import Candidates, first_combination, next_combination
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.race_of_many.mixed_cluster import LARGEST_GAIN, SHARE_ROUNDING, busts_of, gain_of_mixtures

# Shares that Newton's method starts from.
STARTS = (0.5, 0.125, 0.875)
MOST_STEPS = 30
# For the slopes; Newton's method does with slopes that are about right.
SMALL = 1e-6


@jit
def find_mixed(
    candidates: Candidates, kept: NDArray[np.bool_], period: int, out_taken: Integers, out_share: Array
) -> float:
    """Find an equilibrium in which somebody mixes; returns what a mover gains still, infinity if there is
    none.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    kept : bool[rotation, candidate], those that are best replies to something attainable
    period : after how many turns the same scores come again
    out_taken : int64[rotation], becomes the candidates, the cautious ones of two
    out_share : float64[rotation], becomes the chances to play the next ones instead
    """
    players = candidates.counts.size
    # The own share does not make anybody indifferent: who mixes alone has to come up again.
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
    """Look for shares that make those who mix indifferent; returns what a mover gains still, else infinity.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    mixing : bit of each rotation that mixes
    period : after how many turns the same scores come again
    start : of all shares
    taken : int64[rotation], the cautious candidates
    share : float64[rotation], becomes the shares
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
    """One step of Newton's method; returns the largest change of a share, NaN where there is no step.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    taken : int64[rotation], the cautious candidates
    who : int64[mixer], the rotations that mix
    period : after how many turns the same scores come again
    share : float64[rotation], changed
    bust : float64[rotation], written
    slopes : float64[mixer, mixer + 1], written
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
    """Solve a linear system; its last column becomes the solution, or no number.

    Parameters
    ----------
    rows : float64[row, column], the matrix with the right side; written
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
