"""How the turn of a solved sweep ends, played out forwards, by sums of positive terms only.

The turn kernel returns a turn's value and its slope, the probability to bust. Solving for the value of a bust
divides by the probability not to bust, and 1 - slope has no digits left if nearly every turn busts. Here that
probability is a sum over holding and wipes, and so is the turn's value without its busts.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import TurnArrays
from solvers.jit import jit

# Indices in kernels. Mixing signed and unsigned integers would give a float.
Index = int | np.int64
# If the probability not to bust, or to leave a pair of states, is greater, 1 - slope is exact to about 1e-15.
OFTEN = 0.1


class Found(NamedTuple):
    """The result of a sweep of the turn kernel.

    Attributes
    ----------
    hold : float64[x, lane], value of banking x
    throws : float64[x, throw; 2 LANES], as the sweep has written it
    standing : float64[x, throw], work array for the probability to make a throw, all 0 before and after
    """

    hold: Array
    throws: Array
    standing: Array


class Played(NamedTuple):
    """How a turn ends.

    Attributes
    ----------
    gained : value of the turn if a bust is worth 0 and the goal is worth 1
    left : probability that it does not bust
    bust : probability that it busts
    """

    gained: float
    left: float
    bust: float


@jit
def play(tables: TurnArrays, found: Found, banked: int, column: int, lane: int, wiped: float) -> Played:
    """Play out the turn of one lane.

    Parameters
    ----------
    tables : the game's turn
    found : the result of the sweep
    banked : score at the start of the turn
    column : column of `hold` with the values of banking
    lane : lane of `throws`
    wiped : value of a wipe
    """
    hold, throws, standing = found
    goal = standing.shape[0]
    throw_count = tables.bust.size
    choice_count = tables.depth.size
    gained = 0.0
    left = 0.0
    bust = 0.0
    standing[banked, _opening(tables, throws, banked, lane)] = 1.0
    for x in range(banked, goal):
        for throw in range(throw_count):
            chance = standing[x, throw]
            if not chance > 0.0:
                continue
            standing[x, throw] = 0.0
            bust += chance * tables.bust[throw]
            gained += chance * tables.wipe[throw] * wiped
            left += chance * tables.wipe[throw]
            for outcome in range(
                np.int64(tables.outcome_start[throw]), np.int64(tables.outcome_start[throw + 1])
            ):
                row = np.int64(tables.row[outcome])
                comes = chance * tables.probability[outcome]
                at = x + row // choice_count
                held = 1.0
                way = np.int64(-1)
                if at < goal:
                    held = hold[at, column]
                    way = _taken(tables, throws, held, at, row % choice_count, lane)
                if way < 0:
                    gained += comes * held
                    left += comes
                else:
                    standing[at - np.int64(tables.given_up[way]), np.int64(tables.next_throw[way])] += comes
    return Played(gained, left, bust)


@jit
def _opening(tables: TurnArrays, throws: Array, x: int, lane: int) -> np.int64:
    """The throw that opens the turn, as `backward.opening` chooses it.

    Parameters
    ----------
    tables : the game's turn
    throws : float64[x, throw; 2 LANES], x and throw in one index
    x : banked score
    lane : lane of `throws`
    """
    best = np.int64(tables.openings[0])
    for opening in tables.openings:
        if throws[x * tables.bust.size + np.int64(opening), lane] > throws[x * tables.bust.size + best, lane]:
            best = np.int64(opening)
    return best


@jit
def _taken(tables: TurnArrays, throws: Array, hold: float, x: Index, choice: Index, lane: int) -> np.int64:
    """The way that the sweep chose, -1 if it holds; ties hold, or take the first way.

    Parameters
    ----------
    tables : the game's turn
    throws : float64[x, throw; 2 LANES], x and throw in one index
    hold : value of banking x
    x : the score that would be banked
    choice : index of a set of ways, shared by all positions that have it
    lane : lane of `throws`
    """
    best = hold
    taken = np.int64(-1)
    for way in range(np.int64(tables.way_start[choice]), np.int64(tables.way_start[choice + 1])):
        ahead = throws[
            (x - np.int64(tables.given_up[way])) * tables.bust.size + np.int64(tables.next_throw[way]), lane
        ]
        if ahead > best:
            best = ahead
            taken = np.int64(way)
    return taken
