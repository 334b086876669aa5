"""One turn of one of three players, evaluated backwards for all seats at once.

As in `turns.seats` the bust is left out of the values: to a seat a turn is worth what the row says, plus its
chance to bust times what the bust is worth to that seat. The mover's choices depend on what a bust is worth
to it only, and change where that passes a limit. Here each turn is swept by itself, not as a lane: it goes on
beyond the goal, where each state has values of its own; a throw may gain nothing and lead on; and to hold
with nothing gained is a bust.

A row has what it is worth to the mover, to the player who moves next, to the third, and the chance to bust.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import TurnArrays
from solvers.jit import jit
from solvers.turns.backward import TIE

PLAYERS = 3
ROW = PLAYERS + 1


class Work(NamedTuple):
    """What a sweep writes.

    Attributes
    ----------
    throws : float64[x, throw; 4], x and throw in one index
    positions : float64[x, choice; 4], x and choice in one index
    limits : float64[2], the choices stay as they are for low < what a bust is worth <= high
    """

    throws: Array
    positions: Array
    limits: Array


def workspace(tables: TurnArrays, far: int) -> Work:
    """Room for turns with scores below `far`."""
    return Work(
        np.zeros((far * tables.bust.size, ROW)), np.zeros((far * tables.depth.size, ROW)), np.zeros(2)
    )


@jit
def sweep(tables: TurnArrays, hold: Array, bust: float, bottom: int, top: int, work: Work) -> None:
    """Evaluate a turn at all scores from `bottom` to below `top`.

    Parameters
    ----------
    tables : the turn; it gives up nothing
    hold : float64[x, 4], value of holding with the score x, as far as one throw from below the top goes
    bust : what a bust is worth to the mover
    bottom : the least score
    top : the score from which on it is held
    work : its rows from the bottom on, and its limits, are written
    """
    throw_count = tables.bust.size
    choice_count = tables.depth.size
    throws = work.throws
    positions = work.positions
    work.limits[0] = -np.inf
    work.limits[1] = np.inf
    for x in range(top, hold.shape[0]):
        for choice in range(choice_count):
            for seat in range(ROW):
                positions[x * choice_count + choice, seat] = hold[x, seat]
    for x in range(top - 1, bottom - 1, -1):
        base = x * choice_count
        # A throw that gains nothing leads to those further down the list.
        for throw in range(throw_count - 1, -1, -1):
            out = x * throw_count + throw
            for seat in range(ROW):
                throws[out, seat] = 0.0
            for outcome in range(tables.outcome_start[throw], tables.outcome_start[throw + 1]):
                chance = tables.probability[outcome]
                row = base + tables.row[outcome]
                if chance > 0.0:
                    for seat in range(ROW):
                        throws[out, seat] += chance * positions[row, seat]
            throws[out, PLAYERS] += tables.bust[throw]
            for choice in range(tables.waiting[throw], tables.waiting[throw + 1]):
                _choose(tables, choice, x, hold[x], bust, work)


@jit
def _choose(tables: TurnArrays, choice: int, x: int, hold: Array, bust: float, work: Work) -> None:
    """Hold, or go on in the way that is best for the mover; a tie holds, or takes the way named first.

    Parameters
    ----------
    tables : the turn
    choice : index of the positions that have these ways
    x : their score
    hold : float64[4], value of holding
    bust : what a bust is worth to the mover
    work : its throws at x are read, the row of the positions and its limits written
    """
    out = work.positions[x * tables.depth.size + choice]
    for seat in range(ROW):
        out[seat] = hold[seat]
    for way in range(tables.way_start[choice], tables.way_start[choice + 1]):
        ahead = work.throws[x * tables.bust.size + tables.next_throw[way]]
        rises = ahead[PLAYERS] - out[PLAYERS] * (1.0 + TIE)
        lacks = out[0] * (1.0 + TIE) - ahead[0]
        better = lacks < 0.0
        if rises != 0.0:
            turns_at = lacks / rises
            better = bust > turns_at if rises > 0.0 else bust <= turns_at
            if bust > turns_at:
                work.limits[0] = max(work.limits[0], turns_at)
            else:
                work.limits[1] = min(work.limits[1], turns_at)
        if better:
            for seat in range(ROW):
                out[seat] = ahead[seat]
