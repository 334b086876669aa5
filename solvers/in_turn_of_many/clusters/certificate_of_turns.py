"""Turns of one of several players for certificates: a plain recursion over x = banked + turn total.

No limits, slopes or lists of policies: the values to maximise are given.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn

# Smaller relative differences are rounding, and a tie holds: rounding must not decide between other players'
# values.
TIE = 1e-14


class Seen(NamedTuple):
    """Values of the ends of turns; lanes are all that they depend on besides.

    Attributes
    ----------
    mover : index of the mover along the last axis
    hold : float64[x, lane, seat], value of holding
    bust : float64[lane, seat], value of a bust
    believed : float64[lane], value of a bust to the mover, if the values leave the bust out and the last of
        them is the chance to bust; else None
    """

    mover: int
    hold: Array
    bust: Array
    believed: Array | None = None

    def own(self, worth: Array) -> Array:
        """Values to the mover, float64[lane]."""
        own: Array = worth[:, self.mover]
        return own if self.believed is None else own + worth[:, -1] * self.believed


def turns(turn: Turn, seen: Seen, bottom: int, top: int) -> Array:
    """Values of turns to all seats, float64[x, lane, seat], begun at scores from `bottom` to `top`.

    Parameters
    ----------
    turn : the rules
    seen : values of the ends
    bottom : the least score
    top : the score from which on the player holds
    """
    stands: dict[tuple[int, int], Array] = {}
    throws: dict[tuple[int, int], Array] = {}
    opened, held_from = np.zeros((top, *seen.bust.shape)), len(seen.hold)
    depths = [position.most_given_up for position in turn.positions]
    for x in range(top - 1, bottom - 1, -1):
        # A throw without a gain leads to one later in the list.
        for index in range(len(turn.throws) - 1, -1, -1):
            throw = turn.throws[index]
            worth = float(throw.bust) * seen.bust
            for outcome in throw.outcomes:
                ahead = x + outcome.gain
                if ahead >= top:
                    stood = seen.hold[min(ahead, held_from - 1)]
                elif outcome.gain > 0:
                    stood = stands[ahead, outcome.position]
                else:
                    stood = _stand(turn, outcome.position, seen, x, throws)
                worth = worth + float(outcome.probability) * stood
            throws[x, index] = worth
        for position, depth in enumerate(depths):
            # A position waits until the throw after its deepest way is known.
            if x + depth < top:
                stands[x + depth, position] = _stand(turn, position, seen, x + depth, throws)
            stands.pop((x + turn.longest_gain, position), None)
        opened[x] = throws[x, turn.openings[0]]
        for index in range(len(turn.throws)):
            throws.pop((x + max(depths), index), None)
    return opened


def _stand(turn: Turn, position: int, seen: Seen, x: int, throws: dict[tuple[int, int], Array]) -> Array:
    """Value of a position: the best for the mover of holding and of the ways on."""
    best: Array = seen.hold[x]
    for way in turn.positions[position].ways:
        ahead = throws[x - way.given_up, way.throw]
        better = seen.own(ahead) > seen.own(best) * (1.0 + TIE)
        best = np.where(better[:, None], ahead, best)
    return best
