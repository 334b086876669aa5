"""Expected turns to come of two players whose turns are played out, where busts in a row cost points.

    X(s) = 1 + sum over s' of P(s') X(s'),

where s is the player about to move, both scores and both counts of busts. Turns of greater i + j come first,
and of one sum those of greater counts; then only what follows a streak or a wipe, with smaller sums, is
unknown. Rounds over all turns begin with 0 and read the unknown values from the round before. Each round is
between the one before and X; mixtures of rounds (`solvers.linear.mixing`) converge faster.
"""

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.in_turn.lasting.forwards import Seated, after_bust
from solvers.jit import jit
from solvers.linear.mixing import mixed

MOST_ROUNDS = 1000
# Largest change by the last mixed round, relative to the largest value; plain rounds go on while it shrinks.
LARGEST_CHANGE = 1e-13
# Number of rounds that are mixed.
MOST_MIXED = 7


def turns_to_come(players: Seated, after: Array, who: str) -> Array:
    """Expected turns of both players still to come.

    Parameters
    ----------
    players : the players
    after : float64[points ahead], expected turns to come once the first has the goal with equal turns; else
        empty
    who : the players, for an error

    Returns
    -------
    float64[seat, own busts, other's busts, own score, other's score], by who is about to move

    Raises
    ------
    NotConverged
        if rounds do not converge
    """
    left = np.zeros((2, *players.first.row.shape))
    # Entries that a round reads before it writes them: those with a score that a streak or a wipe has left.
    back = left[:, :, 0, :, : max(1, left.shape[-1] - players.cost)]
    given, came = list[Array](), list[Array]()
    last = change = np.inf
    most = 0.0
    for _ in range(MOST_ROUNDS):
        before = back.copy()
        _one_round(players, after, left)
        last, change, most = change, float(np.abs(back - before).max()), float(left.max())
        if last <= LARGEST_CHANGE * most and change >= last:
            return left
        if change <= LARGEST_CHANGE * most:
            # Weights of mixtures are rounded, too: plain rounds find the last digits.
            continue
        given, came = [*given[1 - MOST_MIXED :], before.ravel()], [*came[1 - MOST_MIXED :], back.ravel()]
        # Mixing expects chances, so values are scaled to at most 1.
        scale = 4.0 * most
        back[:] = scale * mixed([own / scale for own in given], [own / scale for own in came]).reshape(
            back.shape
        )
    where = f"{who}, {MOST_ROUNDS} rounds"
    raise NotConverged(
        f"what is to come: expected a change of at most {LARGEST_CHANGE * most}, got {change} ({where})."
        " Hardly a game ends: ask for a smaller goal."
    )


@jit
def _one_round(players: Seated, after: Array, left: Array) -> None:
    """One round over all turns.

    Parameters
    ----------
    players : the players
    after : as for `turns_to_come`
    left : float64[seat, own busts, other's busts, own score, other's score], read and written
    """
    counts = left.shape[1]
    goal = left.shape[3]
    for s in range(2 * goal - 2, -1, -1):
        for level in range(2 * counts - 2, -1, -1):
            for own in range(max(0, level - counts + 1), min(level, counts - 1) + 1):
                _diagonal(players, 0, (own, level - own, s), left[1], after, left[0])
                _diagonal(players, 1, (own, level - own, s), left[0], after[:0], left[1])


@jit
def _diagonal(
    players: Seated, seat: int, of: tuple[int, int, int], handed: Array, after: Array, out: Array
) -> None:
    """Expected turns to come at all scores of one sum.

    Parameters
    ----------
    players : the players
    seat : 0 if the first is about to move, else 1
    of : busts in a row of that player and of the other, and the sum of both scores
    handed : float64[own busts, other's busts, own score, other's score], of the other player
    after : as for `turns_to_come`
    out : float64, as `handed`, of the player; written
    """
    a, b, s = of
    goal = out.shape[2]
    turns = players.first if seat == 0 else players.second
    for i in range(max(0, s - goal + 1), min(s, goal - 1) + 1):
        j = s - i
        row = turns.row[a, b, i, j]
        score, busts = after_bust(players, i, a)
        worth = 1.0 + turns.wipe[row] * handed[b, 0, j, 0]
        worth += turns.bust[row] * handed[b, busts, j, score]
        for gain in range(turns.span[row, 0], turns.span[row, 1]):
            banked = i + gain
            if banked < goal:
                worth += turns.gain[row, gain] * handed[b, 0, j, banked]
            elif after.size > 0:
                worth += turns.gain[row, gain] * after[banked - j]
        out[a, b, i, j] = worth
