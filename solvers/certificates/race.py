"""Certificate of a race: one backup of its value, all states at once, in plain NumPy on the rules as they were written.

With the value given, nothing is coupled: the turn of every (banked, opponent) is evaluated by its own recursion over x = banked + turn
total, without lanes, tables, slopes or Newton steps.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import Position, Turn

Array = NDArray[np.float64]
# Bytes of an array that stays in the processor's cache: for Pig to 1000 half the time of arrays of all opponents' scores.
CACHED = 200_000
WON = np.ones((1, 1))


def residual(turn: Turn, goal: int, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : any turn
    goal : points to win
    value : float64[banked, opponent], chance of the player about to move to win
    """
    # Given the value, opponents' scores do not meet: some at a time.
    some = max(8, CACHED // (8 * goal))
    return max(_of_some(turn, goal, value, slice(first, first + some)) for first in range(0, goal, some))


def _of_some(turn: Turn, goal: int, value: Array, opponents: slice) -> float:
    """The same for some of the opponents' scores."""
    here = value[:, opponents]
    # Handing over the turn with a score, float64[score, opponent]; who has the goal has won.
    handed = np.concatenate((1.0 - value[opponents].T, np.ones((max(1, turn.least_score), here.shape[1]))))
    chances = [[(float(one.probability), (one.gain, one.position)) for one in throw.outcomes] for throw in turn.throws]
    throws: list[list[Array]] = [[] for _ in range(goal)]
    worst = 0.0
    for x in range(goal - 1, -1, -1):
        # Rows are the banked scores from which x can be reached: 0 to x.
        bust, wiped = handed[turn.least_score : turn.least_score + x + 1], handed[0]
        position = {
            (gain, index): _position(turn.positions[index], x + gain, goal, handed, throws) for own in chances for _, (gain, index) in own
        }
        for throw, own in zip(turn.throws, chances, strict=True):
            worth = float(throw.bust) * bust + float(throw.wipe) * wiped
            for chance, key in own:
                worth += chance * position[key][: x + 1]
            throws[x].append(worth)
        opened = np.max([throws[x][opening][x] for opening in turn.openings], axis=0)
        worst = max(worst, float(np.abs(opened - here[x]).max()))
        if x + turn.longest_gain < goal:
            throws[x + turn.longest_gain] = []
    return worst


def _position(position: Position, x: int, goal: int, handed: Array, throws: list[list[Array]]) -> Array:
    """Value of standing at x, for the banked scores 0, 1, ... that can be there after a throw, and each opponent's score."""
    if x >= goal:
        return WON
    best = np.repeat(handed[x : x + 1], x + 1, axis=0)
    for way in position.ways:
        ahead = throws[x - way.given_up][way.throw]
        np.maximum(best[: ahead.shape[0]], ahead, out=best[: ahead.shape[0]])
    return best
