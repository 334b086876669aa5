"""Values after a wipe, for players whose turns are played out.

Let w be a player's win probabilities after a wipe, one for each state that a wipe leads to. A game from such
a state is won, lost, or wiped again:

    w = c + M w,   c the probabilities to win before the next wipe, M those of a wipe, by where it leads;
    similarly d, the probabilities that anybody wins.

Stopping the sum c + M c + M^2 c + ... at a small term proves nothing if nearly every game is wiped, as all
terms are small then. But in each term M^k c, the player wins a share of what that round decides, M^k d. If
these shares lie between a and b for all states, so does its share of what later rounds decide. That is the
probability that the game is still open, M^(k + 1) 1:

    w lies between c + ... + M^k c + a M^(k + 1) 1 and c + ... + M^k c + b M^(k + 1) 1.

So the iteration stops if little is open, or if the shares are equal. All terms are positive, so no digits are
lost. The expected turns to come are a similar sum, with c the turns before the next wipe.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import Turn

# Stop when the open probability times the difference of the shares is less.
LARGEST_WIDTH = 1e-15
# If rounding keeps the width above that, stop when it no longer shrinks, at most at this.
LARGEST_ROUNDING = 1e-12
MOST_ROUNDS = 2000
# Largest accepted error of the tables, the same as for all answers.
LARGEST_ERROR = 1e-12
REMEDY = "Nearly every game is wiped before its end: set a smaller goal, or rules that wipe less."


class Won(NamedTuple):
    """What counts for own: reaching the goal, the opponent's reaching it, and each turn.

    Attributes
    ----------
    own : value of own reaching the goal
    other : value of the opponent reaching the goal
    turn : value of each turn
    """

    own: float
    other: float
    turn: float = 0.0


def after_wipes(
    states: int, kept: int, seats: int, who: str, backup: Callable[[bool, Array], Array]
) -> Array:
    """Return the values after wipes, float64[state, kept].

    Parameters
    ----------
    states : number of states that a wipe leads to
    kept : number of values to keep for each state; the first ones are the win probabilities of all seats
    seats : number of seats
    who : names the players in an error
    backup : function of whether anything but wipes counts, and of the values of wipes, that returns the
        values of these states, both float64[state, kept + 1]; for the last value only wipes count

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
        # Relative for values above 1, such as turns.
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
    """Raise an error if a certificate does not prove the values accurate enough, in a game with wipes.

    Parameters
    ----------
    turn : the game's turn
    residual : bound on the error of the tables
    who : names the players in the error

    Raises
    ------
    NotConverged
        if it exceeds LARGEST_ERROR
    """
    if turn.wipes and not residual <= LARGEST_ERROR:
        bound = f"expected at most {LARGEST_ERROR:.0e}, got {residual:.1e}"
        raise NotConverged(f"error bound: {bound} ({who}). {REMEDY}")
