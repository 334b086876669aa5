"""The states of one diagonal of a race, in blocks that are swept side by side.

A sweep finds each turn as a line: its value and slope in the value of a bust, which is what the mirror of the
state is not worth. The line holds as long as no choice changes, and by how much the value of the bust may
move until then is found with it. So a block is swept again only once the mirror of one of its states has
moved further than that; else its turns just follow their lines. Where a bust scores, it leads elsewhere, and
one sweep is all.

What a diagonal calls for each block is compiled into it: else references to some thirty arrays are counted up
and down in each call, which took a tenth of a small race.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn, TurnArrays
from solvers.jit import jit, jit_inline
from solvers.race.mirrored_pairs import Steps, pair_nearly_always_busts
from solvers.turns import found, one_throw
from solvers.turns.backward import LANES, opening, set_ends, sweep, workspace
from solvers.turns.found import Found
from solvers.turns.one_throw import Lines, Ring, Turns, new_ring


class Block(NamedTuple):
    """States of one diagonal that are lanes of one sweep: i = high - q and j = low + q for start <= q < end.

    Attributes
    ----------
    low : least j of the diagonal
    high : greatest i of the diagonal
    start, end : the first q, and the one after the last
    """

    low: int
    high: int
    start: int
    end: int


class Banking(NamedTuple):
    """What scores are worth.

    Attributes
    ----------
    handed : float64[x, j], 1 - W(j, x), of handing over the turn with the score x
    hold : float64[x, j], of banking x; the same array where there is no entry, else BARRED below it
    entry : the least score that may be banked
    """

    handed: Array
    hold: Array
    entry: int


class Scratch(NamedTuple):
    """Memory for sweeps, used again and again.

    Attributes
    ----------
    throws, positions : float64, rows of the turn kernel, from `backward.workspace`; those of the positions
        come with 1 from the goal on
    ring : memory of `one_throw.sweep`, of no length for other turns
    standing : float64[x, throw], memory of `found.play`, all 0 before and after
    ends : float64[throw, 2 LANES], of the turn kernel
    bust : float64[lane], values of a bust
    guess : float64[q], values of a diagonal before a Newton step, and after it
    mirror : float64[q], the guess of the mirror from which a state was swept
    margin : float64[q], how far that guess may move before the state is to be swept again
    """

    throws: Array
    positions: Array
    ring: Ring
    standing: Array
    ends: Array
    bust: Array
    guess: Array
    mirror: Array
    margin: Array


def new_scratch(turn: Turn, compiled: TurnArrays, goal: int) -> Scratch:
    """Memory for the sweeps of a race to this goal."""
    throws, positions = workspace(compiled, goal, turn.longest_gain)
    positions[goal * compiled.depth.size :, :LANES] = 1.0
    return Scratch(
        throws,
        positions,
        new_ring(compiled),
        standing=np.zeros((goal, compiled.bust.size)),
        ends=np.zeros((compiled.bust.size, 2 * LANES)),
        bust=np.zeros(LANES),
        guess=np.zeros(goal + LANES),
        mirror=np.zeros(goal + LANES),
        margin=np.zeros(goal + LANES),
    )


@jit_inline
def begin(count: int, scratch: Scratch) -> None:
    """Have all states of a diagonal swept.

    Parameters
    ----------
    count : states of the diagonal
    scratch : its `guess` has their values; `mirror` and `margin` are written
    """
    for q in range(count):
        scratch.mirror[q] = scratch.guess[count - 1 - q]
        scratch.margin[q] = -1.0


@jit_inline
def is_due(count: int, start: int, end: int, scratch: Scratch) -> bool:
    """Whether a choice may have changed in a state since it was swept.

    Parameters
    ----------
    count : states of the diagonal
    start, end : the first state looked at, and the one after the last
    scratch : memory for the sweeps
    """
    due = False
    for q in range(start, end):
        due |= not abs(scratch.guess[count - 1 - q] - scratch.mirror[q]) <= scratch.margin[q]
    return due


@jit_inline
def follow(count: int, start: int, end: int, scratch: Scratch, steps: Steps) -> None:
    """Move along the lines of states to what their mirrors are worth now.

    Parameters
    ----------
    count : states of the diagonal
    start, end : the first state, and the one after the last
    scratch : its `mirror` and `margin` are written
    steps : its `value` is written
    """
    for q in range(start, end):
        moved = scratch.guess[count - 1 - q] - scratch.mirror[q]
        steps.value[q] -= steps.slope[q] * moved
        scratch.margin[q] -= abs(moved)
        scratch.mirror[q] += moved


@jit_inline
def sweep_block(
    tables: TurnArrays,
    goal: int,
    least: int,
    block: Block,
    wiped: Array,
    banking: Banking,
    scratch: Scratch,
    steps: Steps,
) -> None:
    """Find the lines of a block.

    Parameters
    ----------
    tables : the turn
    goal : points to win
    least : what a turn scores at least
    block : the states
    wiped : float64[j], value of a wipe
    banking : what scores of greater sums are worth
    scratch : memory for the sweeps; its `mirror` and `margin` are written
    steps : its `value` and `slope` are written
    """
    low, high, start, end = block
    _set_busts(goal, least, block, banking.handed, scratch.guess, scratch.bust)
    set_ends(tables, scratch.bust, wiped[low + start :], 0.0 if least > 0 else 1.0, scratch.ends)
    span = (high - end + 1, goal)
    column = low + start
    if len(scratch.ring.positions) > 0:
        lines = Lines(steps.value, steps.slope, scratch.margin)
        turns = Turns(start, end, high - start)
        one_throw.sweep(tables, banking.hold, column, scratch.ends, span, scratch.ring, turns, lines)
    else:
        sweep(tables, banking.hold, column, scratch.ends, span, scratch.throws, scratch.positions)
        for q in range(start, end):
            steps.value[q], steps.slope[q] = opening(tables, scratch.throws, high - q, q - start)
            # Among many choices one is nearly even: to look for it takes what it saves.
            scratch.margin[q] = 0.0
    for q in range(start, end):
        scratch.mirror[q] = scratch.guess[high - low - q]
        if least > 0:
            scratch.margin[q] = np.inf


@jit
def _set_busts(goal: int, least: int, block: Block, hold: Array, guess: Array, out: Array) -> None:
    """Set what busts of the turns of a block are worth.

    Parameters
    ----------
    goal : points to win
    least : what a turn scores at least
    block : the states
    hold : float64[x, j], 1 - W(j, x) of greater sums
    guess : float64[q], values of the diagonal
    out : float64[lane], written for the q of the block
    """
    low = block.low
    high = block.high
    for q in range(block.start, block.end):
        # The mirror of lane q is lane high - low - q.
        worth = 1.0 - guess[high - low - q]
        if least > 0:
            worth = hold[high - q + least, low + q] if high - q + least < goal else 1.0
        out[q - block.start] = worth


@jit
def play_out(
    tables: TurnArrays,
    goal: int,
    least: int,
    diagonal: Block,
    wiped: Array,
    hold: Array,
    scratch: Scratch,
    steps: Steps,
) -> None:
    """Sweep a diagonal once more, and play out the turns of its pairs that nearly always bust.

    Where only one of a pair does, a Newton step needs nothing of this: to play out these, too, took five
    sixths of the kernel's time for the race to 100.

    Parameters
    ----------
    tables : the turn
    goal : points to win
    least : what a turn scores at least
    diagonal : all its states
    wiped : float64[j], value of a wipe
    hold : float64[x, j], 1 - W(j, x) of greater sums
    scratch : memory for the sweeps; its `guess` has the values of the diagonal
    steps : comes with `slope`; `gained`, `left` and `bust` of these turns are written
    """
    turn = Found(hold, scratch.throws, scratch.standing)
    low = diagonal.low
    high = diagonal.high
    start = 0
    end = (diagonal.end - 1) % LANES + 1
    while start < diagonal.end:
        _set_busts(goal, least, Block(low, high, start, end), hold, scratch.guess, scratch.bust)
        set_ends(tables, scratch.bust, wiped[low + start :], 0.0 if least > 0 else 1.0, scratch.ends)
        span = (high - end + 1, goal)
        sweep(tables, hold, low + start, scratch.ends, span, scratch.throws, scratch.positions)
        for q in range(start, end):
            if pair_nearly_always_busts(steps.slope, q, diagonal.end - 1 - q):
                played = found.play(tables, turn, high - q, low + q, q - start, wiped[low + q])
                steps.gained[q], steps.left[q], steps.bust[q] = played
        start = end
        end = end + LANES
