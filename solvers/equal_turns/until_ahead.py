"""The last turn of who throws until it is ahead, or level where a tie is its own."""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.tie import Tie
from solvers.games.turn import Turn
from solvers.turns.forward import HoldAt


class Last(NamedTuple):
    """How last turns end.

    Attributes
    ----------
    win, level, lose : float64[behind], chances to be ahead after the turn, level, and behind
    """

    win: Array
    level: Array
    lose: Array


def until_ahead(turn: Turn, gains: HoldAt, far: int, tie: Tie) -> Last:
    """How last turns end, for 0 to `far` points behind.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again, without wipes
    gains : how turns end that hold at 1, ..., `far` + 1
    far : the most points behind
    tie : who wins with equal scores

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.turns.forward import hold_at
    >>> print((until_ahead(pig.turn(), hold_at(pig.turn(), 3), 2, Tie.FIRST).win[2] * 36).round(9))
    29.0
    """
    behind = np.arange(far + 1)
    # The turn total held at.
    target = np.maximum(behind if tie is Tie.LAST else behind + 1, 1)
    bust, least = gains.bust[target], turn.least_score
    return Last(
        win=gains.score[target] + np.where(behind < least, bust, 0.0),
        level=np.where(behind == least, bust, 0.0),
        lose=np.where(behind > least, bust, 0.0),
    )
