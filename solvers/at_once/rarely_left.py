"""Best responses where nearly all turns of all players bust, so that the same state returns again and again.

A state is left with chance 1 - d(k) w, and the value divides by it. The step from one turn total to hold at
to the next loses digits by cancellation, and if the chance is small the division magnifies the error: a coin
tossed to 60 heads scores once in 1e18 turns. Here only positive terms are summed:

    value = (d(k) G'(i) + sum over m of P(the turn ends at k + m) G(i + k + m))
            / (P(the turn scores) + d(k) P(an opponent scores)).

The symbols are those of `best_response.py`.
"""

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit, jit_allocating
from solvers.turns.forward import HoldAt

# From this chance to leave a state on, the step from k to k + 1 is exact to about 1e-15.
OFTEN = 0.01
# Values that differ by no more than this, relatively, are equally good: rounding.
EQUALLY_GOOD = 1e-15


@jit
def best_if_rarely_left(
    gains: HoldAt, leave: Array, base: float, gain: Array, value: float, hold_at: float
) -> tuple[float, float]:
    """The better of the best known value and the turn totals to hold at that seldom leave the state.

    Parameters
    ----------
    gains : the mover's turns
    leave : float64[k], chance to leave the state by holding at k, for k from 0 to the last
    base : G'(i)
    gain : float64[x] or longer, G(i + x)
    value : the best value over turn totals to hold at that often leave the state
    hold_at : the turn total with that value

    Returns
    -------
    the value, and the turn total to hold at
    """
    for k in range(1, leave.size):
        # A state that cannot be left has value 0.
        if 0.0 < leave[k] < OFTEN:
            worth = gains.bust[k] * base
            for m in range(gains.stop.shape[1]):
                worth += gains.stop[k, m] * gain[k + m]
            if worth > value * leave[k] * (1.0 + EQUALLY_GOOD):
                value = worth / leave[k]
                hold_at = float(k)
    return value, hold_at


@jit_allocating
def stopping_worth(throw: Array, hold: Array, share: float, base: float, leave: float) -> float:
    """Value of a state over all stopping rules, by policy iteration with sums of positive terms.

    Parameters
    ----------
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    hold : float64[turn total], value of holding, up to the goal; entry 0 is not read
    share : value of reaching the goal
    base : G'(i)
    leave : chance that an opponent scores
    """
    known = -1.0
    value = 0.0
    # For every turn total: expected worth where the turn is held, and chance to hold, if the rule is followed
    # from there on; the rest is a bust.
    gained = np.zeros(hold.size)
    held = np.zeros(hold.size)
    bust = np.zeros(hold.size)
    while value > known * (1.0 + EQUALLY_GOOD) and value > known:
        known = value
        after_bust = base + (1.0 - leave) * value
        for total in range(hold.size - 1, -1, -1):
            gained[total] = 0.0
            held[total] = 0.0
            bust[total] = throw[0]
            for r in range(1, throw.size):
                there = total + r
                if there >= hold.size:
                    gained[total] += throw[r] * share
                    held[total] += throw[r]
                else:
                    gained[total] += throw[r] * gained[there]
                    held[total] += throw[r] * held[there]
                    bust[total] += throw[r] * bust[there]
            if total > 0 and gained[total] + bust[total] * after_bust <= hold[total]:
                gained[total] = hold[total]
                held[total] = 1.0
                bust[total] = 0.0
        left = held[0] + bust[0] * leave
        # A state that cannot be left has value 0.
        value = max(value, (gained[0] + bust[0] * base) / left) if left > 0.0 else 0.0
    return value
