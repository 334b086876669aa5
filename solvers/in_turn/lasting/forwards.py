"""The number of turns of a contest of two whose turns are played out: all games are played forwards, turn by
turn.

After n turns, each combination of the mover's score i, the other's j and, if they count, both numbers of
busts in a row has some probability. A turn moves it on, or ends the game; the total of what is still being
played is the chance of more than n turns. All terms are positive, so the chances of very long games keep all
their digits, too.

With equal turns the first player hands over to a last turn with the goal, some points ahead. A last turn ends
the game unless it is a tie that goes on; then rounds of two turns follow, from scores above 0, or from 0
after two wipes.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit, jit_inline
from solvers.turns.played import PlayedTurns


class Seated(NamedTuple):
    """Two players whose turns are played out, and the effects of a bust.

    Attributes
    ----------
    least : least score of a turn, also of a bust
    busts, cost : number of busts in a row that cost points, and how many; 0 busts if none do
    first, second : their turns, `row` being int64[own busts, other's busts, own score, other's score]
    """

    least: int
    busts: int
    cost: int
    first: PlayedTurns
    second: PlayedTurns


class LastTurns(NamedTuple):
    """What follows once the first player has the goal.

    Attributes
    ----------
    ends, level : float64[points ahead], chances that a last turn ends the game, and that it ends with a tie
        that goes on; empty in a race
    decided : float64[tie], chance that a round after a tie ends the game: after a tie above 0, and after one
        at 0
    again : float64[tie, tie], chance that such a tie follows
    """

    ends: Array
    level: Array
    decided: Array
    again: Array


IN_A_RACE = LastTurns(np.zeros(0), np.zeros(0), np.zeros(2), np.zeros((2, 2)))


def seated(least: int, first: PlayedTurns, second: PlayedTurns, busts: int = 0, cost: int = 0) -> Seated:
    """Two players, with holding with nothing gained counted as a bust.

    Parameters
    ----------
    least : least score of a turn, also of a bust
    first, second : their turns; `row` may be without counts of busts
    busts, cost : as for `Seated`
    """
    return Seated(least, busts, cost, *(_with_counts(turns) for turns in (first, second)))


def _with_counts(turns: PlayedTurns) -> PlayedTurns:
    row = turns.row if turns.row.ndim == 4 else turns.row[None, None]
    gain, nothing = turns.gain.copy(), turns.gain[:, 0]
    gain[:, 0] = 0.0
    return turns._replace(row=row, gain=gain, bust=turns.bust + nothing)


def turns_to_the_end(players: Seated, after: LastTurns, most: int) -> tuple[Array, Array]:
    """Chances that the game ends with turn n, and that it lasts more than n turns, float64[n] each.

    Parameters
    ----------
    players : the players
    after : what follows the goal
    most : the greatest n
    """
    ends, longer = np.zeros(most + 1), np.ones(most + 1)
    playing = np.zeros((2, *players.first.row.shape))
    playing[0, 0, 0, 0, 0] = 1.0
    _forward(players, after, playing, np.zeros(after.level.size), ends, longer)
    # They are sums of chances, which rounding may leave above 1.
    return np.minimum(ends, 1.0), np.minimum(longer, 1.0)


@jit
def _forward(
    players: Seated, after: LastTurns, playing: Array, last: Array, out_ends: Array, out_longer: Array
) -> None:
    """Play all games.

    Parameters
    ----------
    players : the players
    after : what follows the goal
    playing : float64[2, mover's busts, other's busts, mover's score, other's score], probability of each
        state after an even and after an odd number of turns; on entry at the start
    last : float64[points ahead], buffer for the chance of a last turn; on entry 0
    out_ends, out_longer : float64[n], written from 1 on
    """
    level_at_more = 0.0
    level_at_zero = 0.0
    for n in range(1, out_ends.size):
        ended = 0.0
        if n % 2 == 0:
            ended, level_at_more, level_at_zero = _after_goal(after, last, level_at_more, level_at_zero)
        now = playing[n % 2]
        now[:] = 0.0
        if n % 2 == 1:
            ended += _one_turn(players, players.first, playing[0], now, last)
        else:
            ended += _one_turn(players, players.second, playing[1], now, last[:0])
        out_ends[n] = ended
        out_longer[n] = now.sum() + last.sum() + level_at_more + level_at_zero


@jit
def _after_goal(after: LastTurns, last: Array, at_more: float, at_zero: float) -> tuple[float, float, float]:
    """The second's turn of a round in which the first has the goal, or of a further round.

    Parameters
    ----------
    after : what follows the goal
    last : float64[points ahead], chance of a last turn; set to 0
    at_more, at_zero : chances of a tie two turns ago, above 0 and at 0

    Returns
    -------
    the chance that the game ends, and those of ties that go on
    """
    again = after.again
    ended = at_more * after.decided[0] + at_zero * after.decided[1]
    tied = at_more * again[0, 0] + at_zero * again[1, 0]
    for points in range(last.size):
        ended += last[points] * after.ends[points]
        tied += last[points] * after.level[points]
        last[points] = 0.0
    return ended, tied, at_more * again[0, 1] + at_zero * again[1, 1]


@jit
def _one_turn(players: Seated, mover: PlayedTurns, before: Array, out: Array, out_last: Array) -> float:
    """One turn of all games that are still below the goal.

    Parameters
    ----------
    players : the players
    mover : turns of the player about to move
    before : float64[mover's busts, other's busts, mover's score, other's score], probability of each state
    out : the same after the turn, with the other as the mover; on entry 0
    out_last : float64[points ahead], added to where the mover reaches the goal; empty if that wins

    Returns
    -------
    the chance that the game ends
    """
    counts, others, goal, _ = before.shape
    ended = 0.0
    for a in range(counts):
        for b in range(others):
            for i in range(goal):
                for j in range(goal):
                    chance = before[a, b, i, j]
                    if chance > 0.0:
                        row = mover.row[a, b, i, j]
                        ended += chance * mover.wins[row]
                        out[b, 0, j, 0] += chance * mover.wipe[row]
                        to, busts = after_bust(players, i, a)
                        if to < goal:
                            out[b, busts, j, to] += chance * mover.bust[row]
                        elif out_last.size > 0:
                            out_last[to - j] += chance * mover.bust[row]
                        else:
                            ended += chance * mover.bust[row]
                        for gain in range(mover.span[row, 0], mover.span[row, 1]):
                            banked = chance * mover.gain[row, gain]
                            if i + gain < goal:
                                out[b, 0, j, i + gain] += banked
                            elif out_last.size > 0:
                                out_last[i + gain - j] += banked
                            else:
                                ended += banked
    return ended


@jit_inline
def after_bust(players: Seated, banked: int, count: int) -> tuple[int, int]:
    """The score, and the busts in a row, after a bust.

    Parameters
    ----------
    players : the players
    banked : score before it
    count : busts in a row before it
    """
    if players.busts == 0:
        return banked + players.least, 0
    if count + 1 < players.busts:
        return banked, count + 1
    return max(0, banked - players.cost), 0
