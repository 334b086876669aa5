"""Certificate of a race over a shared table: one backup of its values, in parts by the others' scores.

The backup is that of `solvers.race_of_many.certificate`. Its parts are independent, so any process can take
any part and needs only that part of the table in memory. Here the last player's scores are the lanes, not the
next player's, so that a part consists of whole pages of the table.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.race_of_many.certificate import backups
from solvers.race_of_many.certificate_of_mixing import improper, mixed_states, mixed_turns


def certify_others(turn: Turn, table: Array, others: range, apart: Integers) -> tuple[float, float]:
    """Return the residual, and the most that a mover gains by another policy for one turn.

    Parameters
    ----------
    turn : the game's turn
    table : float64[strip, x, seat], values of all states
    others : range of the others' scores, without the last player's, as numbers; all scores of the last player
        and of the mover are checked
    apart : int64[...], states excluded from the residual, as their movers do not play the best response with
        ties that hold
    """
    _, goal, players = table.shape
    each = goal ** (players - 2)
    value = np.array(table.reshape(goal, each, goal, players)[:, others.start : others.stop])
    ahead = np.array(table.reshape(each, goal, goal, players)[others.start : others.stop])
    residual = gain = 0.0
    for index, backed in enumerate(backups(turn, ahead.swapaxes(0, 1))):
        difference = backed - value[:, index]
        gain = np.maximum(gain, difference[..., 0].max())
        mine = apart[apart // goal % each == others.start + index]
        difference[mine // goal // each, mine % goal] = 0.0
        # np.maximum, as Python's max can lose a NaN.
        residual = np.maximum(residual, np.abs(difference).max())
    return float(residual), float(gain)


def certify_mixed(turn: Turn, table: Array, scores: Integers, share: Array) -> tuple[float, float]:
    """Return the residual of the states whose movers mix, and the most that other choices in them gain.

    Parameters
    ----------
    turn : the game's turn
    table : float64[strip, x, seat], values of all states
    scores : int64[cluster, seat], scores of clusters in which players may mix
    share : float64[cluster, seat], probability of the player with that score to play boldly; 0 if it does not
        mix
    """
    states, shares = mixed_states(scores, share)
    if len(states) == 0:
        return improper(share), 0.0
    _, goal, players = table.shape
    value = table.reshape((goal,) * players + (players,))
    worth, gain = mixed_turns(turn, value, states, shares)
    difference = np.abs(worth - value[tuple(states.T)]).max()
    return float(np.maximum(difference, improper(share))), gain
