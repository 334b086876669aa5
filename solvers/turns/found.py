"""How the turn ends that a sweep of the turn kernel has found, played out forwards: positive terms only.

The kernel returns what a turn is worth and its slope, the chance to bust. Whoever solves for the value of a
bust divides by the chance not to, and 1 - slope has no digits left where nearly every turn busts. Here that
chance is a sum of what is held and what is wiped, and so is what the turn is worth apart from its busts.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import TurnArrays
from solvers.jit import jit

# What a kernel counts with; an int of an unsigned one stays unsigned, and one of each makes a float.
Index = int | np.int64
# Chance not to bust, or to leave a pair of states, from which on 1 - slope is exact to some 1e-15.
OFTEN = 0.1


class Found(NamedTuple):
    """What a sweep of the turn kernel has found.

    Attributes
    ----------
    hold : float64[x, lane], value of banking x
    throws : float64[x, throw; 2 LANES], what the sweep has written
    standing : float64[x, throw], room for the chance to make that throw, all 0 before and after
    """

    hold: Array
    throws: Array
    standing: Array


class Played(NamedTuple):
    """How a turn ends.

    Attributes
    ----------
    gained : what the turn is worth if a bust is worth nothing; reaching the goal is worth 1
    left : chance that it does not bust
    bust : chance that it does
    """

    gained: float
    left: float
    bust: float


@jit
def play(tables: TurnArrays, found: Found, banked: int, column: int, lane: int, wiped: float) -> Played:
    """Play out the turn of one lane.

    Parameters
    ----------
    tables : the turn
    found : what the sweep has left
    banked : score at the start of the turn
    column : of `hold`, where the values of banking are
    lane : of `throws`
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
    """The throw that opens the turn, the one that `backward.opening` takes.

    Parameters
    ----------
    tables : the turn
    throws : float64[x, throw; 2 LANES], x and throw in one index
    x : banked score
    lane : of `throws`
    """
    best = np.int64(tables.openings[0])
    for opening in tables.openings:
        if throws[x * tables.bust.size + np.int64(opening), lane] > throws[x * tables.bust.size + best, lane]:
            best = np.int64(opening)
    return best


@jit
def _taken(tables: TurnArrays, throws: Array, hold: float, x: Index, choice: Index, lane: int) -> np.int64:
    """The way that the sweep has taken, -1 if it holds; a tie holds, or takes the way named first.

    Parameters
    ----------
    tables : the turn
    throws : float64[x, throw; 2 LANES], x and throw in one index
    hold : value of banking x
    x : the score that would be banked
    choice : index of the positions that have these ways
    lane : of `throws`
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
