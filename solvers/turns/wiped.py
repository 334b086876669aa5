"""How often a turn that holds at a fixed turn total is wiped."""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.turns.forward import HoldAt


def wiped(turn: Turn, gains: HoldAt) -> Array:
    """Chance that a turn that holds at k ends in a wipe, float64[k]; 0 at k = 0.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    gains : how its turns end

    Examples
    --------
    >>> from solvers.games import two_dice_pig
    >>> from solvers.turns.forward import hold_at
    >>> print((wiped(two_dice_pig.turn(), hold_at(two_dice_pig.turn(), 2)) * 36).round(12).tolist())
    [0.0, 1.0, 1.0]
    """
    # One throw more from each turn total below k wipes with the same chance.
    return float(turn.throws[0].wipe) * np.concatenate(([0.0], np.cumsum(gains.reach[:-1])))
