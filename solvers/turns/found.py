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
    """Where the kernel has found a turn, in its own terms.

    Attributes
    ----------
    hold : float64[x, lane], value of banking x
    throws : float64[x, throw; 2 LANES], what the sweep has written
    standing : float64[x, throw], room for the chance to make that throw, all 0 before and after
    """

    hold: Array
    throws: Array
    standing: Array


@jit
def play(
    tables: TurnArrays, found: Found, where: tuple[int, int, int], wiped: float
) -> tuple[float, float, float]:
    """Play out the turn of one lane.

    Parameters
    ----------
    tables : the turn
    found : what the sweep has left
    where : banked score, column of `hold`, lane
    wiped : value of a wipe

    Returns
    -------
    gained : what the turn is worth if a bust is worth nothing; reaching the goal is worth 1
    left : chance that it does not bust
    bust : chance that it does
    """
    (banked, column, lane), (hold, throws, standing) = where, found
    goal, throw_count, choice_count = standing.shape[0], tables.bust.size, tables.depth.size
    gained, left, bust = 0.0, 0.0, 0.0
    standing[banked, _opening(tables, throws, banked, lane)] = 1.0
    for x in range(banked, goal):
        for throw in range(throw_count):
            chance = standing[x, throw]
            if chance > 0.0:
                standing[x, throw] = 0.0
                bust += chance * tables.bust[throw]
                gained += chance * tables.wipe[throw] * wiped
                left += chance * tables.wipe[throw]
                for outcome in range(
                    np.int64(tables.outcome_start[throw]), np.int64(tables.outcome_start[throw + 1])
                ):
                    row, comes = np.int64(tables.row[outcome]), chance * tables.probability[outcome]
                    at = x + row // choice_count
                    held, way = 1.0, np.int64(-1)
                    if at < goal:
                        held = hold[at, column]
                        way = _taken(tables, throws, held, at, row % choice_count, lane)
                    if way < 0:
                        gained += comes * held
                        left += comes
                    else:
                        standing[at - np.int64(tables.given_up[way]), np.int64(tables.next_throw[way])] += (
                            comes
                        )
    return gained, left, bust


@jit
def _opening(tables: TurnArrays, throws: Array, x: int, lane: int) -> np.int64:
    """The throw that `backward.opening` takes."""
    best = np.int64(tables.openings[0])
    for opening in tables.openings:
        if throws[x * tables.bust.size + np.int64(opening), lane] > throws[x * tables.bust.size + best, lane]:
            best = np.int64(opening)
    return best


@jit
def _taken(tables: TurnArrays, throws: Array, hold: float, x: Index, choice: Index, lane: int) -> np.int64:
    """The way that the sweep has taken, -1 if it holds; a tie holds, or takes the way named first."""
    best, taken = hold, np.int64(-1)
    for way in range(np.int64(tables.way_start[choice]), np.int64(tables.way_start[choice + 1])):
        ahead = throws[
            (x - np.int64(tables.given_up[way])) * tables.bust.size + np.int64(tables.next_throw[way]), lane
        ]
        if ahead > best:
            best, taken = ahead, np.int64(way)
    return taken
