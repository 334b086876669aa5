"""The turns of a seat on one diagonal, with one sum of both scores, in blocks swept side by side.

q numbers the states by falling score of the mover: it has high - q, the other low + q.

A sweep finds each turn as a line: its value and slope in its stake, the value of a bust. The line is valid as
long as no choice changes, and the sweep also finds how far the stake may move until then. So a block is swept
again only once one of its stakes has moved farther; until then its turns follow their lines. If a bust
scores, it leads elsewhere, and one sweep is enough.

The functions that a diagonal calls for each block are inlined: passing some thirty arrays in each call took a
tenth of the time of a small race.
"""

from typing import NamedTuple

import numpy as np

from solvers.in_turn.pairs import Row
from solvers.in_turn.seat import Seat, Swept
from solvers.jit import jit, jit_inline
from solvers.turns import found, one_throw
from solvers.turns.backward import LANES, hold_beyond, opening, set_ends, sweep
from solvers.turns.found import Found
from solvers.turns.one_throw import Lines, Ring, Turns


class Diagonal(NamedTuple):
    """The turns of a seat on one diagonal.

    Attributes
    ----------
    low, high : least and greatest score
    offset : where they begin in the row
    """

    low: int
    high: int
    offset: int


@jit_inline
def begin(turns: int, row: Row) -> None:
    """Mark all turns of a diagonal as due for a sweep.

    Parameters
    ----------
    turns : number of turns
    row : its `swept` and `margin` are written
    """
    for turn in range(turns):
        row.swept[turn] = row.stake[turn]
        row.margin[turn] = -1.0


@jit_inline
def is_due(start: int, end: int, row: Row) -> bool:
    """Whether a choice may have changed in a turn since it was swept.

    Parameters
    ----------
    start, end : the first turn looked at, and the one after the last
    row : of the diagonal
    """
    due = False
    for turn in range(start, end):
        due |= not abs(row.stake[turn] - row.swept[turn]) <= row.margin[turn]
    return due


@jit_inline
def follow(start: int, end: int, row: Row) -> None:
    """Move along the lines of turns to the current values of their busts.

    Parameters
    ----------
    start, end : the first turn, and the one after the last
    row : its `value`, `swept` and `margin` are written
    """
    for turn in range(start, end):
        moved = row.stake[turn] - row.swept[turn]
        row.value[turn] += row.slope[turn] * moved
        row.margin[turn] -= abs(moved)
        row.swept[turn] += moved


@jit_inline
def sweep_due(seat: Seat, diagonal: Diagonal, row: Row) -> None:
    """Sweep those turns of a seat in which a choice may have changed, and move the others along their lines.

    Parameters
    ----------
    seat : the seat; its buffers are written
    diagonal : the diagonal
    row : `value`, `slope`, `swept` and `margin` of these turns are written
    """
    low, high, offset = diagonal
    count = high - low + 1
    # The first block is the incomplete one, as all later ones have longer sweeps.
    start = 0
    end = (count - 1) % LANES + 1
    while start < count:
        if is_due(offset + start, offset + end, row):
            _find_lines(seat, diagonal, start, end, row)
        else:
            follow(offset + start, offset + end, row)
        start = end
        end = end + LANES


@jit_inline
def _find_lines(seat: Seat, diagonal: Diagonal, start: int, end: int, row: Row) -> None:
    """Find the lines of a block.

    Parameters
    ----------
    seat : its buffers are written
    diagonal : the diagonal
    start, end : first q, and the one after the last
    row : `value`, `slope`, `swept` and `margin` of these turns are written
    """
    _, _, offset = diagonal
    sweeps = seat.sweeps
    _set_ends(seat, diagonal, start, end, row)
    _find(sweeps.ring, sweeps.swept, seat, diagonal, start, end, row)
    for turn in range(offset + start, offset + end):
        row.swept[turn] = row.stake[turn]
        if sweeps.least > 0:
            row.margin[turn] = np.inf


