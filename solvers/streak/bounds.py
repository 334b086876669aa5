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

Where one player's turns are given, more is known: what the other gets is the most over its choices of what is
linear in H, so a round G is convex in H, counted in the other's favour. Then no shift by d changes it by more
than (G(H + K d) - G(H)) / K for any K >= 1, and where K is great rounding leaves no trace in that.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.streak.rule import Rule
from solvers.streak.settling import calm

# d: some hundred times what the last round may have changed.
LARGEST_ERROR = 1e-12
# A round that leaves nearly all of the interval is followed by others, as long as so many of them narrow it.
MOST_ROUNDS = 1000
SOME_ROUNDS = 50
# K: so many times d is a change that can be seen.
MANY = 2.0**20


def refuse_unproved(
    one_round: Callable[[Array], None],
    handed: Array,
    goal: int,
    rule: Rule,
    error_of: Callable[[Callable[[Array], None], Array, int], float],
    who: str,
) -> None:
    """Refuse values that are not proved to be right to LARGEST_ERROR.

    Parameters
    ----------
    one_round : function that solves all turns once, and writes what it reads
    handed : float64[table, own busts, other's busts, score, opponent], as rounds have left it
    goal : points to win
    rule : what busts in a row cost
    error_of : `of_two_who_choose` or `of_one_who_chooses`
    who : whose values, as in an error

    Raises
    ------
    NotConverged
        if rounds do not lead into the interval
    """
    off = error_of(one_round, handed, goal)
    if not off <= LARGEST_ERROR:
        calm(one_round, handed, goal, rule)
        off = error_of(one_round, handed, goal)
    if off <= LARGEST_ERROR:
        return
    raise NotConverged(
        f"values after a streak: expected them to be right to {LARGEST_ERROR}, got {off} ({who})."
        " Nearly every turn busts: ask for a smaller goal, or for a game that busts less."
    )


def of_two_who_choose(one_round: Callable[[Array], None], handed: Array, goal: int) -> float:
    """How far from the values of optimal play the interval reaches to which rounds lead.

    Parameters
    ----------
    one_round, handed, goal : as in `refuse_unproved`, with a table for each seat that is not like another
    """
    values = np.repeat(handed, 2, axis=0)
    ends = values.copy()
    # Beyond the goal all is known.
    ends[::2, ..., :goal, :] -= LARGEST_ERROR
    ends[1::2, ..., :goal, :] += LARGEST_ERROR

    def off() -> float:
        one_round(ends)
        return float(np.abs(ends - values)[..., :goal].max())

    return _after_rounds(off)


def of_one_who_chooses(one_round: Callable[[Array], None], handed: Array, goal: int) -> float:
    """The same if the first of two tables is of a player whose turns are given.

    Parameters
    ----------
    one_round, handed, goal : as in `refuse_unproved`, with two tables, each read to write the other
    """
    values = handed.copy()
    end = handed + np.reshape((-MANY * LARGEST_ERROR, MANY * LARGEST_ERROR), (2, 1, 1, 1, 1))

    def off() -> float:
        one_round(values)
        one_round(end)
        moved = np.abs(values - handed)[..., :goal] + np.abs(end - values)[..., :goal] / MANY
        return float(moved.max())

    return _after_rounds(off)


def _after_rounds(off: Callable[[], float]) -> float:
    """How far values are off after MOST_ROUNDS rounds, or fewer if these are enough or do not help."""
    least = now = off()
    for rounds in range(2, MOST_ROUNDS + 1):
        if now <= LARGEST_ERROR:
            break
        now = off()
        if rounds % SOME_ROUNDS == 0:
            if now >= least:
                break
            least = now
    return now
