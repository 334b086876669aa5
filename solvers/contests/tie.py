"""What equal scores mean at the end of a contest of equal turns."""

from enum import IntEnum


class Tie(IntEnum):
    """Who wins with equal scores at or beyond the goal; the codes are on disk."""

    FIRST = 0
    LAST = 1
    SHARED = 2
    AGAIN = 3


# What a tie is worth to who moves first in a round; of further rounds this has to be solved for.
WORTH = {Tie.FIRST: 1.0, Tie.LAST: 0.0, Tie.SHARED: 0.5}
