"""What busts in a row cost."""

from typing import NamedTuple


class Rule(NamedTuple):
    """A streak of busts, and its price.

    Attributes
    ----------
    busts : in successive turns of one player, the last of which costs points
    cost : points, or all that there are if these are fewer
    """

    busts: int
    cost: int
