"""Certificate of the fewest turns to the goal: one backup of all scores at once."""

import numpy as np

from solvers.alone.certificate_backup import turn_value
from solvers.arrays import Array
from solvers.games.turn import Turn


def residual(turn: Turn, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value, in turns.

    Parameters
    ----------
    turn : any turn
    value : float64[banked], expected turns to the goal, which is the number of banked scores
    """
    goal = value.size
    cost = 1.0 + np.concatenate((value, np.zeros(max(1, turn.least_score))))[None]
    backup = -turn_value(turn, -cost, -cost[:, turn.least_score : turn.least_score + goal], -cost[:, 0], goal)
    return float(np.abs(backup[0] - value).max())
