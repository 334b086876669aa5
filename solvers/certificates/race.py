"""Certificate of a race: one backup of its value, all states at once, in plain NumPy on the rules as they were written.

With the value given, nothing is coupled: the turn of every (banked, opponent) is evaluated by its own recursion over x = banked + turn
total, without lanes, tables, slopes or Newton steps.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import Position, Turn

Array = NDArray[np.float64]


def residual(turn: Turn, goal: int, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : any turn
    goal : points to win
    value : float64[banked, opponent], chance of the player about to move to win
    """
    # Handing over the turn with a score, float64[score, opponent]; who has the goal has won.
    handed = np.concatenate((1.0 - value.T, np.ones((max(1, turn.least_score), goal))))
    bust, wiped = handed[turn.least_score : goal + turn.least_score], handed[0]
    throws: list[list[Array]] = [[] for _ in range(goal)]
    worst = 0.0
    for x in range(goal - 1, -1, -1):
        # Rows are the banked scores from which x can be reached: 0 to x.
        position = {
            (outcome.gain, outcome.position): _position(turn.positions[outcome.position], x + outcome.gain, goal, value, throws)
            for throw in turn.throws
            for outcome in throw.outcomes
        }
        for throw in turn.throws:
            worth = float(throw.bust) * bust[: x + 1] + float(throw.wipe) * wiped
            for outcome in throw.outcomes:
                worth += float(outcome.probability) * position[outcome.gain, outcome.position][: x + 1]
            throws[x].append(worth)
        opened = np.max([throws[x][opening][x] for opening in turn.openings], axis=0)
        worst = max(worst, float(np.abs(opened - value[x]).max()))
        if x + turn.longest_gain < goal:
            throws[x + turn.longest_gain] = []
    return worst


def _position(position: Position, x: int, goal: int, value: Array, throws: list[list[Array]]) -> Array:
    """Value of standing at x, for the banked scores 0, 1, ... that can be there after a throw, and every opponent."""
    if x >= goal:
        return np.ones(value.shape)
    best = np.repeat(1.0 - value[None, :, x], x + 1, axis=0)
    for way in position.ways:
        ahead = throws[x - way.given_up][way.throw]
        np.maximum(best[: ahead.shape[0]], ahead, out=best[: ahead.shape[0]])
    return best
