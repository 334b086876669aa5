"""The turn kernel for games like Pig, where a turn is one throw that may be repeated.

It computes the same bits as `backward.sweep`. All that is read at one x lies within the reach of a throw. So
only that many rows are kept, in a ring buffer that fits into the fastest cache.

It also computes how far the value of a bust may move before any choice changes. The slope, a probability to
bust, is between 0 and 1. So a choice that is better by some margin stays better while the value of a bust
moves by at most that margin. Choices that play never reaches count, too.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import STRIDE, TurnArrays
from solvers.jit import jit_inline
from solvers.rows import copy_row
from solvers.turns.backward import LANES, Index, rows


class Ring(NamedTuple):
    """Work arrays of a sweep.

    Attributes
    ----------
    positions : float64[x modulo its length, 2 LANES], values and slopes of the position
    throw : float64[1, 2 LANES], values and slopes of the throw
    margin : float64[x modulo 2, lane], least margin of the choices at x and above
    """

    positions: Array
    throw: Array
    margin: Array


class Lines(NamedTuple):
    """Turns as affine functions of the value of a bust.

    Attributes
    ----------
    value, slope : float64[turn], value of each turn, and its slope in the value of a bust
    margin : float64[turn], how far the value of a bust may move before a choice changes
    """

    value: Array
    slope: Array
    margin: Array


class Turns(NamedTuple):
    """The turns of one sweep; each begins with one point less than the one before.

    Attributes
    ----------
    start, end : range of their indices in `Lines`, up to LANES
    banked : banked score of the first
    """

    start: int
    end: int
    banked: int


def _is_one_throw(tables: TurnArrays) -> bool:
    """Whether a turn is one throw, repeated wherever it leads.

    Parameters
    ----------
    tables : the game's turn
    """
    # Each throw gains something then: rules of other games of one throw are refused.
    return tables.bust.size == 1 and tables.way_start.tolist() == [0, 1] and bool(tables.depth[0] == 0)


def new_ring(tables: TurnArrays) -> Ring | None:
    """Return work arrays for sweeps; None if the turn is not one throw that is repeated.

    Parameters
    ----------
    tables : the game's turn
    """
    if not _is_one_throw(tables):
        return None
    # A power of two, so that the modulus is a mask.
    length = 1 << int(tables.row.max()).bit_length()
    return Ring(rows(length, 2 * LANES), rows(1, 2 * LANES), rows(2, LANES))


@jit_inline
def sweep(
    tables: TurnArrays,
    hold: Array,
    first: int,
    ends: Array,
    span: tuple[int, int],
    ring: Ring,
    turns: Turns,
    out: Lines,
) -> None:
    """Evaluate up to LANES turns by one backward sweep.

    Parameters
    ----------
    tables : a game's turn of one throw, see `new_ring`
    hold : float64[x, lane], value of banking x, up to where a throw from below `top` leads; read at lanes
        first to first + LANES
    first : index in `hold` of this block's first lane
    ends : float64[throw, 2 LANES], from `backward.set_ends`
    span : (bottom, top), range of x of the evaluated throws; a player holds from `top` on
    ring : work arrays
    turns : the turns
    out : written for these turns
    """
    start, end, banked = turns
    one = np.uint64(1)
    mask = np.uint64(len(ring.positions) - 1)
    for beyond in range(span[1], hold.shape[0]):
        copy_row(hold[beyond, first : first + LANES], ring.positions[np.uint64(beyond) & mask, :LANES])
    ring.positions[:, LANES:] = 0.0
    ring.margin[:] = 1.0
    for back in range(span[1] - span[0]):
        x = np.uint64(span[1] - 1 - back)
        _start_throw(tables, x, mask, ends, ring)
        for outcome in range(np.uint64(STRIDE), tables.outcome_start[1], np.uint64(STRIDE)):
            _add_outcomes(tables, x, mask, outcome, ring)
        lane = banked - np.int64(x)
        if 0 <= lane < end - start:
            out.value[start + lane] = ring.throw[0, lane]
            out.slope[start + lane] = ring.throw[0, LANES + lane]
            out.margin[start + lane] = ring.margin[(x + one) & one, lane]
        _choose(x, mask, hold, first, ring)


@jit_inline
def _start_throw(tables: TurnArrays, x: Index, mask: Index, ends: Array, ring: Ring) -> None:
    """Write the throw's busts and wipes and its first STRIDE outcomes, added in the order of `backward`.

    Parameters
    ----------
    tables : the game's turn
    x : the score that would be banked
    mask : bit mask from an x to its row
    ends : float64[throw, 2 LANES], from `backward.set_ends`
    ring : its `positions` are read, its `throw` is written
    """
    positions = ring.positions
    throw = ring.throw
    p0 = tables.probability[0]
    p1 = tables.probability[1]
    p2 = tables.probability[2]
    p3 = tables.probability[3]
    p4 = tables.probability[4]
    r0 = (x + tables.row[0]) & mask
    r1 = (x + tables.row[1]) & mask
    r2 = (x + tables.row[2]) & mask
    r3 = (x + tables.row[3]) & mask
    r4 = (x + tables.row[4]) & mask
    for lane in range(np.uint64(2 * LANES)):
        low = p0 * positions[r0, lane] + p1 * positions[r1, lane]
        high = p2 * positions[r2, lane] + p3 * positions[r3, lane] + p4 * positions[r4, lane]
        throw[0, lane] = ends[0, lane] + low + high


@jit_inline
def _add_outcomes(tables: TurnArrays, x: Index, mask: Index, outcome: Index, ring: Ring) -> None:
    """Add the throw's next STRIDE outcomes.

    Parameters
    ----------
    tables : the game's turn
    x : the score that would be banked
    mask : bit mask from an x to its row
    outcome : index of the first outcome
    ring : its `positions` are read, its `throw` is added to
    """
    positions = ring.positions
    throw = ring.throw
    p0 = tables.probability[outcome]
    p1 = tables.probability[outcome + np.uint64(1)]
    p2 = tables.probability[outcome + np.uint64(2)]
    p3 = tables.probability[outcome + np.uint64(3)]
    p4 = tables.probability[outcome + np.uint64(4)]
    r0 = (x + tables.row[outcome]) & mask
    r1 = (x + tables.row[outcome + np.uint64(1)]) & mask
    r2 = (x + tables.row[outcome + np.uint64(2)]) & mask
    r3 = (x + tables.row[outcome + np.uint64(3)]) & mask
    r4 = (x + tables.row[outcome + np.uint64(4)]) & mask
    for lane in range(np.uint64(2 * LANES)):
        low = p0 * positions[r0, lane] + p1 * positions[r1, lane]
        throw[0, lane] += low + p2 * positions[r2, lane] + p3 * positions[r3, lane] + p4 * positions[r4, lane]


@jit_inline
def _choose(x: Index, mask: Index, hold: Array, first: int, ring: Ring) -> None:
    """Write the better choice, to hold or to roll again; ties hold.

    Parameters
    ----------
    x : the score that would be banked
    mask : bit mask from an x to its row
    hold : float64[x, lane], value of banking x; read at lanes first to first + LANES
    first : index in `hold` of this block's first lane
    ring : its `throw` is read; row x of its `positions` and `margin` is written
    """
    positions = ring.positions
    throw = ring.throw
    margin = ring.margin
    lanes = np.uint64(LANES)
    column = np.uint64(first)
    out = x & mask
    here = x & np.uint64(1)
    above = here ^ np.uint64(1)
    for lane in range(lanes):
        value = throw[0, lane]
        slope = throw[0, lanes + lane]
        known = hold[x, column + lane]
        better = value > known
        positions[out, lane] = value if better else known
        positions[out, lanes + lane] = slope if better else 0.0
    # A separate loop: the compiler does not vectorise both together.
    for lane in range(lanes):
        gap = abs(throw[0, lane] - hold[x, column + lane])
        margin[here, lane] = min(gap, margin[above, lane])
