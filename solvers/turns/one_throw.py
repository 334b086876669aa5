"""The turn kernel for turns of one throw that may be made again and again, as in Pig.

It finds what `backward.sweep` finds, to the same bits. All that is read at one x lies within the reach of the
throw. So no more rows than that are kept, in a ring: they stay in the fastest cache, which those of all x do
not fit into.

It finds with it how far the value of a bust may move before a choice changes. The slope, a chance to bust, is
between 0 and 1; so what is better by some margin, throwing or holding, stays so while the value of the bust
moves by no more than that. Choices where play never comes count, too.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import STRIDE, TurnArrays
from solvers.jit import jit_inline
from solvers.rows import copy_row
from solvers.turns.backward import LANES, Index, rows


class Ring(NamedTuple):
    """Memory for sweeps.

    Attributes
    ----------
    positions : float64[x modulo its length, 2 LANES], values and slopes of the position
    throw : float64[1, 2 LANES], values and slopes of the throw
    margin : float64[x modulo 2, lane], the least margin of the choices from that x on
    """

    positions: Array
    throw: Array
    margin: Array


class Lines(NamedTuple):
    """Turns as functions of the value of their bust, by whatever numbers the turns.

    Attributes
    ----------
    value, slope : float64[turn], what a turn is worth, and its slope in the value of its bust
    margin : float64[turn], how far the value of the bust may move before a choice changes
    """

    value: Array
    slope: Array
    margin: Array


class Turns(NamedTuple):
    """The turns of one sweep, each of which begins with one point less than the one before.

    Attributes
    ----------
    start, end : their numbers, up to LANES of them
    banked : with how many points the first of them begins
    """

    start: int
    end: int
    banked: int


def _is_one_throw(tables: TurnArrays) -> bool:
    """Whether a turn is one throw, made again from wherever it leads.

    Parameters
    ----------
    tables : the turn
    """
    # So it gains something each time: rules of other throws are refused.
    return tables.bust.size == 1 and tables.way_start.tolist() == [0, 1] and bool(tables.depth[0] == 0)


def new_ring(tables: TurnArrays) -> Ring | None:
    """Memory for sweeps, None if a turn is more than one throw, made again from wherever it leads.

    Parameters
    ----------
    tables : the turn
    """
    if not _is_one_throw(tables):
        return None
    # A power of two, so that the remainder of a division by it is a mask.
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
    """One backward sweep of up to LANES turns.

    Parameters
    ----------
    tables : a turn of one throw, see `new_ring`
    hold : float64[x, lane], value of banking x, as far as one throw from below `top` leads; read at lanes
        first to first + LANES
    first : where this block of lanes starts in `hold`
    ends : float64[throw, 2 LANES], from `backward.set_ends`
    span : (bottom, top), the x of the throws evaluated; from `top` on one holds
    ring : memory
    turns : which they are
    out : written for them
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
    """The throw's ends with nothing and its first STRIDE outcomes, added in the order of `backward`.

    Parameters
    ----------
    tables : the turn
    x : the score that would be banked
    mask : takes an x to its row
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
    """The throw's next STRIDE outcomes.

    Parameters
    ----------
    tables : the turn
    x : the score that would be banked
    mask : takes an x to its row
    outcome : the first one
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
    """Hold or throw again; a tie holds.

    Parameters
    ----------
    x : the score that would be banked
    mask : takes an x to its row
    hold : float64[x, lane], value of banking x; read at lanes first to first + LANES
    first : where this block of lanes starts in `hold`
    ring : its `throw` is read; row x of its `positions` and of its `margin` is written
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
    # A loop of its own: the compiler does not put both side by side.
    for lane in range(lanes):
        gap = abs(throw[0, lane] - hold[x, column + lane])
        margin[here, lane] = min(gap, margin[above, lane])
