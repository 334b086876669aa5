"""What fixed policies are worth after a wipe.

Let w be own's chances to win after a wipe, one for each state that a wipe leads to. A game from such a state
is won, lost, or wiped again:

    w = c + M w,   c the chances to win before the next wipe, M those to be wiped, and where; likewise d, the
    chances to lose.

Adding up c + M c + M^2 c + ... until the terms are small proves nothing where nearly every game is wiped: all
of them are small. But in each term M^k c own wins some share of what that round decides, M^k (c + d). If
these shares lie between a and b for all states, then so does own's share of all that later rounds decide,
which is M^(k + 1) 1, what is still open:

    w lies between c + ... + M^k c + a M^(k + 1) 1 and c + ... + M^k c + b M^(k + 1) 1.

So a round is the last one if little is open, or if the shares are equal. All terms are positive: no digits
are lost.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged

# What is open times the difference of the shares.
LARGEST_WIDTH = 1e-15
# Rounding may leave a greater width, but not more than this, and then it does not shrink.
LARGEST_ROUNDING = 1e-12
MOST_ROUNDS = 2000


class Won(NamedTuple):
    """What it is worth to own that the goal is reached, or that a turn is played.

    Attributes
    ----------
    own : that own reaches it
    other : that other reaches it
    turn : that a turn is played
    """

    own: float
    other: float
    turn: float = 0.0


def after_wipes(states: int, who: str, backup: Callable[[Won, Array], Array]) -> Array:
    """Own's chances to win after a wipe.

    Parameters
    ----------
    states : how many states a wipe leads to
    who : who plays, for an error
    backup : function of what reaching the goal is worth, and of what wipes are worth, float64[state], that
        gives what these states are worth, float64[state]

    Raises
    ------
    NotConverged
        if no round decides anything, or after MOST_ROUNDS rounds
    """
    won, lost = backup(Won(1.0, 0.0), np.zeros(states)), backup(Won(0.0, 1.0), np.zeros(states))
    still_open, total, last = backup(Won(0.0, 0.0), np.ones(states)), won.copy(), np.inf
    for _ in range(MOST_ROUNDS):
        decided = won + lost
        if not np.isfinite(decided).all():
            raise NotConverged(f"chance that a turn scores: expected more than 0, got 0.0 ({who}).")
        some = decided > 0.0
        if not some.any():
            break
        share = won[some] / decided[some]
        width = float(still_open.max() * np.ptp(share))
        if width <= LARGEST_WIDTH or (width <= LARGEST_ROUNDING and width >= last):
            middle: Array = total + still_open * (share.min() + share.max()) / 2.0
            return middle
        last = width
        won, lost, still_open = (backup(Won(0.0, 0.0), each) for each in (won, lost, still_open))
        total += won
    raise NotConverged(
        f"values after a wipe: expected to be known to {LARGEST_WIDTH}, got more ({who}, {MOST_ROUNDS}"
        " rounds)."
    )
