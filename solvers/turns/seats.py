"""The turn kernel for several players: the value of a turn to each seat, if the mover maximises its own.

Let x be the score that would be banked, h(x) the value of banking it, a number for each seat, the mover's
first, and b the value of a bust to the mover:

    throw(x, t)    = sum over outcomes of p position(x + gain, its position),
    busts(x, t)    = P(bust) + sum over outcomes of p busts(x + gain, its position),
    position(x, c) = h(x), or throw and busts of the way on whose throw[mover] + busts b is greatest, if that
    is more than h(x)[mover].

Ties hold, up to rounding. Values exclude the bust: to a seat a turn is worth throw[seat] + busts times the
value of the bust to the seat. So values depend on the choices alone, to the last bit, and not on the rounding
of b. Each comparison changes its result at some b. The sweep also returns the *limits* within which b may
move before any choice changes, so choices are settled exactly, without a tolerance.

Independent turns are evaluated side by side, one in each *lane*. A row has the values of all lanes for each
seat, then their probabilities to bust.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import STRIDE, Turn, TurnArrays
from solvers.jit import jit, jit_inline
from solvers.rows import copy_row
from solvers.turns.backward import TIE, rows

Index = int | np.uint64
# Fewer than in the race of two, as a row has four numbers a lane for three players. 32 lanes were 1.4 times
# slower in the race of three to 100.
LANES = 16


class Shape(NamedTuple):
    """Lengths that the compiler needs to know, as lengths of tuples.

    Attributes
    ----------
    seats : one entry for each seat
    others : one entry for each way on after the first, up to the most that a position has
    """

    seats: tuple[int, ...]
    others: tuple[int, ...]


def shape(turn: Turn, players: int) -> Shape:
    """Return the shape of a turn for a number of players."""
    others = max(len(position.ways) for position in turn.positions) - 1
    return Shape((0,) * players, (0,) * max(others, 0))


class Work(NamedTuple):
    """Work arrays of a sweep.

    Attributes
    ----------
    throws : float64[x, throw; (seats + 1) LANES], x and throw in one index
    positions : float64[x, choice; (seats + 1) LANES], x and choice in one index; must have the mover's win
        from the top on
    limits : float64[x; 2 LANES], low and high: choices at x and above stay the same for low < b <= high
    turns_at : float64[LANES], the b at which the current comparison changes its result
    """

    throws: Array
    positions: Array
    limits: Array
    turns_at: Array


def workspace(tables: TurnArrays, top: int, reach: int, shape: Shape) -> Work:
    """Return work arrays for the throws below `top` and the positions up to `reach` points beyond."""
    width = (len(shape.seats) + 1) * LANES
    positions, limits = rows((top + reach) * tables.depth.size, width), rows(top + 1, 3 * LANES)
    positions[top * tables.depth.size :, :LANES] = 1.0
    limits[:, :LANES], limits[:, LANES : 2 * LANES] = -np.inf, np.inf
    return Work(rows(top * tables.bust.size, width), positions, limits, rows(1, LANES)[0])


@jit
def hold_beyond(tables: TurnArrays, top: int, hold: Array, shape: Shape, work: Work) -> None:
    """Write the value of holding from `top` on for LANES turns, if it need not be the mover's win.

    Parameters
    ----------
    tables : the game's turn
    top : x from which all players hold
    hold : float64[x, seat, lane], value of banking x, up to where a throw from below `top` leads
    shape : number of seats
    work : its positions and limits are written, from the top on
    """
    chances = len(shape.seats) * LANES
    for x in range(top, hold.shape[0]):
        for choice in range(tables.depth.size):
            out = work.positions[x * tables.depth.size + choice]
            for seat in range(len(shape.seats)):
                copy_row(hold[x, seat], out[seat * LANES : seat * LANES + LANES])
            for lane in range(chances, chances + LANES):
                out[lane] = 0.0
    for lane in range(LANES):
        work.limits[top, lane] = -np.inf
        work.limits[top, LANES + lane] = np.inf


@jit
def sweep(
    tables: TurnArrays, hold: Array, bust: Array, span: tuple[int, int], shape: Shape, work: Work
) -> None:
    """Evaluate LANES turns by one backward sweep.

    Parameters
    ----------
    tables : the game's turn
    hold : float64[x, seat, lane], value of banking x for all x below the top
    bust : float64[lane], value of a bust to the mover
    span : (bottom, top), range of x of the evaluated throws
    shape : numbers of seats and of ways on
    work : its rows from bottom (positions: bottom + depth) to the top are written
    """
    throw_count = np.uint64(tables.bust.size)
    choice_count = np.uint64(tables.depth.size)
    chances = np.uint64(len(shape.seats) * LANES)
    for back in range(span[1] - span[0]):
        x = np.uint64(span[1] - 1 - back)
        # Backwards, as throws that gain nothing lead to later ones in the list.
        for place in range(throw_count):
            throw = throw_count - np.uint64(1) - place
            start = tables.outcome_start[throw]
            stop = tables.outcome_start[throw + np.uint64(1)]
            out = x * throw_count + throw
            base = x * choice_count
            _start_throw(tables, base, start, out, shape, work.positions, work.throws)
            for outcome in range(start + np.uint64(STRIDE), stop, np.uint64(STRIDE)):
                _add_outcomes(tables, base, outcome, out, shape, work.positions, work.throws)
            for lane in range(np.uint64(LANES)):
                work.throws[out, chances + lane] += tables.bust[throw]
            if place == np.uint64(0):
                for lane in range(np.uint64(2 * LANES)):
                    work.limits[x, lane] = work.limits[x + np.uint64(1), lane]
            for choice in range(tables.waiting[throw], tables.waiting[throw + np.uint64(1)]):
                # Delayed until the throw after the position's deepest way is known.
                at = x + tables.depth[choice]
                if at < np.uint64(span[1]):
                    _choose(tables, choice, x, at, hold[at], bust, shape, work)


@jit_inline
def _start_throw(
    tables: TurnArrays, base: Index, outcome: Index, out: Index, shape: Shape, positions: Array, throws: Array
) -> None:
    """Write a throw's first STRIDE outcomes.

    Parameters
    ----------
    tables : the game's turn
    base : row of the first position at the x of the throw
    outcome : index of the first outcome
    out : row of the throw
    shape : number of seats
    positions : float64[x, choice; (seats + 1) LANES], x and choice in one index; read
    throws : float64[x, throw; (seats + 1) LANES], x and throw in one index; row `out` is written
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
    for lane in range(np.uint64((len(shape.seats) + 1) * LANES)):
        low = p0 * positions[r0, lane] + p1 * positions[r1, lane]
        throws[out, lane] = (
            low + p2 * positions[r2, lane] + p3 * positions[r3, lane] + p4 * positions[r4, lane]
        )


