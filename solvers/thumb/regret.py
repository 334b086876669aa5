"""What a decision gives away: the best choice's chance to win minus its own, if both play on optimally.

With W the value of optimal play and A(i, j, k) = throwing minus holding at turn total k, which the turn
kernel says for the values of holding 1 - W(j, x), a decision loses

    r = max(0, -A) where it throws,   r = max(0, A) where it holds.

A turn opens with a throw, and who can bank the goal has won: there nothing is decided, and nothing lost.
"""

from typing import Protocol

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.turn import ROLL

# Decisions that lose no more than this are right: what is less is rounding of the value.
LARGEST_RIGHT = 1e-12


def regret(advantage: Array, rolls: Flags) -> Array:
    """What decisions give away, float64[..., turn_total].

    Parameters
    ----------
    advantage : float64[..., turn_total], value of throwing minus value of holding under optimal play, as
        `solvers.race.policy.advantage` gives it for all scores; NaN where holding wins
    rolls : int8[..., turn_total], HOLD or ROLL

    Examples
    --------
    >>> regret(np.array([0.5, 0.25, -0.125, np.nan]), np.array([1, 0, 1, 0])).tolist()
    [0.0, 0.25, 0.125, 0.0]
    """
    lost = np.fmax(np.where(rolls == ROLL, -advantage, advantage), 0.0)
    lost[..., 0] = 0.0
    return lost


def lost_in_play(visits: Array, regrets: Array) -> float:
    """What is given away in a game: regrets, as often as play comes there.

    Parameters
    ----------
    visits, regrets : float64[..., turn_total]
    """
    return float(np.einsum("ijk,ijk->", visits, regrets))


def share_right(visits: Array, regrets: Array) -> float:
    """Share of the decisions met in play that are right; 1 where none is met.

    Parameters
    ----------
    visits, regrets : float64[..., turn_total]; at turn total 0 nothing is decided
    """
    decisions = float(visits[..., 1:].sum())
    right = float(visits[..., 1:].sum(where=regrets[..., 1:] <= LARGEST_RIGHT))
    return right / decisions if decisions > 0.0 else 1.0


class DecidedByState(Protocol):
    """What follows where it is known of each state how often play comes there, and what is given away: a base
    of what is said about rules.
    """

    @property
    def visits(self) -> Array:
        """How often play comes there, float64[..., turn_total]; at turn total 0 it begins a turn."""

    @property
    def regret(self) -> Array:
        """What the rule's decisions give away, float64[..., turn_total]."""

    @property
    def lost(self) -> Array:
        """What it gives away in the turns that begin so, float64[...]."""
        return np.asarray((self.visits * self.regret).sum(axis=-1))

    @property
    def decisions(self) -> float:
        """How often it decides."""
        return float(self.visits[..., 1:].sum())

    @property
    def right_decisions(self) -> float:
        """Share of the decisions met in play that are right."""
        return share_right(self.visits, self.regret)
