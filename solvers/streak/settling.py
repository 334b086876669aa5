"""Rounds over all turns until the values after a streak stay.

Where rounds contract slowly, each begins with a mixture of what the last have come to (`solvers.mixing`).
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.mixing import mixed
from solvers.streak.rule import Rule

MOST_ROUNDS = 1000
# Of a value after a streak, from the last round but one to the last; rounding leaves some 1e-15.
LARGEST_CHANGE = 1e-14
# Rounds that are mixed.
MOST_MIXED = 7
# So many rounds that do not lessen the change are rounding.
MOST_VAIN = 100


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
        if that takes more than MOST_ROUNDS rounds, or rounds do not help
    """
    change, rounds = _rounds(one_round, _after_a_streak(handed, goal, rule), handed, largest_change)
    if not change <= largest_change:
        where = f"{who}, {rounds} rounds"
        raise NotConverged(
            f"change after a streak: expected at most {largest_change}, got {change} ({where})."
        )


def calm(one_round: Callable[[Array], None], handed: Array, goal: int, rule: Rule) -> None:
    """Go on to where a round changes nothing, not even a last digit, or as little as rounding lets it.

    Parameters
    ----------
    one_round, handed, goal, rule : as in `settle`
    """
    after = _after_a_streak(handed, goal, rule)
    _rounds(one_round, after, handed, 0.0)
    for _ in range(MOST_ROUNDS):
        before = after.copy()
        one_round(handed)
        if (after == before).all():
            break


def _after_a_streak(handed: Array, goal: int, rule: Rule) -> Array:
    """The values that a round reads before it writes them, a view."""
    return handed[:, 0, :, : max(1, goal - rule.cost), :goal]


def _rounds(
    one_round: Callable[[Array], None], after: Array, handed: Array, enough: float
) -> tuple[float, int]:
    """Make rounds until one changes little, or MOST_VAIN of them have not lessened the change.

    Parameters
    ----------
    one_round : as in `settle`
    after : the part of `handed` that counts, a view; becomes what the best round has led to
    handed : as in `settle`
    enough : change of the last round

    Returns
    -------
    The least change, and how many rounds there were.
    """
    given, came = list[Array](), list[Array]()
    least, best, vain, rounds = np.inf, after.copy(), 0, 0
    while least > enough and vain < MOST_VAIN and rounds < MOST_ROUNDS:
        before = after.copy()
        one_round(handed)
        rounds, vain = rounds + 1, vain + 1
        given, came = [*given[1 - MOST_MIXED :], before.ravel()], [*came[1 - MOST_MIXED :], after.ravel()]
        change = float(np.abs(after - before).max())
        if change < least:
            least, best, vain = change, before, 0
        after[:] = mixed(np.array(given), np.array(came)).reshape(after.shape)
    after[:] = best
    one_round(handed)
    return least, rounds
