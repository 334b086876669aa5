"""The turn kernel for a known value of a bust: values without slopes, in half the time.

The recursion is that of `backward`, which also computes slopes, to solve for the value of a bust.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import STRIDE, TurnArrays
from solvers.jit import jit, jit_inline
from solvers.turns.backward import LANES, Index, rows


def workspace(tables: TurnArrays, top: int, reach: int) -> tuple[Array, Array]:
    """Return arrays for the throws below `top`, 0, and for the positions up to `reach` points beyond.

    Positions are 1 from `top` on.

    Parameters
    ----------
    tables : the game's turn
    top : the goal, from which holding wins
    reach : the most points that a throw gains

    Returns
    -------
    throws : float64[x, throw; LANES], x and throw in one index
    positions : float64[x, choice; LANES], x and choice in one index
    """
    positions = rows((top + reach) * tables.depth.size, LANES)
    positions[top * tables.depth.size :] = 1.0
    return rows(top * tables.bust.size, LANES), positions


@jit
def sweep(
    tables: TurnArrays,
    hold: Array,
    first: int,
    ends: tuple[Array, Array],
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
    ends : float64[lane], value of a bust, and of a wipe
    span : (bottom, top), range of x of the evaluated throws
    throws : float64[x, throw; LANES], x and throw in one index; written for bottom <= x < top
    positions : float64[x, choice; LANES], x and choice in one index; written for bottom + depth <= x < top;
        must have the value of holding from `top` on
    """
    throw_count = np.uint64(tables.bust.size)
    choice_count = np.uint64(tables.depth.size)
    bust, wiped = ends
    for back in range(span[1] - span[0]):
        x = np.uint64(span[1] - 1 - back)
        for place in range(throw_count):
            throw = throw_count - np.uint64(1) - place
            out = x * throw_count + throw
            for lane in range(np.uint64(LANES)):
                throws[out, lane] = tables.bust[throw] * bust[lane] + tables.wipe[throw] * wiped[lane]
            for outcome in range(
                tables.outcome_start[throw], tables.outcome_start[throw + np.uint64(1)], np.uint64(STRIDE)
            ):
                _add_outcomes(tables, x * choice_count, outcome, out, positions, throws)
            for choice in range(tables.waiting[throw], tables.waiting[throw + np.uint64(1)]):
                # Delayed until the throw after the position's deepest way is known.
                at = x + tables.depth[choice]
                if at < np.uint64(span[1]):
                    _choose(tables, choice, at, hold, first, throws, positions)


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
    positions : float64[x, choice; LANES], x and choice in one index; read
    throws : float64[x, throw; LANES], x and throw in one index; row `out` is added to
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
    for lane in range(np.uint64(LANES)):
        low = p0 * positions[r0, lane] + p1 * positions[r1, lane]
        throws[out, lane] += (
            low + p2 * positions[r2, lane] + p3 * positions[r3, lane] + p4 * positions[r4, lane]
        )


@jit_inline
def _choose(
    tables: TurnArrays, choice: Index, x: Index, hold: Array, first: int, throws: Array, positions: Array
) -> None:
    """Write a position's best choice: hold, or a way to go on.

    Parameters
    ----------
    tables : the game's turn
    choice : index of a set of ways, shared by all positions that have it
    x : the score that would be banked
    hold : float64[x, lane], value of banking x; read at lanes first to first + LANES
    first : index in `hold` of this block's first lane
    throws : float64[x, throw; LANES], x and throw in one index; read
    positions : float64[x, choice; LANES], x and choice in one index; the choice's row at x is written
    """
    out = x * np.uint64(tables.depth.size) + choice
    for lane in range(np.uint64(LANES)):
        positions[out, lane] = hold[x, np.uint64(first) + lane]
    for way in range(tables.way_start[choice], tables.way_start[choice + np.uint64(1)]):
        throw = (x - tables.given_up[way]) * np.uint64(tables.bust.size) + tables.next_throw[way]
        for lane in range(np.uint64(LANES)):
            value = throws[throw, lane]
            known = positions[out, lane]
            positions[out, lane] = value if value > known else known


@jit_inline
def opening(tables: TurnArrays, throws: Array, x: int, lane: int) -> float:
    """Return the value of the best opening of one lane's turn.

    Parameters
    ----------
    tables : the game's turn
    throws : float64[x, throw; LANES], x and throw in one index; from `sweep`
    x : the banked score
    lane : index of the lane
    """
    best = throws[x * tables.bust.size + int(tables.openings[0]), lane]
    for other in tables.openings:
        best = max(best, throws[x * tables.bust.size + int(other), lane])
    return float(best)
