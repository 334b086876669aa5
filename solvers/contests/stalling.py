"""Best responses where nearly every turn of everybody busts, and so the same state comes again and again.

A state is left with a chance 1 - d(k) w, and the value divides by it. The step from one turn total to hold at to the next loses digits
by cancellation, of which this division leaves none where the chance is small: a coin thrown to 60 heads scores once in 1e18 turns. Here
all terms are added up one by one, and all are positive:

    value = (d(k) G'(i) + sum over m of P(the turn ends at k + m) G(i + k + m)) / (P(the turn scores) + d(k) P(an opponent scores)).
"""

import numpy as np
from numpy.typing import NDArray

from solvers.jit import jit
from solvers.turns.forward import HoldAt

Array = NDArray[np.float64]
# Chance to leave a state from which on the quick way is exact to some 1e-15.
OFTEN = 0.01


@jit
def best_of_stalling(gains: HoldAt, leave: Array, base: float, gain: Array, best: tuple[float, float]) -> tuple[float, float]:
    """The better of what is known and the turn totals to hold at that seldom leave the state.

    gains : the mover's turns
    leave : float64[k], chance to leave the state by holding at k, for k from 0 to the last
    base : G'(i)
    gain : float64[x], G(i + x)
    best : value, and the turn total to hold at
    """
    value, hold_at = best
    for k in range(1, leave.size):
        # What cannot be left is never won.
        if 0.0 < leave[k] < OFTEN:
            worth = gains.bust[k] * base
            for m in range(gains.stop.shape[1]):
                worth += gains.stop[k, m] * gain[k + m]
            if worth > value * leave[k] * (1.0 + 1e-15):
                value, hold_at = worth / leave[k], float(k)
    return value, hold_at
