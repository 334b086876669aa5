"""What movers of a race of several do at each turn total, by a plain recursion over all states at once."""

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import HOLD, ROLL, Turn

# A tie holds, up to rounding.
TIE = 1e-14


def policy(turn: Turn, value: NDArray[np.float64], bust: NDArray[np.float64]) -> NDArray[np.int8]:
    """HOLD or ROLL, [mover, ..., turn_total], by value[mover, ..., seat] and bust[mover, ...]."""
    goal, throw = len(value), turn.throws[0]
    # Whoever hands on the turn is last to move.
    handed = np.moveaxis(value[..., -1], -1, 0)
    out = np.full((*bust.shape, goal), HOLD, np.int8)
    out[..., 0] = ROLL
    for own in range(goal):
        worth = np.ones((goal + turn.longest_gain, *handed.shape[1:]))
        for x in range(goal - 1, own, -1):
            parts = [float(one.probability) * worth[x + one.gain] for one in throw.outcomes]
            thrown = float(throw.bust) * bust[own] + sum(parts)
            rolls = thrown > handed[x] * (1.0 + TIE)
            worth[x] = np.where(rolls, thrown, handed[x])
            out[own, ..., x - own] = np.where(rolls, ROLL, HOLD)
    return out