@jit_inline
def _add_outcomes(
    tables: TurnArrays, base: Index, outcome: Index, out: Index, shape: Shape, positions: Array, throws: Array
) -> None:
    """Add a throw's next STRIDE outcomes.

    Parameters
    ----------
    tables : the game's turn
    base : row of the first position at the x of the throw
    outcome : index of the first outcome
    out : row of the throw
    shape : number of seats
    positions : float64[x, choice; (seats + 1) LANES], x and choice in one index; read
    throws : float64[x, throw; (seats + 1) LANES], x and throw in one index; row `out` is added to
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
    for lane in range(np.uint64((len(shape.seats) + 1) * LANES)):
        low = p0 * positions[r0, lane] + p1 * positions[r1, lane]
        throws[out, lane] += (
            low + p2 * positions[r2, lane] + p3 * positions[r3, lane] + p4 * positions[r4, lane]
        )


@jit_inline
def _choose(
    tables: TurnArrays,
    choice: Index,
    limit: Index,
    x: Index,
    hold: Array,
    bust: Array,
    shape: Shape,
    work: Work,
) -> None:
    """Write the mover's best choice: hold, or a way to go on. Ties hold, or take the first way.

    Parameters
    ----------
    tables : the game's turn
    choice : index of a set of ways, shared by all positions that have it
    limit : x of the throws just evaluated, whose row of `limits` is narrowed
    x : the score that would be banked at the positions
    hold : float64[seat, lane], value of banking x
    bust : float64[lane], value of a bust to the mover
    shape : numbers of seats and of ways on
    work : its throws are read, its positions at x and its limits written
    """
    throw_count = np.uint64(tables.bust.size)
    lanes = np.uint64(LANES)
    chances = np.uint64(len(shape.seats) * LANES)
    out = x * np.uint64(tables.depth.size) + choice
    way = tables.way_start[choice]
    end = tables.way_start[choice + np.uint64(1)]
    throws = work.throws
    positions = work.positions
    limits = work.limits
    if way == end:
        for seat in range(np.uint64(len(shape.seats))):
            for lane in range(lanes):
                positions[out, seat * lanes + lane] = hold[seat, lane]
        for lane in range(lanes):
            positions[out, chances + lane] = 0.0
        return
    throw = (x - tables.given_up[way]) * throw_count + tables.next_throw[way]
    for lane in range(lanes):
        turn_at = (hold[0, lane] * (1.0 + TIE) - throws[throw, lane]) / throws[throw, chances + lane]
        low = limits[limit, lane]
        high = limits[limit, lanes + lane]
        better = bust[lane] > turn_at
        limits[limit, lane] = turn_at if better and turn_at > low else low
        limits[limit, lanes + lane] = high if better or turn_at > high else turn_at
        limits[limit, np.uint64(2 * LANES) + lane] = 1.0 if better else 0.0
    for seat in range(np.uint64(len(shape.seats))):
        for lane in range(lanes):
            value = throws[throw, seat * lanes + lane]
            known = hold[seat, lane]
            positions[out, seat * lanes + lane] = (
                value if limits[limit, np.uint64(2 * LANES) + lane] > 0.0 else known
            )
    for lane in range(lanes):
        value = throws[throw, chances + lane]
        positions[out, chances + lane] = value if limits[limit, np.uint64(2 * LANES) + lane] > 0.0 else 0.0
    if len(shape.others) > 0:
        _other_ways(tables, choice, limit, x, bust, shape, work)


@jit
def _other_ways(
    tables: TurnArrays, choice: Index, limit: Index, x: Index, bust: Array, shape: Shape, work: Work
) -> None:
    """Take one of the ways after the first where it is better.

    Parameters
    ----------
    tables : the game's turn
    choice : index of a set of ways, shared by all positions that have it
    limit : x of the throws just evaluated, whose row of `limits` is narrowed
    x : the score that would be banked at the positions
    bust : float64[lane], value of a bust to the mover
    shape : number of seats
    work : its throws are read, its positions at x and its limits written
    """
    throw_count = np.uint64(tables.bust.size)
    out = x * np.uint64(tables.depth.size) + choice
    way = tables.way_start[choice]
    end = tables.way_start[choice + np.uint64(1)]
    for other in range(way + np.uint64(1), end):
        throw = (x - tables.given_up[other]) * throw_count + tables.next_throw[other]
        _compare(throw, out, limit, bust, shape, work)


@jit
def _compare(throw: Index, out: Index, limit: Index, bust: Array, shape: Shape, work: Work) -> None:
    """Compare one more way with the best so far.

    Parameters
    ----------
    throw : row of the way's next throw
    out : row of the position
    limit : x of the throws just evaluated, whose row of `limits` is narrowed
    bust : float64[lane], value of a bust to the mover
    shape : number of seats
    work : its throws are read, the position's row and the limits written
    """
    throws = work.throws
    positions = work.positions
    limits = work.limits
    lanes = np.uint64(LANES)
    chances = np.uint64(len(shape.seats) * LANES)
    for lane in range(lanes):
        rises = throws[throw, chances + lane] - positions[out, chances + lane] * (1.0 + TIE)
        lacks = positions[out, lane] * (1.0 + TIE) - throws[throw, lane]
        better = lacks < 0.0
        turn_at = -np.inf
        if rises != 0.0:
            turn_at = lacks / rises
            better = bust[lane] > turn_at if rises > 0.0 else bust[lane] <= turn_at
            if bust[lane] > turn_at:
                limits[limit, lane] = max(limits[limit, lane], turn_at)
            else:
                limits[limit, lanes + lane] = min(limits[limit, lanes + lane], turn_at)
        if better:
            for seat in range(np.uint64(len(shape.seats) + 1)):
                positions[out, seat * lanes + lane] = throws[throw, seat * lanes + lane]
