"""A seat of a contest of two in turn: the values its turns lead to, and buffers to sweep them.

A contest only gives the value of handing over from the goal on. In a race it is 1, and so it is for the
player who moves second with equal turns. The player who moves first then waits for a last turn, and may go on
beyond the goal.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.turns.backward import LANES, rows, workspace
from solvers.turns.one_throw import Ring, new_ring

# What a kernel that cannot play out turns returns if it must; greater than any residual.
SELDOM_LEFT = np.inf


class Swept(NamedTuple):
    """Buffers for sweeps that keep the value of every throw.

    Attributes
    ----------
    throws, positions : float64, rows of the turn kernel, from `backward.workspace`, up to one throw beyond
        the `top` of `Sweeps`; the throws from there on are always 0
    standing : float64[x, throw], buffer of `found.play`, all 0 before and after
    """

    throws: Array
    positions: Array
    standing: Array


class Sweeps(NamedTuple):
    """The turn of a seat, and buffers for its sweeps.

    Attributes
    ----------
    tables : the turn
    top : score from which on the seat holds
    least : least score of a turn, also of a bust
    steady : whether it has won from `top` on, whatever the other has
    ring : buffers of `one_throw.sweep`, None for other turns
    swept : buffers of `backward.sweep`
    ends : float64[throw, 2 LANES], of the turn kernel
    bust : float64[lane], values of a bust
    """

    tables: TurnArrays
    top: int
    least: int
    steady: bool
    ring: Ring | None
    swept: Swept
    ends: Array
    bust: Array


class Seat(NamedTuple):
    """The values that the turns of a seat lead to.

    Attributes
    ----------
    sweeps : its turn, with buffers
    entry : the least score that may be banked
    handed : float64[x, other], value of handing over the turn with x, up to one throw beyond `sweeps.top`
    hold : float64[x, other], value of banking x; the same array if there is no entry, else BARRED below it
    wiped : float64[other], value of a wipe
    """

    sweeps: Sweeps
    entry: int
    handed: Array
    hold: Array
    wiped: Array


class Seats(NamedTuple):
    """Both seats.

    Attributes
    ----------
    first, second : the seats that move first and second; the same if both are equal, as in a race
    """

    first: Seat
    second: Seat


def race_seat(turn: Turn, goal: int, every_way: bool = False, others: int | None = None) -> Seat:
    """A seat that wins by reaching the goal; its values of handing over are 0 below it.

    Parameters
    ----------
    turn : any turn
    goal : points to win
    every_way : as for `new_seat`
    others : number of scores that the other may have; None for those below the goal
    """
    after = np.ones((turn.longest_gain, others or goal))
    return new_seat(turn, goal, goal, after, steady=True, every_way=every_way)


def new_seat(
    turn: Turn, goal: int, top: int, after: Array, steady: bool = False, every_way: bool = False
) -> Seat:
    """A seat whose values of handing over are 0 below the goal.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    top : score from which on it holds
    after : float64[points from the goal on, other], value of handing over there, up to one throw beyond `top`
    steady : whether it has won from `top` on, so that no way there leads to more
    every_way : whether more points may be worth less, as against a player who looks at them

    Raises
    ------
    InvalidRules
        if the goal is less than the entry
    """
    refuse_entry(turn, goal)
    others = after.shape[1]
    handed = rows(goal + len(after), others + LANES)
    handed[goal:, :others] = after
    if steady:
        handed[goal:] = 1.0
    # Below an entry no player may bank; beyond the goal the entry is met.
    hold = with_entry(turn, handed) if turn.entry else handed
    compiled = tables(turn, goal if steady else None, every_way)
    sweeps = new_sweeps(turn, compiled, top, len(handed), steady)
    return Seat(sweeps, turn.entry, handed, hold, np.zeros(others + LANES))


def refuse_entry(turn: Turn, goal: int) -> None:
    """Refuse an entry that is greater than the goal.

    Raises
    ------
    InvalidRules
        if it is
    """
    if turn.entry > goal:
        raise expected("goal", f"{turn.entry} or more, the entry of these rules", goal)


def new_sweeps(turn: Turn, compiled: TurnArrays, top: int, far: int, steady: bool) -> Sweeps:
    """Buffers for sweeps.

    Parameters
    ----------
    turn, compiled : the turn, and its compiled arrays
    top : score from which on the seat holds
    far : end of the scores to which turns may lead
    steady : whether it has won from `top` on
    """
    throws, positions = workspace(compiled, far, 0)
    positions[top * compiled.depth.size :, :LANES] = 1.0 if steady else 0.0
    return Sweeps(
        compiled,
        top,
        turn.least_score,
        steady,
        new_ring(compiled),
        Swept(throws, positions, np.zeros((far, compiled.bust.size))),
        ends=np.zeros((compiled.bust.size, 2 * LANES)),
        bust=np.zeros(LANES),
    )


def set_handed(seat: Seat, handed: Array) -> None:
    """Set the values of handing over below the goal.

    Parameters
    ----------
    seat : its `handed` and `hold` are written
    handed : float64[x, other], the values
    """
    goal, others = handed.shape
    seat.handed[:goal, :others] = handed
    seat.hold[seat.entry : goal, :others] = handed[seat.entry :]


def in_the_ring(seat: Seat) -> Seat:
    """The same seat without the buffers that only turns that are seldom left need.

    In games of one throw there are hardly any such turns; a kernel without them compiles in two thirds of the
    time.

    Parameters
    ----------
    seat : has a ring
    """
    return seat._replace(sweeps=seat.sweeps._replace(swept=None))  # type: ignore[arg-type]


def in_rings_first(seats: Sequence[Seat], solve: Callable[[Sequence[Seat], Swept | None], float]) -> float:
    """Solve with a kernel for turns of one throw, which compiles faster, or if it cannot, with one for all.

    Parameters
    ----------
    seats : all with turns of the same kind
    solve : from the seats and the buffers of the first, or None, to a status

    Returns
    -------
    the status, not SELDOM_LEFT
    """
    sweeps = seats[0].sweeps
    status = SELDOM_LEFT if sweeps.ring is None else solve(list(map(in_the_ring, seats)), None)
    return solve(seats, sweeps.swept) if status == SELDOM_LEFT else status


@jit
def hand_over(seat: Seat, x: int, other: int, worth: float) -> None:
    """Set the value of handing over the turn with x, and of banking x if it is allowed.

    Parameters
    ----------
    seat : its `handed` and `hold` are written
    x, other : both scores, below the goal
    worth : the value
    """
    seat.handed[x, other] = worth
    if x >= seat.entry:
        seat.hold[x, other] = worth
