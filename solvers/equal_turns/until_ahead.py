"""The last turn of who throws until it is ahead, or level where a tie is its own."""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.tie import Tie
from solvers.games.turn import Turn
from solvers.turns.forward import HoldAt
from solvers.turns.wiped import wiped


class Last(NamedTuple):
    """How last turns end.

    Attributes
    ----------
    win, level, lose : float64[behind], chances to be ahead after the turn, level, and behind, as after a wipe
    """

    win: Array
    level: Array
    lose: Array


def until_ahead(turn: Turn, gains: HoldAt, far: int, tie: Tie, level_after_wipe: bool = False) -> Last:
    """How last turns end, for 0 to `far` points behind.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    gains : how turns end that hold at 1, ..., `far` + 1
    far : the most points behind
    tie : who wins with equal scores
    level_after_wipe : whether who is 0 points behind has the score 0, so that a wipe is a tie

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
    bust, least, wipe = gains.bust[target], turn.least_score, wiped(turn, gains)[target]
    tied = np.where(behind == 0, wipe, 0.0) if level_after_wipe else np.zeros(far + 1)
    return Last(
        win=gains.score[target] + np.where(behind < least, bust, 0.0),
        level=np.where(behind == least, bust, 0.0) + tied,
        lose=np.where(behind > least, bust, 0.0) + (wipe - tied),
    )
