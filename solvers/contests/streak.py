"""The penalty for busts in a row."""

from typing import NamedTuple


class Rule(NamedTuple):
    """How many busts in a row cost points, and how many points.

    Attributes
    ----------
    busts : number of successive turns of one player that bust; the last of them costs points
    cost : points lost, or the whole banked score if that is less
    """

    busts: int
    cost: int
