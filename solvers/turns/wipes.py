"""What players whose turns are played out are worth after a wipe.

Let w be somebody's chances to win after a wipe, one for each state that a wipe leads to. A game from such a
state is won, lost, or wiped again:

    w = c + M w,   c the chances to win before the next wipe, M those to be wiped, and where; likewise d, the
    chances that anybody wins.

Adding up c + M c + M^2 c + ... until the terms are small proves nothing where nearly every game is wiped: all
of them are small. But in each term M^k c it wins some share of what that round decides, M^k d. If these
shares lie between a and b for all states, then so does its share of all that later rounds decide, which is
M^(k + 1) 1, what is still open:

    w lies between c + ... + M^k c + a M^(k + 1) 1 and c + ... + M^k c + b M^(k + 1) 1.

So a round is the last one if little is open, or if the shares are equal. All terms are positive: no digits
are lost. The turns still to come are a sum of the same kind: c the turns before the next wipe.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import Turn

# What is open times the difference of the shares.
LARGEST_WIDTH = 1e-15
# Rounding may leave a greater width, but not more than this, and then it does not shrink.
LARGEST_ROUNDING = 1e-12
MOST_ROUNDS = 2000
# What tables may be off by, as the certificate of every answer may.
LARGEST_ERROR = 1e-12
REMEDY = "Nearly every game is wiped before its end: set a smaller goal, or rules that wipe less."


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


def after_wipes(
    states: int, kept: int, seats: int, who: str, backup: Callable[[bool, Array], Array]
) -> Array:
    """What is kept of each state that a wipe leads to, float64[state, kept].

    Parameters
    ----------
    states : how many states a wipe leads to
    kept : how many numbers are kept; the first are the chances of all seats to win
    seats : how many these are
    who : who plays, for an error
    backup : function of whether anything but wipes counts, and of what wipes are worth, that gives what these
        states are worth, both float64[state, kept + 1]; nothing but wipes counts for the last number

    Raises
    ------
    NotConverged
        if no round decides anything, or after MOST_ROUNDS rounds
    """
    wiped, last = np.zeros((states, kept + 1)), np.inf
    wiped[:, kept] = 1.0
    found = backup(True, wiped)
    total = found[:, :kept].copy()
    for _ in range(MOST_ROUNDS):
        part, still_open, decided = found[:, :kept], found[:, kept], found[:, :seats].sum(axis=1)
        if not np.isfinite(decided).all():
            raise NotConverged(f"chance that a turn scores: expected more than 0, got 0.0 ({who}).")
        some = decided > 0.0
        if not some.any():
            break
        share = part[some] / decided[some, None]
        # Of what is more than 1, such as turns, as a share of it.
        apart = np.ptp(share, axis=0) / np.maximum(1.0, total.max(axis=0))
        width = float(still_open.max() * apart.max())
        if width <= LARGEST_WIDTH or (width <= LARGEST_ROUNDING and width >= last):
            middle: Array = total + still_open[:, None] * (share.min(axis=0) + share.max(axis=0)) / 2.0
            return middle
        last = width
        found = backup(False, found)
        total += found[:, :kept]
    raise NotConverged(
        f"values after a wipe: expected to be known to {LARGEST_WIDTH}, got more ({who}, {MOST_ROUNDS}"
        " rounds)."
    )


def refuse_unknown(turn: Turn, residual: float, who: str) -> None:
    """Refuse what the proof does not show to be right, in a game that wipes.

    Parameters
    ----------
    turn : the game
    residual : what the tables are off by at most
    who : who plays, for the error

    Raises
    ------
    NotConverged
        if it is more than LARGEST_ERROR
    """
    if turn.wipes and not residual <= LARGEST_ERROR:
        bound = f"expected at most {LARGEST_ERROR:.0e}, got {residual:.1e}"
        raise NotConverged(f"error bound: {bound} ({who}). {REMEDY}")
