"""One backup of the turns of a player alone, in plain NumPy on the rules as they were written: no lanes, no tables, no kernel.

A turn is unrolled over its turn totals, for all banked scores and all stakes at once.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import Turn

Array = NDArray[np.float64]


def turn_value(turn: Turn, banking: Array, bust: Array, wiped: Array, longest: int) -> Array:
    """What the best opening of a turn is worth, float64[stake, banked].

    Parameters
    ----------
    turn : any turn
    banking : float64[stake, x], value of banking x; at its last x everybody holds, and banking more is worth the same
    bust : float64[stake, banked], value of a bust
    wiped : float64[stake], value of a wipe
    longest : turn total from which everybody holds
    """
    last, longest_gain = banking.shape[1] - 1, turn.longest_gain
    padding = np.repeat(banking[:, last:], max(0, bust.shape[1] + longest + longest_gain - last), axis=1)
    banking = np.concatenate((banking, padding), axis=1)
    # As floats once; Hog has 1900 outcomes.
    rules = [
        (float(throw.bust), float(throw.wipe), [(float(outcome.probability), outcome.gain, outcome.position) for outcome in throw.outcomes])
        for throw in turn.throws
    ]
    throws: dict[int, list[Array]] = {}
    standing: dict[int, dict[int, Array]] = {}
    for turn_total in range(longest - 1, -1, -1):
        open_scores = min(bust.shape[1], last - turn_total)
        throws[turn_total] = []
        for busts, wipes, outcomes in rules:
            worth = busts * bust[:, :open_scores] + wipes * wiped[:, None]
            for probability, gain, position in outcomes:
                after = turn_total + gain
                there = standing.setdefault(after, {})
                if position not in there:
                    hold = banking[:, after : after + bust.shape[1]]
                    there[position] = _standing(turn, after, position, hold, longest, throws)
                worth += probability * there[position][:, :open_scores]
            throws[turn_total].append(worth)
        throws.pop(turn_total + longest_gain, None)
        standing.pop(turn_total + longest_gain, None)
    best = throws[0][turn.openings[0]]
    for opening in turn.openings[1:]:
        best = np.maximum(best, throws[0][opening])
    return best


def _standing(turn: Turn, turn_total: int, position: int, hold: Array, longest: int, throws: dict[int, list[Array]]) -> Array:
    """Hold, or go on in the best way."""
    best = hold.copy()
    for way in turn.positions[position].ways if turn_total < longest else ():
        ahead = throws[turn_total - way.given_up][way.throw]
        np.maximum(best[:, : ahead.shape[1]], ahead, out=best[:, : ahead.shape[1]])
    return best
