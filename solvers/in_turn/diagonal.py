"""The turns of a seat on one diagonal, that is of one sum of both scores, in blocks swept side by side.

q numbers the states by falling score of the mover: it has high - q, the other low + q. The turns of both
seats lie in one row, the first's from 0 on and the second's behind them; where both are alike one seat's are
all. So the turn that follows a bust is as far from the other end.

A sweep finds each turn as a line: its value and slope in the value of a bust, which is what the other turn of
its pair is not worth. The line holds as long as no choice changes, and by how much the value of the bust may
move until then is found with it. So a block is swept again only once the other of one of its pairs has moved
further than that; else its turns just follow their lines. Where a bust scores, it leads elsewhere, and one
sweep is all.

What a diagonal calls for each block is compiled into it: else references to some thirty arrays are counted up
and down in each call, which took a tenth of a small race.
"""

from typing import NamedTuple

import numpy as np

from solvers.in_turn.pairs import Row, pair_nearly_always_busts
from solvers.in_turn.seat import Seat
from solvers.jit import jit, jit_inline
from solvers.turns import found, one_throw
from solvers.turns.backward import LANES, hold_beyond, opening, set_ends, sweep
from solvers.turns.found import Found
from solvers.turns.one_throw import Lines, Turns


class Diagonal(NamedTuple):
    """The turns of a seat on one diagonal.

    Attributes
    ----------
    low, high : least and greatest score
    offset : where they begin in the row
    turns : how many the row has
    """

    low: int
    high: int
    offset: int
    turns: int


@jit_inline
def begin(turns: int, row: Row) -> None:
    """Have all turns of a diagonal swept.

    Parameters
    ----------
    turns : how many there are
    row : its `guess` has their values; `mirror` and `margin` are written
    """
    for turn in range(turns):
        row.mirror[turn] = row.guess[turns - 1 - turn]
        row.margin[turn] = -1.0


@jit_inline
def is_due(turns: int, start: int, end: int, row: Row) -> bool:
    """Whether a choice may have changed in a turn since it was swept.

    Parameters
    ----------
    turns : how many there are on the diagonal
    start, end : the first turn looked at, and the one after the last
    row : of the diagonal
    """
    due = False
    for turn in range(start, end):
        due |= not abs(row.guess[turns - 1 - turn] - row.mirror[turn]) <= row.margin[turn]
    return due


@jit_inline
def follow(turns: int, start: int, end: int, row: Row) -> None:
    """Move along the lines of turns to what the others of their pairs are worth now.

    Parameters
    ----------
    turns : how many there are on the diagonal
    start, end : the first turn, and the one after the last
    row : its `value`, `mirror` and `margin` are written
    """
    for turn in range(start, end):
        moved = row.guess[turns - 1 - turn] - row.mirror[turn]
        row.value[turn] -= row.slope[turn] * moved
        row.margin[turn] -= abs(moved)
        row.mirror[turn] += moved


@jit_inline
def sweep_due(seat: Seat, diagonal: Diagonal, row: Row) -> None:
    """Sweep the turns of a seat in which a choice may have changed, and have the others follow their lines.

    Parameters
    ----------
    seat : whose turns; its memory is written
    diagonal : which
    row : `value`, `slope`, `mirror` and `margin` of these turns are written
    """
    low, high, offset, turns = diagonal
    count = high - low + 1
    # The first block is the one with lanes left over, as all later ones have longer sweeps.
    start = 0
    end = (count - 1) % LANES + 1
    while start < count:
        if is_due(turns, offset + start, offset + end, row):
            _find_lines(seat, diagonal, start, end, row)
        else:
            follow(turns, offset + start, offset + end, row)
        start = end
        end = end + LANES


@jit_inline
def _find_lines(seat: Seat, diagonal: Diagonal, start: int, end: int, row: Row) -> None:
    """Find the lines of a block.

    Parameters
    ----------
    seat : its memory is written
    diagonal : which
    start, end : first q, and the one after the last
    row : `value`, `slope`, `mirror` and `margin` of these turns are written
    """
    low, high, offset, turns = diagonal
    _set_ends(seat, diagonal, start, end, row)
    if len(seat.ring.positions) > 0:
        lines = Lines(row.value, row.slope, row.margin)
        block = Turns(offset + start, offset + end, high - start)
        span = (high - end + 1, seat.top)
        one_throw.sweep(seat.tables, seat.hold, low + start, seat.ends, span, seat.ring, block, lines)
    else:
        _sweep(seat, diagonal, start, end)
        for q in range(start, end):
            found_here = opening(seat.tables, seat.throws, high - q, q - start)
            row.value[offset + q], row.slope[offset + q] = found_here
            # Among many choices one is nearly even: to look for it takes what it saves.
            row.margin[offset + q] = 0.0
    for turn in range(offset + start, offset + end):
        row.mirror[turn] = row.guess[turns - 1 - turn]
        if seat.least > 0:
            row.margin[turn] = np.inf


@jit
def play_out(seat: Seat, diagonal: Diagonal, row: Row) -> None:
    """Sweep once more, and play out the turns of pairs that nearly always bust.

    Where only one of a pair does, a Newton step needs nothing of this: to play out these, too, took five
    sixths of the kernel's time for the race to 100.

    Parameters
    ----------
    seat : whose turns; its memory is written
    diagonal : which
    row : comes with `slope`; `gained`, `left` and `bust` of these turns are written
    """
    low, high, offset, turns = diagonal
    count = high - low + 1
    turn = Found(seat.hold, seat.throws, seat.standing)
    start = 0
    end = (count - 1) % LANES + 1
    while start < count:
        _set_ends(seat, diagonal, start, end, row)
        _sweep(seat, diagonal, start, end)
        for q in range(start, end):
            if pair_nearly_always_busts(row.slope, offset + q, turns - 1 - offset - q):
                played = found.play(seat.tables, turn, high - q, low + q, q - start, seat.wiped[low + q])
                row.gained[offset + q], row.left[offset + q], row.bust[offset + q] = played
        start = end
        end = end + LANES


@jit
def _set_ends(seat: Seat, diagonal: Diagonal, start: int, end: int, row: Row) -> None:
    """Set what busts and wipes of a block are worth.

    Parameters
    ----------
    seat : its `bust` and `ends` are written
    diagonal : which
    start, end : first q, and the one after the last
    row : of the diagonal
    """
    low, high, offset, turns = diagonal
    for q in range(start, end):
        worth = 1.0 - row.guess[turns - 1 - offset - q]
        if seat.least > 0:
            worth = seat.handed[high - q + seat.least, low + q]
        seat.bust[q - start] = worth
    set_ends(seat.tables, seat.bust, seat.wiped[low + start :], 0.0 if seat.least > 0 else 1.0, seat.ends)


@jit_inline
def _sweep(seat: Seat, diagonal: Diagonal, start: int, end: int) -> None:
    """Sweep the turns of a block, whatever throws they have.

    Parameters
    ----------
    seat : its memory is written
    diagonal : which
    start, end : first q, and the one after the last
    """
    low, high, _, _ = diagonal
    if not seat.steady:
        hold_beyond(seat.tables, seat.top, seat.hold, low + start, seat.positions)
    span = (high - end + 1, seat.top)
    sweep(seat.tables, seat.hold, low + start, seat.ends, span, seat.throws, seat.positions)
