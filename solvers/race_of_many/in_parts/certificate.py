"""Certificate of a race over a table: one backup of its values, for some of the others' scores at a time.

The backup is that of `solvers.race_of_many.certificate`, which nothing couples: so any process can take any
part of it, and no more of the table than that part is in its memory. Its lanes are the last player's scores
here, not the next one's, so that a part is made of whole pages of the table.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.race_of_many.certificate import backups
from solvers.race_of_many.certificate_of_mixing import improper, mixed_states, mixed_turns


def certify_others(turn: Turn, table: Array, others: range, apart: Integers) -> tuple[float, float]:
    """Residual, and the most that a mover gains by another policy for one turn.

    Parameters
    ----------
    turn : any turn
    table : float64[strip, x, seat], values of all states
    others : consecutive numbers of the others' scores without the last player's; all of the last player's and
        all of the mover's are checked
    apart : int64[...], states of whose values the residual does not speak, as their movers do not play the
        best reply, ties holding
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
        # Of the built-in max a NaN may get lost.
        residual = np.maximum(residual, np.abs(difference).max())
    return float(residual), float(gain)


def certify_mixed(turn: Turn, table: Array, scores: Integers, share: Array) -> tuple[float, float]:
    """Residual of the states whose movers mix, and the most that a mover gains by other play inside of them.

    Parameters
    ----------
    turn : any turn
    table : float64[strip, x, seat], values of all states
    scores : int64[cluster, seat], scores of clusters in which somebody may mix
    share : float64[cluster, seat], chance of the player with that score to play boldly; 0 where it does not
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
