"""What to do in the turns of a contest in which busts in a row cost points, recomputed when asked from the
values at the start.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.jit import jit
from solvers.streak.rounds import Block, Contest, new_contest, new_handed, sweep_block
from solvers.streak.solve import Streak
from solvers.turns.backward import LANES, choose


@dataclass(frozen=True)
class Inside:
    """The turns of a player who plays for the win.

    Parameters
    ----------
    solved : the answer
    """

    solved: Streak

    @cached_property
    def contest(self) -> Contest:
        """The contest, with memory for its sweeps."""
        return new_contest(self.solved.turn, self.solved.goal, self.solved.rule)

    @cached_property
    def handed(self) -> Array:
        """Value of handing over the turn, float64[own busts, other's busts, score, opponent]."""
        table: Array = new_handed(1, self.solved.goal, self.solved.rule)[0]
        table[..., : self.solved.goal] = 1.0 - self.solved.value.transpose(3, 2, 1, 0)
        return table

    def throws(self, banked: int, own: int, other: int) -> Array:
        """Value of each throw of the turns with one banked score and counts of busts.

        Parameters
        ----------
        banked : the banked score
        own, other : busts in a row of the player about to move, and of the other

        Returns
        -------
        float64[opponent, x, throw]; x is the banked score plus the turn total, and below the banked score the
        values are NaN
        """
        goal = self.solved.goal
        out = np.full((goal, goal, self.contest.tables.bust.size), np.nan)
        _throws(self.contest, self.handed, banked, own, other, out)
        return out

    def hold_at(self) -> Shorts:
        """Least turn total at which the policy holds; above it, it may throw again.

        Returns
        -------
        int16[banked, opponent, own_busts, opponent_busts]
        """
        goal, out = self.solved.goal, np.empty(self.solved.value.shape, np.int16)
        never = np.ones((goal, 1), bool)
        for banked, own, other in np.ndindex(goal, *out.shape[2:]):
            thrown = self.throws(banked, own, other)[:, banked + 1 :, 0]
            holds = thrown <= self.handed[0, other, banked + 1 :, :goal].T
            out[banked, :, own, other] = 1 + np.concatenate((holds, never), axis=1).argmax(axis=1)
        return out

    def openings(self) -> Shorts:
        """Which of the turn's openings is best; of equally good ones the first.

        Returns
        -------
        int16[banked, opponent, own_busts, opponent_busts]
        """
        out, choices = np.empty(self.solved.value.shape, np.int16), list(self.solved.turn.openings)
        for banked, own, other in np.ndindex(self.solved.goal, *out.shape[2:]):
            out[banked, :, own, other] = self.throws(banked, own, other)[:, banked, choices].argmax(axis=1)
        return out

    def first_turn(self) -> Flags:
        """What to do in the first turn of the game, int8[turn_total, position], codes of the turn's
        actions.
        """
        hold, throws = self.handed[0, 0, :, 0].copy(), self.throws(0, 0, 0)[0]
        # With nothing gained there is nothing to hold, and each throw is worth as much at least.
        hold[0] = 0.0
        return choose(self.solved.turn, hold, throws)[1]


@jit
def _throws(contest: Contest, handed: Array, banked: int, own: int, other: int, out: Array) -> None:
    """Value of each throw of the turns from one banked score, against all opponents.

    Parameters
    ----------
    contest : whose turns
    handed : float64[own busts, other's busts, score, opponent]
    banked : the banked score
    own, other : busts in a row of the player about to move, and of the other
    out : float64[opponent, x, throw], written from x = banked on
    """
    goal = contest.goal
    for first in range(0, goal, LANES):
        count = min(LANES, goal - first)
        sweep_block(contest, Block(own, other, banked, first, 0, count), handed)
        for lane in range(count):
            for x in range(banked, goal):
                for throw in range(out.shape[2]):
                    out[first + lane, x, throw] = contest.throws[x * out.shape[2] + throw, lane]
