"""The turns of one seat of a round: sweeps of all states of one diagonal, that is of one sum of both scores.

q numbers the states by falling score of the mover: it has high - q, the other low + q. Both seats' turns of a
diagonal lie in one row, the first's from 0 on and the second's behind them, so that the turn which follows a
bust is as far from the other end.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.beyond import Beyond
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.race.mirrored_pairs import Steps, pair_nearly_always_busts
from solvers.turns import found
from solvers.turns.backward import LANES, hold_beyond, opening, rows, set_ends, sweep, workspace
from solvers.turns.found import Found


class Seat(NamedTuple):
    """A seat, and memory for its sweeps.

    Attributes
    ----------
    tables : the turn
    top : score from which on it holds
    entry : the least score that may be banked
    handed : float64[x, other], value of handing over the turn with x, as far as one throw from below `top`
        goes
    hold : float64[x, other], of banking x; the same array where there is no entry, else BARRED below it
    wiped : float64[other], value of a wipe
    throws, positions : float64, rows of the turn kernel, from `backward.workspace`, as far as `hold` goes;
        the throws from `top` on come with 0 and stay so
    standing : float64[x, throw], memory of `found.play`, all 0 before and after
    ends : float64[throw, 2 LANES], of the turn kernel
    bust : float64[lane], values of a bust
    """

    tables: TurnArrays
    top: int
    entry: int
    handed: Array
    hold: Array
    wiped: Array
    throws: Array
    positions: Array
    standing: Array
    ends: Array
    bust: Array


class Diagonal(NamedTuple):
    """The turns of a seat on one diagonal.

    Attributes
    ----------
    low, high : least and greatest score
    offset : where they begin in the row of both seats' turns
    least : what a turn scores at least
    """

    low: int
    high: int
    offset: int
    least: int


class Seats(NamedTuple):
    """Both seats of a round.

    Attributes
    ----------
    first, second : who moves first, and who moves second
    """

    first: Seat
    second: Seat


def new_seats(turn: Turn, goal: int, after: Beyond, every_way: bool = False) -> Seats:
    """Both seats; their values of handing over are those from the goal on, and 0 below it.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    after : what comes after the goal
    every_way : whether more points may be worth less, as against somebody who looks at them
    """
    first = _new_seat(turn, tables(turn, None, every_way), goal, after.top)
    second = _new_seat(turn, tables(turn, goal, every_way), goal, goal)
    for opponent in range(goal):
        first.handed[goal:, opponent] = 1.0 - after.last[goal - opponent : len(first.handed) - opponent]
    second.handed[goal:] = 1.0
    return Seats(*(_with_entry(turn, seat) for seat in (first, second)))


def _new_seat(turn: Turn, compiled: TurnArrays, goal: int, top: int) -> Seat:
    """A seat with nothing in its memory.

    Parameters
    ----------
    turn : any turn
    compiled : the same, for this seat
    goal : points to reach
    top : score from which on it holds
    """
    far = top + turn.longest_gain
    throws, positions = workspace(compiled, far, 0)
    handed = rows(far, goal + LANES)
    return Seat(
        compiled,
        top,
        turn.entry,
        handed,
        hold=handed,
        wiped=np.zeros(goal + LANES),
        throws=throws,
        positions=positions,
        standing=np.zeros((far, compiled.bust.size)),
        ends=np.zeros((compiled.bust.size, 2 * LANES)),
        bust=np.zeros(LANES),
    )


def _with_entry(turn: Turn, seat: Seat) -> Seat:
    """The same seat, which may not bank less than the entry; beyond the goal it does not matter any more."""
    return seat._replace(hold=with_entry(turn, seat.handed)) if turn.entry else seat


def set_handed(seat: Seat, handed: Array) -> None:
    """Set what handing over is worth below the goal.

    Parameters
    ----------
    seat : its `handed` and `hold` are written
    handed : float64[x, other]
    """
    goal = len(handed)
    seat.handed[:goal, :goal] = handed
    seat.hold[seat.entry : goal, :goal] = handed[seat.entry :]


@jit
def hand_over(seat: Seat, x: int, other: int, worth: float) -> None:
    """Set what handing over the turn with x is worth, and banking it if that may be done.

    Parameters
    ----------
    seat : its `handed` and `hold` are written
    x, other : both scores, below the goal
    worth : that value
    """
    seat.handed[x, other] = worth
    if x >= seat.entry:
        seat.hold[x, other] = worth


@jit
def sweep_seat(seat: Seat, diagonal: Diagonal, guess: Array, steps: Steps) -> None:
    """Sweep all turns of a seat on one diagonal.

    Parameters
    ----------
    seat : whose turns
    diagonal : which
    guess : float64[turn], values of the turns of both seats
    steps : `value` and `slope` of these turns are written
    """
    low, high, offset, _ = diagonal
    count = high - low + 1
    # The first block is the one with lanes left over, as all later ones have longer sweeps.
    start = 0
    end = (count - 1) % LANES + 1
    while start < count:
        _sweep_block(seat, diagonal, start, end, guess)
        for q in range(start, end):
            found_here = opening(seat.tables, seat.throws, high - q, q - start)
            steps.value[offset + q], steps.slope[offset + q] = found_here
        start = end
        end = end + LANES


@jit
def play_out(seat: Seat, diagonal: Diagonal, guess: Array, steps: Steps) -> None:
    """Sweep once more, and play out the turns that nearly always bust, as do those that follow.

    Parameters
    ----------
    seat : whose turns
    diagonal : which
    guess : float64[turn], values of the turns of both seats
    steps : comes with `slope`; `gained`, `left` and `bust` of these turns are written
    """
    low, high, offset, _ = diagonal
    count = high - low + 1
    turn = Found(seat.hold, seat.throws, seat.standing)
    start = 0
    end = (count - 1) % LANES + 1
    while start < count:
        _sweep_block(seat, diagonal, start, end, guess)
        for q in range(start, end):
            if pair_nearly_always_busts(steps.slope, offset + q, 2 * count - 1 - offset - q):
                played = found.play(seat.tables, turn, high - q, low + q, q - start, seat.wiped[low + q])
                steps.gained[offset + q], steps.left[offset + q], steps.bust[offset + q] = played
        start = end
        end = end + LANES


@jit
def _sweep_block(seat: Seat, diagonal: Diagonal, start: int, end: int, guess: Array) -> None:
    """Sweep the turns that are lanes of one sweep.

    Parameters
    ----------
    seat : its memory is written
    diagonal : which
    start, end : first q, and the one after the last
    guess : float64[turn], values of the turns of both seats
    """
    low, high, offset, least = diagonal
    last = 2 * (high - low + 1) - 1
    for q in range(start, end):
        seat.bust[q - start] = 1.0 - guess[last - offset - q]
        if least > 0:
            seat.bust[q - start] = seat.handed[high - q + least, low + q]
    set_ends(seat.tables, seat.bust, seat.wiped[low + start :], 0.0 if least > 0 else 1.0, seat.ends)
    hold_beyond(seat.tables, seat.top, seat.hold, low + start, seat.positions)
    span = (high - end + 1, seat.top)
    sweep(seat.tables, seat.hold, low + start, seat.ends, span, seat.throws, seat.positions)
