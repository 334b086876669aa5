"""The turn kernel: what a turn is worth, by backward induction, given what banking is worth.

With x the score that would be banked (the banked score plus the turn total), h(x) the value of banking it, b
the value of a bust and w that of a wipe,

    throw(x, t)    = P(bust) b + P(wipe) w + sum over outcomes of p position(x + gain, its position)
    position(x, c) = max(h(x), max over ways of throw(x - given up, next throw))

and the turn is worth the best of its openings. A throw that gains nothing leads to a position at the same x:
of the throws at one x the last comes first, as those that may follow then are further down the list. Ties
hold. From `top` on holding is known to be optimal. Given
the choices made, the value is affine in b: the *slope* dvalue/db, the probability that the turn busts, comes
out of the same sweep, and a contest solves for a self-consistent b by Newton steps.

Independent turns are evaluated side by side, one a *lane*. A row holds the values of all lanes, then their
slopes.
"""

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.turn import STRIDE, Turn, TurnArrays
from solvers.jit import jit, jit_inline
from solvers.rows import copy_row

# What a kernel counts with: Python sees int, the compiler unsigned integers.
Index = int | np.uint64
# 16 and 64 lanes were slower for the race to 100.
LANES = 32
# Relative differences up to this are rounding: a tie. Whole points make ties common; at the threshold of Pig
# holding and throwing are one.
TIE = 1e-14


def rows(count: int, *shape: int) -> Array:
    """Zeros of float64[count, *shape] that start on a cache line.

    Unaligned rows made the race to 100 1.2 times slower.
    """
    size = count * int(np.prod(shape))
    memory = np.zeros(size + 8)
    start = -memory.ctypes.data // 8 % 8
    return memory[start : start + size].reshape(count, *shape)


def workspace(tables: TurnArrays, top: int, reach: int) -> tuple[Array, Array]:
    """Rows for the throws below `top` and for the positions up to `reach` points past it, all 0.

    Parameters
    ----------
    tables : the turn
    top : x from which on holding is known to be optimal
    reach : the most points that a throw adds

    Returns
    -------
    throws : float64[x, throw; 2 LANES], x and throw in one index
    positions : float64[x, choice; 2 LANES], x and choice in one index
    """
    return rows(top * tables.bust.size, 2 * LANES), rows((top + reach) * tables.depth.size, 2 * LANES)


@jit
def set_ends(tables: TurnArrays, bust: Array, wiped: Array, slope: float, out_ends: Array) -> None:
    """What turns are worth that end with nothing.

    Parameters
    ----------
    tables : the turn
    bust, wiped : float64[lane], value of a bust, and of a wipe
    slope : 1 where the value of a bust is to be solved for, 0 where it is known
    out_ends : float64[throw, 2 LANES], becomes the part of each throw's value that busts and wipes make, and
        its slope
    """
    for throw in range(tables.bust.size):
        for lane in range(LANES):
            out_ends[throw, lane] = tables.bust[throw] * bust[lane] + tables.wipe[throw] * wiped[lane]
            out_ends[throw, LANES + lane] = tables.bust[throw] * slope


@jit
def hold_beyond(tables: TurnArrays, top: int, hold: Array, first: int, positions: Array) -> None:
    """Write what LANES turns have by holding from `top` on into the positions there.

    Parameters
    ----------
    tables : the turn
    top : x from which on holding is known to be optimal
    hold : float64[x, lane], value of banking x, as far as one throw leads from below `top`
    first : where this block of lanes starts in `hold`
    positions : float64[x, choice; 2 LANES], x and choice in one index; written from `top` on
    """
    choices = tables.depth.size
    for x in range(top, hold.shape[0]):
        for choice in range(choices):
            copy_row(hold[x, first : first + LANES], positions[x * choices + choice, :LANES])


