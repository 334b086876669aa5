"""Turns of a contest of three for its certificates: plain recursions over x = banked + turn total.

No limits, slopes or lists of policies: what is played for is put in.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn

SEATS = 3
# Relative differences up to this are rounding, and a tie holds: whom else it would serve is not for rounding
# to say.
TIE = 1e-14


class Seen(NamedTuple):
    """What a turn is played for: lanes are whatever else it depends on.

    Attributes
    ----------
    mover : place of the mover in the last axis
    hold : float64[x, lane, seat], value of holding
    bust : float64[lane, seat], value of a bust
    """

    mover: int
    hold: Array
    bust: Array


def last_turns(turn: Turn, level: float, most: int) -> Array:
    """What the last turn is worth, float64[behind], for 0 to `most` points behind.

    Parameters
    ----------
    turn : any that does not wipe
    level : what a tie is worth
    most : the most points behind
    """
    throws = np.zeros((most + 1, len(turn.throws)))
    stands: dict[tuple[int, int], float] = {}
    for behind in range(most + 1):
        for index in range(len(turn.throws) - 1, -1, -1):
            for outcome in turn.throws[index].outcomes:
                left, position = behind - outcome.gain, outcome.position
                own = 1.0
                if left >= 0:
                    # Throws that gain nothing lead to those further down the list, which are known.
                    if outcome.gain == 0 or (left, position) not in stands:
                        ways = [float(throws[left, way.throw]) for way in turn.positions[position].ways]
                        stands[left, position] = max([level if left == 0 else 0.0, *ways])
                    own = stands[left, position]
                throws[behind, index] += float(outcome.probability) * own
    return np.ascontiguousarray(throws[:, turn.openings[0]])


def least_bust(turn: Turn) -> float:
    """The least chance to bust of a throw that may follow another; 1 where none does."""
    following = {way.throw for position in turn.positions for way in position.ways}
    return min((float(turn.throws[index].bust) for index in following), default=1.0)


def turns(turn: Turn, seen: Seen, bottom: int, top: int) -> Array:
    """What a turn is worth to all seats at its beginning, float64[x, lane, seat], from `bottom` to `top`.

    Parameters
    ----------
    turn : the rules
    seen : what is played for
    bottom : the least score
    top : the score from which on it is held
    """
    stands: dict[tuple[int, int], Array] = {}
    opened = np.zeros((top, *seen.bust.shape))
    held_from = len(seen.hold)
    for x in range(top - 1, bottom - 1, -1):
        throws: dict[int, Array] = {}
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
            throws[index] = worth
        for position in range(len(turn.positions)):
            stands[x, position] = _stand(turn, position, seen, x, throws)
            stands.pop((x + turn.longest_gain, position), None)
        opened[x] = throws[turn.openings[0]]
    return opened


def _stand(turn: Turn, position: int, seen: Seen, x: int, throws: dict[int, Array]) -> Array:
    """What it is worth to stand at a position: the best for the mover of holding and of the ways on."""
    best: Array = seen.hold[x]
    for way in turn.positions[position].ways:
        ahead = throws[way.throw]
        better = ahead[:, seen.mover] > best[:, seen.mover] * (1.0 + TIE)
        best = np.where(better[:, None], ahead, best)
    return best
