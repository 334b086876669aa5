"""Newton steps of a best response on the states of one diagonal, that is of one sum i + j of both scores.

The opponent's turn makes U = constant + stay V of the same state, stay its chance to bust, and the turn
kernel makes V = F(U), F convex and piecewise affine. A step replaces F by the affine function that a sweep
has found and solves V = F(constant + stay V). `race_response` says why that ends, and what is done where
nearly every turn of both players busts. q numbers the states, i = high - q and j = low + q.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn, TurnArrays
from solvers.jit import jit
from solvers.turns import found
from solvers.turns.backward import LANES, hold_beyond, opening, set_ends, sweep, workspace
from solvers.turns.found import OFTEN, Found

# Of one state; policy iteration takes two or three.
MOST_SWEEPS = 60
# Relative rise of a value for each throw that a turn to the goal can have: smaller ones are rounding.
ROUNDING = 2.5e-16
# A value that is less is rounded as if it were this.
LEAST_VALUE = 1e-300


class Scratch(NamedTuple):
    """Memory for the states of one diagonal, by q, and for a block of its turns.

    Attributes
    ----------
    constant, stay, leave : float64[q], U as constant + stay V, and 1 - stay
    guess, new : float64[q], V before and after a Newton step
    bust : float64[lane], values of a bust
    ends : float64[throw, 2 LANES], of the turn kernel
    throws, positions : float64, rows of the turn kernel, from `backward.workspace`; where the goal ends the
        contest, those of the positions come with 1 from it on; else the throws beyond come with 0
    standing : float64[x, throw], memory of `found.play`, all 0 before and after
    """

    constant: Array
    stay: Array
    leave: Array
    guess: Array
    new: Array
    bust: Array
    ends: Array
    throws: Array
    positions: Array
    standing: Array


def new_scratch(turn: Turn, compiled: TurnArrays, goal: int, end: int = 0) -> Scratch:
    """Memory for `newton`, to be used again and again.

    Parameters
    ----------
    turn, compiled : the turn, and the same compiled
    goal : points to win
    end : the score up to which turns may lead, that left out; 0 where the goal ends the contest
    """
    throws, positions = workspace(compiled, end or goal, 0 if end else turn.longest_gain)
    positions[goal * compiled.depth.size :, :LANES] = 0.0 if end else 1.0
    ends, standing = np.zeros((compiled.bust.size, 2 * LANES)), np.zeros((end or goal, compiled.bust.size))
    constant, stay, leave, guess, new = np.zeros((5, goal))
    return Scratch(constant, stay, leave, guess, new, np.zeros(LANES), ends, throws, positions, standing)


@jit
def newton(
    tables: TurnArrays,
    least: int,
    low: int,
    high: int,
    top: int,
    scratch: Scratch,
    out_hold: Array,
    out_value: Array,
) -> float:
    """Solve one diagonal.

    Parameters
    ----------
    tables : the turn
    least : what a turn scores at least
    low : least j of the diagonal
    high : greatest i of the diagonal
    top : the score from which on the responder holds
    scratch : comes with `constant`, `stay` and `leave` of the diagonal
    out_hold : float64[i, j], U, as far as a throw leads from below `top`, or up to the goal, beyond which it
        is 1; that of the diagonal is written
    out_value : float64[i, j], V; that of the diagonal is written

    Returns
    -------
    How much a value still rose if the steps did not converge, else 0.
    """
    goal = out_value.shape[0]
    count = high - low + 1
    _guess(goal, low, high, out_value, scratch.guess)
    rising = 1.0
    sweeps = 0
    while not (rising <= ROUNDING * goal) and sweeps < MOST_SWEEPS:
        for start in range(0, count, LANES):
            _step(tables, least, (low, high, top), (start, min(start + LANES, count)), scratch, out_hold)
        rising = 0.0 if sweeps else 1.0
        for q in range(count):
            # A guess may be too high; a step never is.
            if sweeps > 0:
                rising = max(rising, (scratch.new[q] - scratch.guess[q]) / max(scratch.new[q], LEAST_VALUE))
                scratch.new[q] = max(scratch.new[q], scratch.guess[q])
            scratch.guess[q] = scratch.new[q]
        sweeps += 1
    if not (rising <= ROUNDING * goal):
        return rising
    for q in range(count):
        out_value[high - q, low + q] = scratch.guess[q]
        out_hold[high - q, low + q] = scratch.constant[q] + scratch.stay[q] * scratch.guess[q]
    return 0.0


@jit
def _step(
    tables: TurnArrays,
    least: int,
    diagonal: tuple[int, int, int],
    some: tuple[int, int],
    scratch: Scratch,
    hold: Array,
) -> None:
    """One step of some states of a diagonal, which are the lanes of one sweep.

    Parameters
    ----------
    tables : the turn
    least : what a turn scores at least
    diagonal : `low`, `high` and `top` of `newton`
    some : first q, and the one after the last
    scratch : comes with `guess`; `new` is written for these q
    hold : float64[i, j], U of greater sums and after wipes
    """
    low, high, top = diagonal
    start, end = some
    far = hold.shape[0]
    bust = scratch.bust
    for q in range(start, end):
        bust[q - start] = scratch.constant[q] + scratch.stay[q] * scratch.guess[q]
        if least > 0:
            bust[q - start] = hold[high - q + least, low + q] if high - q + least < far else 1.0
    set_ends(tables, bust, hold[0, low + start :], 0.0 if least > 0 else 1.0, scratch.ends)
    if far > top:
        hold_beyond(tables, top, hold, low + start, scratch.positions)
    span = (high - end + 1, top)
    sweep(tables, hold, low + start, scratch.ends, span, scratch.throws, scratch.positions)
    for q in range(start, end):
        value, slope = opening(tables, scratch.throws, high - q, q - start)
        bend = slope * scratch.stay[q]
        if 1.0 - bend >= OFTEN:
            scratch.new[q] = (value - bend * scratch.guess[q]) / (1.0 - bend)
        else:
            turn = Found(hold, scratch.throws, scratch.standing)
            gained, left, busts = found.play(tables, turn, high - q, low + q, q - start, hold[0, low + q])
            leave = left + busts * scratch.leave[q]
            # What cannot be left is never won.
            scratch.new[q] = (gained + busts * scratch.constant[q]) / leave if leave > 0.0 else 0.0


@jit
def _guess(goal: int, low: int, high: int, value: Array, out: Array) -> None:
    """Guess a diagonal: straight on from the scores one and two points greater, as far as that is a chance.

    Parameters
    ----------
    goal : points to win
    low : least j of the diagonal
    high : greatest i of the diagonal
    value : float64[i, j], V of greater sums
    out : float64[q], written
    """
    for q in range(high - low + 1):
        i = high - q
        j = low + q
        if max(i, j) + 2 < goal:
            out[q] = min(1.0, max(0.0, 2.0 * value[i + 1, j + 1] - value[i + 2, j + 2]))
        elif max(i, j) + 1 < goal:
            out[q] = value[i + 1, j + 1]
        else:
            out[q] = 0.5