@jit
def sweep(
    tables: TurnArrays,
    hold: Array,
    first: int,
    ends: Array,
    span: tuple[int, int],
    throws: Array,
    positions: Array,
) -> None:
    """One backward sweep of LANES turns.

    Parameters
    ----------
    tables : the turn
    hold : float64[x, lane], value of banking x for all x below `top`; read at lanes first to first + LANES
    first : where this block of lanes starts in `hold`
    ends : float64[throw, 2 LANES], from `set_ends`
    span : (bottom, top), the x of the throws evaluated
    throws : float64[x, throw; 2 LANES], x and throw in one index; written for bottom <= x < top
    positions : float64[x, choice; 2 LANES], x and choice in one index; written for bottom + depth <= x < top;
        comes with the value of holding from `top` on
    """
    throw_count = np.uint64(tables.bust.size)
    choice_count = np.uint64(tables.depth.size)
    for back in range(span[1] - span[0]):
        x = np.uint64(span[1] - 1 - back)
        for place in range(throw_count):
            throw = throw_count - np.uint64(1) - place
            start = tables.outcome_start[throw]
            stop = tables.outcome_start[throw + np.uint64(1)]
            out = x * throw_count + throw
            base = x * choice_count
            _start_throw(tables, ends, throw, base, start, out, positions, throws)
            for outcome in range(start + np.uint64(STRIDE), stop, np.uint64(STRIDE)):
                _add_outcomes(tables, base, outcome, out, positions, throws)
            for choice in range(tables.waiting[throw], tables.waiting[throw + np.uint64(1)]):
                # A position waits until the throw after its deepest way is known.
                at = x + tables.depth[choice]
                if at < np.uint64(span[1]):
                    if tables.way_start[choice] < tables.way_start[choice + np.uint64(1)]:
                        _choose(tables, choice, at, hold, first, throws, positions)
                    else:
                        _must_hold(at * choice_count + choice, hold[at], first, positions)


@jit_inline
def _start_throw(
    tables: TurnArrays,
    ends: Array,
    throw: Index,
    base: Index,
    outcome: Index,
    out: Index,
    positions: Array,
    throws: Array,
) -> None:
    """A throw's ends with nothing and its first STRIDE outcomes.

    Parameters
    ----------
    tables : the turn
    ends : float64[throw, 2 LANES], from `set_ends`
    throw : its index
    base : row of the first position at the x of the throw
    outcome : the first one
    out : the throw's row
    positions : float64[x, choice; 2 LANES], x and choice in one index; read
    throws : float64[x, throw; 2 LANES], x and throw in one index; row `out` is written
    """
    p0 = tables.probability[outcome]
    p1 = tables.probability[outcome + np.uint64(1)]
    p2 = tables.probability[outcome + np.uint64(2)]
    p3 = tables.probability[outcome + np.uint64(3)]
    p4 = tables.probability[outcome + np.uint64(4)]
    r0 = base + tables.row[outcome]
    r1 = base + tables.row[outcome + np.uint64(1)]
    r2 = base + tables.row[outcome + np.uint64(2)]
    r3 = base + tables.row[outcome + np.uint64(3)]
    r4 = base + tables.row[outcome + np.uint64(4)]
    for lane in range(np.uint64(2 * LANES)):
        low = p0 * positions[r0, lane] + p1 * positions[r1, lane]
        high = p2 * positions[r2, lane] + p3 * positions[r3, lane] + p4 * positions[r4, lane]
        throws[out, lane] = ends[throw, lane] + low + high


@jit_inline
def _add_outcomes(
    tables: TurnArrays, base: Index, outcome: Index, out: Index, positions: Array, throws: Array
) -> None:
    """A throw's next STRIDE outcomes.

    Parameters
    ----------
    tables : the turn
    base : row of the first position at the x of the throw
    outcome : the first one
    out : the throw's row
    positions : float64[x, choice; 2 LANES], x and choice in one index; read
    throws : float64[x, throw; 2 LANES], x and throw in one index; row `out` is added to
    """
    p0 = tables.probability[outcome]
    p1 = tables.probability[outcome + np.uint64(1)]
    p2 = tables.probability[outcome + np.uint64(2)]
    p3 = tables.probability[outcome + np.uint64(3)]
    p4 = tables.probability[outcome + np.uint64(4)]
    r0 = base + tables.row[outcome]
    r1 = base + tables.row[outcome + np.uint64(1)]
    r2 = base + tables.row[outcome + np.uint64(2)]
    r3 = base + tables.row[outcome + np.uint64(3)]
    r4 = base + tables.row[outcome + np.uint64(4)]
    for lane in range(np.uint64(2 * LANES)):
        low = p0 * positions[r0, lane] + p1 * positions[r1, lane]
        throws[out, lane] += (
            low + p2 * positions[r2, lane] + p3 * positions[r3, lane] + p4 * positions[r4, lane]
        )


