"""The turn kernel where it is known what a bust is worth: values alone, in half the time.

The recursion is that of `backward`, which carries the chance to bust beside each value, so that who does not
know what a bust is worth can solve for it. Where that comes from somewhere else, nobody reads that chance.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import STRIDE, TurnArrays
from solvers.jit import jit, jit_inline
from solvers.turns.backward import LANES, Index, rows


def workspace(tables: TurnArrays, top: int, reach: int) -> tuple[Array, Array]:
    """Rows for the throws below `top`, all 0, and for the positions up to `reach` points past it, 1 from it
    on.

    Parameters
    ----------
    tables : the turn
    top : the goal, from which on holding has won
    reach : the most points that a throw adds

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
    """One backward sweep of LANES turns.

    Parameters
    ----------
    tables : the turn
    hold : float64[x, lane], value of banking x for all x below `top`; read at lanes first to first + LANES
    first : where this block of lanes starts in `hold`
    ends : float64[lane], value of a bust, and of a wipe
    span : (bottom, top), the x of the throws evaluated
    throws : float64[x, throw; LANES], x and throw in one index; written for bottom <= x < top
    positions : float64[x, choice; LANES], x and choice in one index; written for bottom + depth <= x < top;
        comes with the value of holding from `top` on
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
                # A position waits until the throw after its deepest way is known.
                at = x + tables.depth[choice]
                if at < np.uint64(span[1]):
                    _choose(tables, choice, at, hold, first, throws, positions)


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
    """Hold, or go on in the best way.

    Parameters
    ----------
    tables : the turn
    choice : index of the positions that have these ways
    x : the score that would be banked
    hold : float64[x, lane], value of banking x; read at lanes first to first + LANES
    first : where this block of lanes starts in `hold`
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
    """Value of the best throw that may open a turn of one lane.

    Parameters
    ----------
    tables : the turn
    throws : float64[x, throw; LANES], x and throw in one index; from `sweep`
    x : the banked score
    lane : of the turn
    """
    best = throws[x * tables.bust.size + int(tables.openings[0]), lane]
    for other in tables.openings:
        best = max(best, throws[x * tables.bust.size + int(other), lane])
    return float(best)
