"""Hold-at turns for certificates: the probabilities of all their ends, and expectations over them."""

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.rows import copy_row

# States processed side by side, so that the ends of one turn total after another stay in the cache: whole
# vectors, and all scores of an opponent up to 100.
TILE = 104
# Outcomes added up at a time; arrays are padded by as many ends of probability 0.
SIX = 6


def play_out(turn: Turn, limit: int) -> Array:
    """Return the probabilities of the ends of turns that hold at k = 1, ..., limit.

    Parameters
    ----------
    turn : a game with hold-at rules
    limit : largest turn total to hold at

    Returns
    -------
    float64[limit + 1, limit + longest gain + SIX], probability that a turn ends with a gain, 0 for a bust;
    the row of k = 0 is empty
    """
    throw = np.zeros(turn.longest_gain + 1)
    throw[0] = float(turn.throws[0].bust)
    for outcome in turn.throws[0].outcomes:
        throw[outcome.gain] += float(outcome.probability)
    ends = np.zeros((limit + 1, limit + turn.longest_gain + SIX))
    _play_out(throw, ends)
    return ends


@jit_allocating
def _play_out(throw: Array, out_ends: Array) -> None:
    """Play out every turn that holds at k.

    Parameters
    ----------
    throw : float64[gain], probabilities of a throw's gains; index 0 is a bust
    out_ends : float64[k, gain], must be 0, becomes the probability that the turn ends with that gain
    """
    for k in range(1, out_ends.shape[0]):
        still = np.zeros(out_ends.shape[1])
        still[0] = 1.0
        for total in range(k):
            out_ends[k, 0] += still[total] * throw[0]
            for gain in range(1, throw.size):
                still[total + gain] += still[total] * throw[gain]
        copy_row(still[k:], out_ends[k, k:])


@jit_allocating
def best_holding(goal: int, longest: int, played: Array, after: Array, out: Array) -> None:
    """Compute the best action's expectation for every own score and column of opponents' scores.

    Parameters
    ----------
    goal : points to win
    longest : the most points that a throw gains
    played : from `play_out`
    after : float64[own score, column], expectation over the opponents' turns; the columns are padded to whole
        tiles, the rows to the goal plus the longest gain and SIX
    out : float64[banked, column], written; may be `after`
    """
    tile = np.empty((after.shape[0], TILE))
    best = np.empty(TILE)
    begun = np.empty(TILE)
    # The last SIX outcomes of a turn begin here.
    rest = (longest - 1) // SIX * SIX
    for start in range(0, after.shape[1], TILE):
        for i in range(len(tile)):
            copy_row(after[i, start : start + TILE], tile[i])
        for i in range(np.uint64(goal)):
            best[:] = 0.0
            for k in range(np.uint64(1), np.uint64(goal + 1) - i):
                ends = played[k]
                if rest == 0:
                    _keep_better(ends, i, k, tile, ends[0], tile[i], best)
                else:
                    for column in range(np.uint64(TILE)):
                        begun[column] = ends[0] * tile[i, column]
                    for x in range(np.uint64(k), np.uint64(k + rest), np.uint64(SIX)):
                        _add_six(ends, i, x, tile, begun)
                    _keep_better(ends, i, k + np.uint64(rest), tile, 1.0, begun, best)
            copy_row(best, out[i, start : start + TILE])


@jit
def worth_of_holding(longest: int, played: Array, after: Array, hold_at: Shorts, out: Array) -> None:
    """Compute the values of own scores and columns of opponents' scores for given turn totals to hold at.

    Parameters
    ----------
    longest : the most points that a throw gains
    played : from `play_out`
    after : float64[own score, column], expectation over the opponents' turns; the rows are padded to the goal
        plus the longest gain
    hold_at : int16[banked, column], turn totals to hold at; NaN is written for one out of range
    out : float64[banked, column], written
    """
    goal = hold_at.shape[0]
    for banked in range(goal):
        for column in range(hold_at.shape[1]):
            total = hold_at[banked, column]
            out[banked, column] = np.nan
            if 1 <= total <= goal - banked:
                worth = played[total, 0] * after[banked, column]
                for gain in range(total, total + longest):
                    worth += played[total, gain] * after[banked + gain, column]
                out[banked, column] = worth


@jit_inline
def _keep_better(
    ends: Array, i: int | np.uint64, x: int | np.uint64, tile: Array, factor: float, begun: Array, out: Array
) -> None:
    """Add the last six outcomes of a turn, and keep the sum where it exceeds the best so far.

    Parameters
    ----------
    ends : float64[gain], probabilities of the turn's ends
    i, x : banked score, and the first of the six gains
    tile : float64[own score, column]
    factor, begun : a number, and float64[column]; their product is the expectation over the other outcomes
    out : float64[column], maximum so far, updated
    """
    chances = _six(ends, x)
    for column in range(np.uint64(TILE)):
        expectation = factor * begun[column] + _sum_of_six(chances, tile, i + x, column)
        known = out[column]
        out[column] = expectation if expectation > known else known


@jit_inline
def _add_six(
    ends: Array, i: int | np.uint64, x: int | np.uint64, tile: Array, out_expectation: Array
) -> None:
    """Add six outcomes of a turn to the expectation of each column of a tile.

    Parameters
    ----------
    ends : float64[gain], probabilities of the turn's ends
    i, x : banked score, and the first of the six gains
    tile : float64[own score, column]
    out_expectation : float64[column], added to
    """
    chances = _six(ends, x)
    for column in range(np.uint64(TILE)):
        out_expectation[column] += _sum_of_six(chances, tile, i + x, column)


@jit_inline
def _six(ends: Array, x: int | np.uint64) -> tuple[float, ...]:
    """Six successive probabilities, read before a loop that writes so that the loop need not read them."""
    p1, p2, p3 = ends[x + np.uint64(1)], ends[x + np.uint64(2)], ends[x + np.uint64(3)]
    return ends[x], p1, p2, p3, ends[x + np.uint64(4)], ends[x + np.uint64(5)]


@jit_inline
def _sum_of_six(
    chances: tuple[float, ...],
    tile: Array,
    first: int | np.uint64,
    column: int | np.uint64,
) -> float:
    """The sum of six successive rows of a tile, each times its probability: 8 times faster than one by one.

    Parameters
    ----------
    chances : probabilities of the six rows
    tile : float64[own score, column]
    first : index of the first row
    column : index of the column
    """
    p0, p1, p2, p3, p4, p5 = chances
    low = p0 * tile[first, column] + p1 * tile[first + np.uint64(1), column]
    middle = p2 * tile[first + np.uint64(2), column] + p3 * tile[first + np.uint64(3), column]
    high = p4 * tile[first + np.uint64(4), column] + p5 * tile[first + np.uint64(5), column]
    return float(low + middle + high)


@jit_inline
def add_row(chance: float, values: Array, out: Array) -> None:
    """Add chance times values.

    Parameters
    ----------
    chance : probability of these values
    values : float64[score] or longer
    out : float64[score], added to
    """
    for score in range(np.uint64(out.size)):
        out[score] += chance * values[score]