@jit_inline
def _find(
    ring: Ring | None,
    swept: Swept | None,
    seat: Seat,
    diagonal: Diagonal,
    start: int,
    end: int,
    row: Row,
) -> None:
    """Sweep a block, and write its lines.

    The compiler knows which arguments are None, and omits the code for them.

    Parameters
    ----------
    ring : buffers of the seat; None for turns of several throws
    swept : buffers of the seat; not used if there is a ring
    seat : its buffers are written
    diagonal : the diagonal
    start, end : first q, and the one after the last
    row : `value`, `slope` and `margin` of these turns are written
    """
    low, high, offset = diagonal
    sweeps = seat.sweeps
    if ring is not None:
        lines = Lines(row.value, row.slope, row.margin)
        block = Turns(offset + start, offset + end, high - start)
        span = (high - end + 1, sweeps.top)
        one_throw.sweep(sweeps.tables, seat.hold, low + start, sweeps.ends, span, ring, block, lines)
    elif swept is not None:
        _sweep(seat, swept, diagonal, start, end)
        for q in range(start, end):
            found_here = opening(sweeps.tables, swept.throws, high - q, q - start)
            row.value[offset + q], row.slope[offset + q] = found_here
            # With many choices one is nearly always close to a tie, and the search for it costs what it
            # saves.
            row.margin[offset + q] = 0.0


@jit
def play_out(seat: Seat, swept: Swept, diagonal: Diagonal, row: Row) -> None:
    """Sweep once more, and play out the turns that are seldom left.

    If only one turn of a pair is seldom left, a Newton step needs no playing out: doing so for these, too,
    took five sixths of the kernel's time for the race to 100.

    Parameters
    ----------
    seat : the seat
    swept : its buffers, which are written
    diagonal : the diagonal
    row : `seldom` is read; `gained`, `left` and `bust` of these turns are written
    """
    low, high, offset = diagonal
    sweeps = seat.sweeps
    count = high - low + 1
    turn = Found(seat.hold, swept.throws, swept.standing)
    start = 0
    end = (count - 1) % LANES + 1
    while start < count:
        some = False
        for q in range(start, end):
            some |= row.seldom[offset + q] > 0.0
        if some:
            _set_ends(seat, diagonal, start, end, row)
            _sweep(seat, swept, diagonal, start, end)
        for q in range(start, end):
            if row.seldom[offset + q] > 0.0:
                played = found.play(sweeps.tables, turn, high - q, low + q, q - start, seat.wiped[low + q])
                row.gained[offset + q], row.left[offset + q], row.bust[offset + q] = played
        start = end
        end = end + LANES


@jit
def _set_ends(seat: Seat, diagonal: Diagonal, start: int, end: int, row: Row) -> None:
    """Set the values of busts and wipes for a block.

    Parameters
    ----------
    seat : buffers of its sweeps are written
    diagonal : the diagonal
    start, end : first q, and the one after the last
    row : of the diagonal
    """
    low, high, offset = diagonal
    sweeps = seat.sweeps
    for q in range(start, end):
        worth = row.stake[offset + q]
        if sweeps.least > 0:
            worth = seat.handed[high - q + sweeps.least, low + q]
        sweeps.bust[q - start] = worth
    slope = 0.0 if sweeps.least > 0 else 1.0
    set_ends(sweeps.tables, sweeps.bust, seat.wiped[low + start :], slope, sweeps.ends)


@jit_inline
def _sweep(seat: Seat, swept: Swept, diagonal: Diagonal, start: int, end: int) -> None:
    """Sweep the turns of a block, for any kind of turn.

    Parameters
    ----------
    seat : the seat
    swept : its buffers, which are written
    diagonal : the diagonal
    start, end : first q, and the one after the last
    """
    low, high, _ = diagonal
    sweeps = seat.sweeps
    if not sweeps.steady:
        hold_beyond(sweeps.tables, sweeps.top, seat.hold, low + start, swept.positions)
    span = (high - end + 1, sweeps.top)
    sweep(sweeps.tables, seat.hold, low + start, sweeps.ends, span, swept.throws, swept.positions)
