"""Proof of how near values are that were iterated: an interval around them that rounds map into itself.

Let H be all values of handing over the turn, and [H - d, H + d] an interval around what was found. What a
turn is worth rises with each of these, so with H - d it is worth least and with H + d most, and a round that
reads either to write the other finds an interval in which all values lie that a round can make of the first;
so do further rounds. Once that is inside the first interval, there is in it what so many rounds leave as it
is, by Brouwer's theorem. As rounds contract, only the solution is so: every value is right to d, up to the
rounding of the rounds. One or two are enough for Farkle and Pig; where a turn all but surely busts, the first
may keep the whole width.
"""

from collections.abc import Callable, Sequence

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged

# d: some hundred times what the last round may have changed.
LARGEST_ERROR = 1e-12
# A round that leaves nearly all of the interval is followed by another.
MOST_ROUNDS = 100


def refuse_unproved(
    one_round: Callable[[Array], None],
    handed: Array,
    goal: int,
    signs: Sequence[tuple[int, int]],
    who: str,
) -> None:
    """Refuse values that are not proved to be right to LARGEST_ERROR.

    Parameters
    ----------
    one_round : function that solves all turns once, and writes what it reads
    handed : float64[table, own busts, other's busts, score, opponent], as rounds have left it
    goal : points to win
    signs : of each pair of tables that rounds begin with, whether it is the lower or the upper end of the
        interval: of two of which each is read to write the other, one of each
    who : whose values, as in an error

    Raises
    ------
    NotConverged
        if MOST_ROUNDS rounds do not lead into the interval
    """
    ends = [handed + np.reshape(pair, (2, 1, 1, 1, 1)) * LARGEST_ERROR for pair in signs]
    off, rounds = np.inf, 0
    while not off <= LARGEST_ERROR and rounds < MOST_ROUNDS:
        for end in ends:
            one_round(end)
        off = max(float(np.abs(end - handed)[..., :goal].max()) for end in ends)
        rounds += 1
    if not off <= LARGEST_ERROR:
        raise NotConverged(
            f"values after a streak: expected them to be right to {LARGEST_ERROR}, got {off} ({who}, {rounds}"
            " rounds)."
        )
