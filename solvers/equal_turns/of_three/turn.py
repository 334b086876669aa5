"""One turn of one of three players, of which is known what all its ends are worth, a bust included.

What comes of a turn is a row: the chances of three players to win, and the chance that all three are level
after it. The mover counts the last as its own part of the chances then; the others' parts change nothing in
what is done. All terms are positive.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import TurnArrays
from solvers.jit import jit
from solvers.turns.backward import TIE

PLAYERS = 3
FIRST, SECOND, THIRD, ALL = range(PLAYERS + 1)
ROW = PLAYERS + 1


class Mover(NamedTuple):
    """Who takes a turn.

    Attributes
    ----------
    seat : in the order of the round
    tie : what a tie of all three is taken to be worth to it; 0 where none can come
    """

    seat: int
    tie: float


class Ends(NamedTuple):
    """How the ends of a turn share out the round.

    Attributes
    ----------
    hold : float64[x, 4], if x is held, as far as one throw from below the top goes
    bust : float64[4]
    """

    hold: Array
    bust: Array


class Memory(NamedTuple):
    """What evaluating a turn writes.

    Attributes
    ----------
    throws : float64[x, throw; 4], x and throw in one index
    positions : float64[x, choice; 4], x and choice in one index
    """

    throws: Array
    positions: Array


def opened(tables: TurnArrays, mover: Mover, ends: Ends, bottom: int, top: int) -> Array:
    """What comes of a turn, float64[x - bottom, 4], begun at all scores from `bottom` to below `top`.

    Parameters
    ----------
    tables : the turn, of one opening, that gives up nothing and does not wipe
    mover : who takes it
    ends : how its ends share out the round
    bottom : the least score
    top : the score from which on it is held
    """
    throws, choices, far = tables.bust.size, tables.depth.size, len(ends.hold)
    memory = Memory(np.zeros((far * throws, ROW)), np.zeros((far * choices, ROW)))
    memory.positions[top * choices :] = np.repeat(ends.hold[top:], choices, axis=0)
    _evaluate(tables, mover, ends, bottom, top, memory)
    return memory.throws.reshape(far, throws, ROW)[bottom:top, tables.openings[0]]


@jit
def _evaluate(tables: TurnArrays, mover: Mover, ends: Ends, bottom: int, top: int, memory: Memory) -> None:
    """Evaluate a turn backwards.

    Parameters
    ----------
    tables : the turn; it gives up nothing
    mover : who takes it
    ends : how its ends share out the round
    bottom : the least score
    top : the score from which on it is held
    memory : comes with the positions from the top on; what is below is written
    """
    throw_count = tables.bust.size
    choice_count = tables.depth.size
    throws = memory.throws
    for x in range(top - 1, bottom - 1, -1):
        # A throw that gains nothing leads to those further down the list.
        for throw in range(throw_count - 1, -1, -1):
            out = throws[x * throw_count + throw]
            for column in range(ROW):
                out[column] = tables.bust[throw] * ends.bust[column]
            for outcome in range(tables.outcome_start[throw], tables.outcome_start[throw + 1]):
                chance = tables.probability[outcome]
                # Some rows are there for their places only, beyond the end.
                if chance > 0.0:
                    after = memory.positions[x * choice_count + tables.row[outcome]]
                    for column in range(ROW):
                        out[column] += chance * after[column]
            for choice in range(tables.waiting[throw], tables.waiting[throw + 1]):
                _choose(tables, choice, x, ends.hold[x], mover, memory)


@jit
def _choose(tables: TurnArrays, choice: int, x: int, hold: Array, mover: Mover, memory: Memory) -> None:
    """Hold, or go on in the way that is best for the mover; a tie holds, or takes the way named first.

    Parameters
    ----------
    tables : the turn
    choice : index of the positions that have these ways
    x : their score
    hold : float64[4], what comes of holding
    mover : who takes the turn
    memory : its throws at x are read, the row of the positions is written
    """
    out = memory.positions[x * tables.depth.size + choice]
    for column in range(ROW):
        out[column] = hold[column]
    for way in range(tables.way_start[choice], tables.way_start[choice + 1]):
        ahead = memory.throws[x * tables.bust.size + tables.next_throw[way]]
        held = out[mover.seat] + mover.tie * out[ALL]
        if ahead[mover.seat] + mover.tie * ahead[ALL] > held * (1.0 + TIE):
            for column in range(ROW):
                out[column] = ahead[column]
