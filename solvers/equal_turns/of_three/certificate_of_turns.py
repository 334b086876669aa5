"""Last turns of a contest of three for its certificates: a plain recursion over the points behind."""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn

SEATS = 3


def last_turns(turn: Turn, level: float, most: int) -> Array:
    """Value of the last turn, float64[behind], for 0 to `most` points behind.

    Parameters
    ----------
    turn : a turn without wipes
    level : value of a tie
    most : greatest number of points behind
    """
    throws = np.zeros((most + 1, len(turn.throws)))
    stands: dict[tuple[int, int], float] = {}
    for behind in range(most + 1):
        for index in range(len(turn.throws) - 1, -1, -1):
            for outcome in turn.throws[index].outcomes:
                left, position = behind - outcome.gain, outcome.position
                own = 1.0
                if left >= 0:
                    # A throw without a gain leads to one later in the list, which is known.
                    if outcome.gain == 0 or (left, position) not in stands:
                        ways = [float(throws[left, way.throw]) for way in turn.positions[position].ways]
                        stands[left, position] = max([level if left == 0 else 0.0, *ways])
                    own = stands[left, position]
                throws[behind, index] += float(outcome.probability) * own
    return np.ascontiguousarray(throws[:, turn.openings[0]])


def least_bust(turn: Turn) -> float:
    """The least chance to bust of a throw that may follow another; 1 if there is none."""
    following = {way.throw for position in turn.positions for way in position.ways}
    return min((float(turn.throws[index].bust) for index in following), default=1.0)
