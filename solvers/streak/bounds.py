"""Proof of how near values are that were iterated: an interval around them that rounds map into itself.

Let H be all values of handing over the turn, and [H - d, H + d] an interval around what was found. What a
turn is worth rises with each of these, so with H - d it is worth least and with H + d most, and a round that
reads either to write the other finds an interval in which all values lie that a round can make of the first;
so do further rounds. Once that is inside the first interval, there is in it what so many rounds leave as it
is, by Brouwer's theorem. As rounds contract, only the solution is so: every value is right to d, up to the
rounding of the rounds. One or two are enough for Farkle and Pig; where a turn all but surely busts, the first
may keep the whole width. There the last digits in which the values still move, times the number of streaks in
a game, may be as much as the interval; so values that fail are first brought to where rounds leave them as
they are, and proved then.
"""

from collections.abc import Callable, Sequence

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged

# d: some hundred times what the last round may have changed.
LARGEST_ERROR = 1e-12
# A round that leaves nearly all of the interval is followed by another.
MOST_ROUNDS = 100
# Where values that still move in their last digits are carried out of so narrow an interval, they are calmed.
MOST_MEANS = 20
MOST_CALM = 1000


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
    off = np.inf
    for calm in (None, _balance, _rest):
        if calm is not None:
            calm(one_round, handed[..., :goal], handed)
        off = _width(one_round, handed, goal, signs)
        if off <= LARGEST_ERROR:
            return
    raise NotConverged(
        f"values after a streak: expected them to be right to {LARGEST_ERROR}, got {off} ({who},"
        f" {MOST_ROUNDS} rounds). Nearly every turn busts: ask for a smaller goal, or for a game that busts"
        " less."
    )


def _width(
    one_round: Callable[[Array], None], handed: Array, goal: int, signs: Sequence[tuple[int, int]]
) -> float:
    """How far from the values the interval reaches to which rounds lead, up to MOST_ROUNDS of them."""
    ends = [handed + np.reshape(pair, (2, 1, 1, 1, 1)) * LARGEST_ERROR for pair in signs]
    off, rounds = np.inf, 0
    while not off <= LARGEST_ERROR and rounds < MOST_ROUNDS:
        for end in ends:
            one_round(end)
        off = max(float(np.abs(end - handed)[..., :goal].max()) for end in ends)
        rounds += 1
    return off


def _balance(one_round: Callable[[Array], None], values: Array, handed: Array) -> None:
    """Take the mean of values and of what a round makes of them, as long as that lessens what rounds change.

    What is a player's gain after one round is the other's after the next: values that go up and down around
    those that stay come to these at once.

    Parameters
    ----------
    one_round : as in `refuse_unproved`
    values : the part of `handed` that counts, a view; written
    handed : read and written by rounds
    """
    before = np.inf
    for _ in range(MOST_MEANS):
        kept = values.copy()
        one_round(handed)
        change = float(np.abs(values - kept).max())
        if change >= before:
            break
        before = change
        values[:] = (values + kept) / 2.0
    one_round(handed)


def _rest(one_round: Callable[[Array], None], values: Array, handed: Array) -> None:
    """Make rounds until one changes nothing, not even a last digit, or MOST_CALM have been made.

    Parameters
    ----------
    one_round, values, handed : as in `_balance`
    """
    for _ in range(MOST_CALM):
        kept = values.copy()
        one_round(handed)
        if (values == kept).all():
            return
