"""The last turn of a contest of three: only the points by which the third is behind, and its value of a tie,
matter. Counted from the tie, all last turns are one turn begun at different places.
"""

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.of_three.turn import FIRST, ROW, Ends, Mover, opened
from solvers.errors import expected
from solvers.games.turn import Turn, tables

# Greatest number of points behind: a table of 25 MB.
MOST_BEHIND = 1024


def last_turn(turn: Turn, level: float, most: int) -> Array:
    """Value of the last turn, float64[behind], for 0 to `most` points behind.

    Parameters
    ----------
    turn : a turn with one opening, no wipes, no points given up, and nothing for a bust
    level : value of a tie
    most : greatest number of points behind
    """
    hold = np.zeros((most + 1 + turn.longest_gain, ROW))
    hold[most, FIRST], hold[most + 1 :, FIRST] = level, 1.0
    ends = Ends(hold, np.zeros(ROW))
    out: Array = opened(tables(turn), Mover(FIRST, 0.0), ends, 0, most + 1)[::-1, FIRST].copy()
    return out


def refuse_far(turn: Turn, size: int) -> None:
    """Refuse a turn in which a player would go on for too long."""
    if size > MOST_BEHIND:
        remedy = "Its throws lose too seldom, or gain too much, or the goal is too far."
        raise expected(turn.name, f"a turn that is held {MOST_BEHIND} points ahead", size, remedy)
