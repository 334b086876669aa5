"""Certificate of the chance to reach the goal within some turns: one backup of all turns at once."""

import numpy as np

from solvers.alone.certificate_backup import turn_value
from solvers.arrays import Array
from solvers.games.turn import Turn


def residual(turn: Turn, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : any turn
    value : float64[turns_left, banked], chance to reach the goal, which is the number of banked scores
    """
    goal = value.shape[1]
    banking = np.concatenate((value[:-1], np.ones((value.shape[0] - 1, max(1, turn.least_score)))), axis=1)
    backup = turn_value(
        turn, banking, banking[:, turn.least_score : turn.least_score + goal], value[:-1, 0], goal
    )
    return float(np.maximum(np.abs(value[0]).max(), np.abs(backup - value[1:]).max()))
