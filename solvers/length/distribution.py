"""In how many turns a race of two fixed players ends: all games are played forwards, turn by turn.

After n turns the game is at the mover's score i and the other's j with some probability. A turn moves it to
(j, i + x), or ends it; what is still being played is the chance of more than n turns. All terms are positive,
so the chances of very long games are known to their last digits, too.
"""

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit
from solvers.turns.played import PlayedTurns


def turns_to_the_end(least_score: int, turns: PlayedTurns, most: int) -> tuple[Array, Array]:
    """Chances that the game ends with turn n, and that it lasts more than n turns, float64[n] each.

    Parameters
    ----------
    least_score : what a turn scores at least
    turns : of both players, played out
    most : the greatest n
    """
    goal = turns.row.shape[0]
    ends, longer = np.zeros(most + 1), np.ones(most + 1)
    playing = np.zeros((2, goal, goal))
    playing[0, 0, 0] = 1.0
    _forward(least_score, turns, playing, ends, longer)
    # From the first on they are sums of chances, which rounding may leave above 1.
    return np.minimum(ends, 1.0), np.minimum(longer, 1.0)


@jit
def _forward(least: int, turns: PlayedTurns, playing: Array, out_ends: Array, out_longer: Array) -> None:
    """Play all games.

    Parameters
    ----------
    least : what a turn scores at least
    turns : of both players, played out
    playing : float64[2, banked, opponent], chance of these scores, the next mover's first, after an even
        and after an odd number of turns; comes with the start
    out_ends, out_longer : float64[n], written from 1 on
    """
    goal = playing.shape[1]
    for n in range(1, out_ends.size):
        before = playing[(n - 1) % 2]
        after = playing[n % 2]
        after[:] = 0.0
        ended = 0.0
        for i in range(goal):
            for j in range(goal):
                chance = before[i, j]
                if chance > 0.0:
                    row = turns.row[i, j]
                    ended += chance * turns.wins[row]
                    after[j, 0] += chance * turns.wipe[row]
                    if i + least < goal:
                        after[j, i + least] += chance * turns.bust[row]
                    else:
                        ended += chance * turns.bust[row]
                    for gain in range(turns.span[row, 0], turns.span[row, 1]):
                        after[j, i + gain] += chance * turns.gain[row, gain]
        out_ends[n] = ended
        out_longer[n] = after.sum()
