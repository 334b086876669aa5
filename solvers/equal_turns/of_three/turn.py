"""One turn of one of three players, given the values of all its ends, a bust included.

The result of a turn is a row: the chances of three players to win, and the chance that all three are level
after it. The mover counts its share of that tie as a chance to win; the others' shares do not change its
decisions. All terms are positive.
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
    """The player who takes a turn.

    Attributes
    ----------
    seat : in the order of the round
    tie : assumed value of a tie of all three to it; 0 if there can be none
    """

    seat: int
    tie: float


class Ends(NamedTuple):
    """Results of the ends of a turn.

    Attributes
    ----------
    hold : float64[x, 4], result of holding x, up to one throw beyond the top
    bust : float64[4], result of a bust
    """

    hold: Array
    bust: Array


class Memory(NamedTuple):
    """Buffers for evaluating a turn.

    Attributes
    ----------
    throws : float64[x, throw; 4], x and throw in one index
    positions : float64[x, choice; 4], x and choice in one index
    """

    throws: Array
    positions: Array


def opened(tables: TurnArrays, mover: Mover, ends: Ends, bottom: int, top: int) -> Array:
    """Results of a turn, float64[x - bottom, 4], begun at all scores from `bottom` to below `top`.

    Parameters
    ----------
    tables : the turn, with one opening, no points given up and no wipes
    mover : the player who takes it
    ends : results of its ends
    bottom : the least score
    top : the score from which on the player holds
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
    tables : the turn, without points given up
    mover : the player who takes it
    ends : results of its ends
    bottom : the least score
    top : the score from which on the player holds
    memory : on entry with the positions from the top on; the rest is written
    """
    throw_count = tables.bust.size
    choice_count = tables.depth.size
    throws = memory.throws
    for x in range(top - 1, bottom - 1, -1):
        # A throw without a gain leads to one later in the list.
        for throw in range(throw_count - 1, -1, -1):
            out = throws[x * throw_count + throw]
            for column in range(ROW):
                out[column] = tables.bust[throw] * ends.bust[column]
            for outcome in range(tables.outcome_start[throw], tables.outcome_start[throw + 1]):
                chance = tables.probability[outcome]
                # Padding has row offsets that may lie beyond the end.
                if chance > 0.0:
                    after = memory.positions[x * choice_count + tables.row[outcome]]
                    for column in range(ROW):
                        out[column] += chance * after[column]
            for choice in range(tables.waiting[throw], tables.waiting[throw + 1]):
                _choose(tables, choice, x, ends.hold[x], mover, memory)


@jit
def _choose(tables: TurnArrays, choice: int, x: int, hold: Array, mover: Mover, memory: Memory) -> None:
    """Hold, or take the best way for the mover; a tie holds, or takes the first way.

    Parameters
    ----------
    tables : the turn
    choice : index of the positions that have these ways
    x : their score
    hold : float64[4], result of holding
    mover : the player who takes the turn
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