@jit
def _must_hold(out: Index, hold: Array, first: int, positions: Array) -> None:
    """A position without ways to go on.

    Parameters
    ----------
    out : its row
    hold : float64[lane], value of banking its x; read at lanes first to first + LANES
    first : where this block of lanes starts in `hold`
    positions : float64[x, choice; 2 LANES], x and choice in one index; row `out` is written
    """
    for lane in range(np.uint64(LANES)):
        positions[out, lane] = hold[np.uint64(first) + lane]
        positions[out, np.uint64(LANES) + lane] = 0.0


@jit_inline
def _choose(
    tables: TurnArrays, choice: Index, x: Index, hold: Array, first: int, throws: Array, positions: Array
) -> None:
    """Hold, or go on in the best way; a tie holds, or takes the way named first.

    Parameters
    ----------
    tables : the turn
    choice : index of the positions that have these ways
    x : the score that would be banked
    hold : float64[x, lane], value of banking x; read at lanes first to first + LANES
    first : where this block of lanes starts in `hold`
    throws : float64[x, throw; 2 LANES], x and throw in one index; read
    positions : float64[x, choice; 2 LANES], x and choice in one index; the choice's row at x is written
    """
    throw_count = np.uint64(tables.bust.size)
    lanes = np.uint64(LANES)
    out = x * np.uint64(tables.depth.size) + choice
    way = tables.way_start[choice]
    end = tables.way_start[choice + np.uint64(1)]
    throw = (x - tables.given_up[way]) * throw_count + tables.next_throw[way]
    for lane in range(lanes):
        value = throws[throw, lane]
        slope = throws[throw, lanes + lane]
        known = hold[x, np.uint64(first) + lane]
        better = value > known
        positions[out, lane] = value if better else known
        positions[out, lanes + lane] = slope if better else 0.0
    for other in range(way + np.uint64(1), end):
        throw = (x - tables.given_up[other]) * throw_count + tables.next_throw[other]
        for lane in range(lanes):
            value = throws[throw, lane]
            known = positions[out, lane]
            slope = throws[throw, lanes + lane]
            known_slope = positions[out, lanes + lane]
            better = value > known
            positions[out, lane] = value if better else known
            positions[out, lanes + lane] = slope if better else known_slope


@jit_inline
def opening(tables: TurnArrays, throws: Array, x: int, lane: int) -> tuple[float, float]:
    """Value and slope of the best throw that may open a turn of one lane; of equally good ones the first.

    Parameters
    ----------
    tables : the turn
    throws : float64[x, throw; 2 LANES], x and throw in one index; from `sweep`
    x : the banked score
    lane : of the turn
    """
    throw_count = tables.bust.size
    row = x * throw_count + int(tables.openings[0])
    for other in range(1, tables.openings.size):
        rival = x * throw_count + int(tables.openings[other])
        if throws[rival, lane] > throws[row, lane]:
            row = rival
    return throws[row, lane], throws[row, LANES + lane]


def choose(turn: Turn, hold: Array, throws: Array) -> tuple[Array, Flags]:
    """Every position's value and action, read off the values of the throws; a tie, up to rounding, holds.

    Parameters
    ----------
    turn : any turn
    hold : float64[x, ...], value of banking x
    throws : float64[x, throw, ...], value of the throws for the same x, NaN where there is none

    Returns
    -------
    value : float64[x, position, ...]
    action : int8[x, position, ...], HOLD or the code of a way
    """
    value = np.repeat(hold[:, None], len(turn.positions), axis=1)
    action = np.zeros(value.shape, np.int8)
    for index, position in enumerate(turn.positions):
        for way in position.ways:
            end = max(hold.shape[0] - way.given_up, 0)
            ahead = throws[:end, way.throw]
            known = value[way.given_up :, index]
            better = ahead > known + TIE * np.abs(known)
            action[way.given_up :, index][better] = way.action
            known[better] = ahead[better]
    return value, action
