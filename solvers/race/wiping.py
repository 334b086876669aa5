"""Values after a wipe, which couple everything to the score 0: rounds over all states, until they stay.

Where nothing wipes, one round is all.
"""

from collections.abc import Callable

from solvers.errors import NotConverged

MOST_ROUNDS = 1000
# From the last round but one to the last: more is not settled.
LARGEST_CHANGE = 1e-14
# A lesser change may be rounding, and does not say how fast they settle.
LEAST_TELLING_CHANGE = 1e-10
# What they may be off at most, as the changes of the rounds say.
LARGEST_ERROR = 1e-11


def settle(solve_round: Callable[[bool], None], keep: Callable[[], float], who: str) -> None:
    """Solve all states again and again, until the values after a wipe stay.

    Parameters
    ----------
    solve_round : function of whether the states come with guesses, solves all of them by the values after a
        wipe that were kept
    keep : keeps those that a round has found; by how much one differs from before, 0 where nothing wipes
    who : whose values, as in an error

    Raises
    ------
    NotConverged
        if that takes more than MOST_ROUNDS rounds
    """
    change, factor, rounds = 1.0, 0.0, 0
    while change > LARGEST_CHANGE and rounds < MOST_ROUNDS:
        solve_round(rounds > 0)
        last, change = change, keep()
        # By how much a round shrinks what is left, as long as that is no rounding.
        factor = change / last if change > LEAST_TELLING_CHANGE and rounds > 0 else factor
        rounds += 1
    if not change * factor <= LARGEST_ERROR * (1.0 - factor) or change > LARGEST_CHANGE:
        where = f"{who}, {rounds} rounds that leave {factor} of it each"
        raise NotConverged(f"change after a wipe: expected at most {LARGEST_CHANGE}, got {change} ({where}).")
