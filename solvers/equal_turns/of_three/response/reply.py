"""Turns of a best response with a score to beat, after the goal and in further rounds.

The others' turns are those of `by_rules.chase`; its own are optimised by backward induction. A turn begun d
points behind is part of one begun farther behind; only if a bust scores enough to be level or ahead does the
value of a bust depend on d.

A tie of all who play a further round is worth A / (A + B) to the response, where A and B are the chances that
the round decides for and against it. The best reply to any assumed value t of a tie leads to a greater one,
unless t is optimal: A + t (1 - A - B) > t if and only if A / (A + B) > t. So starting from the best reply to
0, steps rise through finitely many policies until they rise no more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.equal_turns.of_three.by_rules.chase import SECOND, THIRD, Rules
from solvers.equal_turns.of_three.turn import PLAYERS, ROW, Ends, Mover, opened
from solvers.games.turn import tables
from solvers.turns.backward import TIE


class Begun(NamedTuple):
    """Turns begun at different places.

    Attributes
    ----------
    rows : float64[behind, 4], their results
    hold_at : int16[behind], least turn total at which they hold
    """

    rows: Array
    hold_at: Shorts


@dataclass(frozen=True)
class Reply(Rules):
    """Three players, one of whom plays the best response.

    Attributes
    ----------
    gained : turn total from which on it holds without a score to beat
    seat : seat of the response
    ahead : lead over the score to beat from which on it holds
    """

    gained: int
    seat: int
    ahead: int

    @property
    def reach(self) -> int:
        """The most points by which a turn ends ahead of the score to beat."""
        farther = self.ahead if self.seat == SECOND else 0
        return super().reach + farther

    def farthest(self, seat: int) -> int:
        """The most points that a turn gains without a score to beat, as for `Rules`."""
        return self.gained + super().reach if seat == self.seat else super().farthest(seat)

    def chases(self, seat: int, ends: Array, most: int, level: Array) -> Array:
        """Results of turns with a score to beat, as for `Rules`."""
        if seat != self.seat:
            return super().chases(seat, ends, most, level)
        lanes = np.moveaxis(ends.reshape(len(ends), -1, ROW), 1, 0)
        rows = np.stack([self.begun(lane, most, level).rows for lane in lanes], axis=1)
        return rows.reshape(most + 1, *ends.shape[1:])

    def opens(self, seat: int, held: Array, level: Array) -> Array:
        """Result of a turn without a score to beat, as for `Rules`."""
        if seat != self.seat:
            return super().opens(seat, held, level)
        ends = Ends(held, held[self.turn.least_score])
        row: Array = opened(tables(self.turn), self._mover(level), ends, 0, self.gained)[0]
        return row

    def worth(self, decides: Callable[[Array], Array]) -> Array:
        """Value of a tie that goes on, float64[seat], as for `Rules`."""
        worth = super().worth(decides)
        while True:
            decided = decides(worth)
            better = np.asarray(decided / decided.sum())
            if not better[self.seat] > worth[self.seat]:
                return worth
            worth = better

    def begun(self, ends: Array, most: int, level: Array) -> Begun:
        """The response's turns with a score to beat, for 0 to `most` points behind.

        Parameters
        ----------
        ends : float64[1 + e, 4], result of ending e points ahead: e = -1, for any end behind, comes first
        most : greatest number of points behind
        level : float64[seat], value to each seat if all are level
        """
        # x counts from `most` points behind: x = most is level.
        hold = np.concatenate((np.repeat(ends[:1], most, axis=0), ends[1:]))
        throws, totals = self._begun_at(Ends(hold, ends[0]), 0, most, level)
        rows, hold_at = throws[most::-1].copy(), totals[most::-1].copy()
        least = self.turn.least_score
        for behind in range(min(least, most) + 1):
            safe = Ends(hold, ends[1 + least - behind])
            throws, totals = self._begun_at(safe, most - behind, most, level)
            rows[behind], hold_at[behind] = throws[0], totals[0]
        return Begun(rows, hold_at)

    def _begun_at(self, ends: Ends, bottom: int, most: int, level: Array) -> tuple[Array, Shorts]:
        """Results of its turns begun at `bottom` or farther on, and the least turn totals to hold at.

        Parameters
        ----------
        ends : results of the ends of the turn
        bottom : the place
        most : place at which it is level
        level : float64[seat], value to each seat if all are level
        """
        mover, top = self._mover(level), most + self._holds_ahead
        worth = np.array([*np.eye(PLAYERS)[self.seat], mover.tie])
        throws = opened(tables(self.turn), mover, ends, bottom, top)
        thrown, held = ((rows * worth).sum(axis=-1) for rows in (throws, ends.hold[bottom:top]))
        holds = np.append(thrown <= held * (1.0 + TIE), True)
        # The next place, from each one on, at which it holds.
        place = np.arange(holds.size)
        following = np.minimum.accumulate(np.where(holds, place, place.size)[::-1])[::-1]
        return throws, (following[1:] - place[:-1]).astype(np.int16)

    @property
    def _holds_ahead(self) -> int:
        """Lead from which on it holds; the last player holds as soon as it is ahead."""
        return 1 if self.seat == THIRD else self.ahead

    def _mover(self, level: Array) -> Mover:
        return Mover(self.seat, float(level[self.seat]))
