"""The turn kernel: the value of a turn by backward induction, given the value of banking.

Let x be the score that would be banked (banked score plus turn total), h(x) the value of banking it, b the
value of a bust and w that of a wipe:

    throw(x, t)    = P(bust) b + P(wipe) w + sum over outcomes of p position(x + gain, its position)
    position(x, c) = max(h(x), max over ways of throw(x - given up, next throw))

and the turn is worth its best opening. A throw that gains nothing leads to a position at the same x. So the
throws at one x are evaluated from last to first, as those that may follow come later in the list. Ties hold.
From `top` on holding is known to be optimal. With fixed choices the value is affine in b. The same sweep
gives its *slope* dvalue/db, the probability that the turn busts, and a contest solves for a consistent b by
Newton's method.

Independent turns are evaluated side by side, one in each *lane*. A row of an array has the values of all
lanes, then their slopes.
"""

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.turn import STRIDE, Turn, TurnArrays
from solvers.jit import jit, jit_inline
from solvers.rows import copy_row

# Indices in kernels: int for Python, unsigned for the compiler.
Index = int | np.uint64
# 16 and 64 lanes were slower in the race to 100.
LANES = 32
# Values with smaller relative differences are equal. Whole points make ties common: at Pig's threshold,
# holding and rolling are worth the same.
TIE = 1e-14


def rows(count: int, *shape: int) -> Array:
    """Return zeros, float64[count, *shape], that start on a cache line.

    Unaligned rows made the race to 100 1.2 times slower.
    """
    size = count * int(np.prod(shape))
    memory = np.zeros(size + 8)
    start = -memory.ctypes.data // 8 % 8
    return memory[start : start + size].reshape(count, *shape)


def workspace(tables: TurnArrays, top: int, reach: int) -> tuple[Array, Array]:
    """Return zeroed arrays for the throws below `top` and the positions up to `reach` points beyond.

    Parameters
    ----------
    tables : the game's turn
    top : x from which holding is known to be optimal
    reach : the most points that a throw gains

    Returns
    -------
    throws : float64[x, throw; 2 LANES], x and throw in one index
    positions : float64[x, choice; 2 LANES], x and choice in one index
    """
    return rows(top * tables.bust.size, 2 * LANES), rows((top + reach) * tables.depth.size, 2 * LANES)


@jit
def set_ends(tables: TurnArrays, bust: Array, wiped: Array, slope: float, out_ends: Array) -> None:
    """Compute the part of each throw's value that comes from busts and wipes.

    Parameters
    ----------
    tables : the game's turn
    bust, wiped : float64[lane], value of a bust, and of a wipe
    slope : 1 if the value of a bust is to be solved for, 0 if it is known
    out_ends : float64[throw, 2 LANES], written: this part of the value, and its slope
    """
    for throw in range(tables.bust.size):
        for lane in range(LANES):
            out_ends[throw, lane] = tables.bust[throw] * bust[lane] + tables.wipe[throw] * wiped[lane]
            out_ends[throw, LANES + lane] = tables.bust[throw] * slope


@jit
def hold_beyond(tables: TurnArrays, top: int, hold: Array, first: int, positions: Array) -> None:
    """Write the value of holding from `top` on to the positions of LANES turns.

    Parameters
    ----------
    tables : the game's turn
    top : x from which holding is known to be optimal
    hold : float64[x, lane], value of banking x, up to where a throw from below `top` leads
    first : index in `hold` of this block's first lane
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
    """Evaluate LANES turns by one backward sweep.

    Parameters
    ----------
    tables : the game's turn
    hold : float64[x, lane], value of banking x for all x below `top`; read at lanes first to first + LANES
    first : index in `hold` of this block's first lane
    ends : float64[throw, 2 LANES], from `set_ends`
    span : (bottom, top), range of x of the evaluated throws
    throws : float64[x, throw; 2 LANES], x and throw in one index; written for bottom <= x < top
    positions : float64[x, choice; 2 LANES], x and choice in one index; written for bottom + depth <= x < top;
        must have the value of holding from `top` on
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
                # Delayed until the throw after the position's deepest way is known.
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
    """Write a throw's busts and wipes, and its first STRIDE outcomes.

    Parameters
    ----------
    tables : the game's turn
    ends : float64[throw, 2 LANES], from `set_ends`
    throw : index of the throw
    base : row of the first position at the x of the throw
    outcome : index of the first outcome
    out : row of the throw
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
    """Add a throw's next STRIDE outcomes.

    Parameters
    ----------
    tables : the game's turn
    base : row of the first position at the x of the throw
    outcome : index of the first outcome
    out : row of the throw
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
    """Write a position without ways to go on.

    Parameters
    ----------
    out : row of the position
    hold : float64[lane], value of banking its x; read at lanes first to first + LANES
    first : index in `hold` of this block's first lane
    positions : float64[x, choice; 2 LANES], x and choice in one index; row `out` is written
    """
    for lane in range(np.uint64(LANES)):
        positions[out, lane] = hold[np.uint64(first) + lane]
        positions[out, np.uint64(LANES) + lane] = 0.0


@jit_inline
def _choose(
    tables: TurnArrays, choice: Index, x: Index, hold: Array, first: int, throws: Array, positions: Array
) -> None:
    """Write a position's best choice: hold, or a way to go on. Ties hold, or take the first way.

    Parameters
    ----------
    tables : the game's turn
    choice : index of a set of ways, shared by all positions that have it
    x : the score that would be banked
    hold : float64[x, lane], value of banking x; read at lanes first to first + LANES
    first : index in `hold` of this block's first lane
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
    """Return value and slope of the best opening of one lane's turn; among equal ones, of the first.

    Parameters
    ----------
    tables : the game's turn
    throws : float64[x, throw; 2 LANES], x and throw in one index; from `sweep`
    x : the banked score
    lane : index of the lane
    """
    throw_count = tables.bust.size
    row = x * throw_count + int(tables.openings[0])
    for other in range(1, tables.openings.size):
        rival = x * throw_count + int(tables.openings[other])
        if throws[rival, lane] > throws[row, lane]:
            row = rival
    return throws[row, lane], throws[row, LANES + lane]


def choose(turn: Turn, hold: Array, throws: Array) -> tuple[Array, Flags]:
    """Return every position's value and action, from the values of the throws; ties, up to rounding, hold.

    Parameters
    ----------
    turn : the game's turn
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
