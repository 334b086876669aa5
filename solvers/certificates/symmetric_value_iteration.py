"""Certificate of a sweep of symmetric value iteration: the same sweep in plain NumPy, all outcomes of both turns added up."""

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.simultaneous import play_out
from solvers.games.turn import Turn

Array = NDArray[np.float64]
Actions = NDArray[np.int16]


def residual(turn: Turn, value: Array, second_value: Array, hold_at: Actions, second_hold_at: Actions) -> float:
    """How far one sweep from the first table is from the second.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value, hold_at : [banked, opponent], what one sweep left
    second_value, second_hold_at : what the next one is said to leave

    Returns
    -------
    The largest difference of a value from the best expectation, or of the expectation of a second action from it
    """
    goal, ends = len(value), play_out(turn, len(value))
    shares = np.zeros((goal + 1, goal + 1))
    shares[:goal, :goal], shares[goal] = value, 1.0
    shares[goal, goal] = 0.5
    actions, worst = hold_at.copy(), 0.0
    gains = np.arange(ends.shape[1])
    for banked in range(goal):
        own = np.minimum(banked + gains, goal)
        for opponent in range(goal):
            theirs = ends[min(int(actions[opponent, banked]), goal - opponent)]
            likely = np.flatnonzero(theirs)
            after = (theirs[likely] * shares[:, np.minimum(opponent + likely, goal)]).sum(axis=1)
            worth = (ends[1 : goal - banked + 1] * after[own]).sum(axis=1)
            chosen = int(second_hold_at[banked, opponent])
            best = float(worth.max())
            worst = max(worst, abs(best - float(second_value[banked, opponent])), best - float(worth[chosen - 1]))
            # In place: what follows reads what was said to be written here, so that rounding does not add up.
            shares[banked, opponent], actions[banked, opponent] = second_value[banked, opponent], chosen
    return worst
