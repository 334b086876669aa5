"""Rounds over all turns until the values after a streak stay.

Where rounds contract slowly, what they lead to is guessed from time to time; later rounds put that right.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.streak.rule import Rule

MOST_ROUNDS = 1000
# Of a value after a streak, from the last round but one to the last; rounding leaves some 1e-15.
LARGEST_CHANGE = 1e-14
# Share of a change that two rounds leave, from which on it is worth while to look further ahead.
MUCH = 0.5
# A lesser change may be rounding, which does not say where rounds lead to.
LEAST_TELLING_CHANGE = 1e-12


def settle(
    one_round: Callable[[Array], None],
    handed: Array,
    goal: int,
    rule: Rule,
    who: str,
    largest_change: float = LARGEST_CHANGE,
) -> None:
    """Solve all turns again and again, until the values after a streak stay.

    Parameters
    ----------
    one_round : function that solves all turns once, and writes what it reads
    handed : float64[table, own busts, other's busts, score, opponent], values of handing over the turn; comes
        with guesses
    goal : points to win
    rule : what busts in a row cost
    who : whose values, as in an error
    largest_change : of a value after a streak, by the last round

    Raises
    ------
    NotConverged
        if that takes more than MOST_ROUNDS rounds
    """
    after = handed[:, 0, :, : max(1, goal - rule.cost), :goal]
    change, rounds, seen = 1.0, 0, list[Array]()
    while change > largest_change and rounds < MOST_ROUNDS:
        kept = after.copy()
        one_round(handed)
        change = float(np.abs(after - kept).max())
        rounds += 1
        if rounds % 2 == 0 and change > LEAST_TELLING_CHANGE:
            seen.append(after.copy())
        if len(seen) == 3:
            after[:] = _further(*seen)
            seen = [seen[1], seen[2]] if (after == seen[2]).all() else []
    if not change <= largest_change:
        where = f"{who}, {rounds} rounds"
        raise NotConverged(
            f"change after a streak: expected at most {largest_change}, got {change} ({where})."
        )


def _further(first: Array, second: Array, third: Array) -> Array:
    """Where rounds lead to that leave the same share of each change, if that is much; else the third.

    A share is that of two rounds: what is a player's gain after one is the other's after the next.

    Parameters
    ----------
    first, second, third : values, each two rounds after the one before
    """
    before, now = second - first, third - second
    at = np.abs(now).argmax()
    share = now.flat[at] / before.flat[at] if before.flat[at] != 0.0 else 0.0
    if not MUCH < share < 1.0:
        return third
    return np.clip(third + now * (share / (1.0 - share)), 0.0, 1.0)
