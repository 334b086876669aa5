"""What to do in the turns of a contest of equal turns, recomputed when asked from the values at the start."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Flags, Integers, Shorts
from solvers.equal_turns.solve import EqualTurns, new_seats
from solvers.games.turn import Throw, Turn
from solvers.in_turn.seat import Seat, Seats, set_handed
from solvers.jit import jit
from solvers.turns.backward import LANES, TIE, choose, hold_beyond, set_ends, sweep


@dataclass(frozen=True)
class Inside:
    """The turns of both players.

    Parameters
    ----------
    solved : the answer
    """

    solved: EqualTurns

    @cached_property
    def seats(self) -> Seats:
        """Both seats, with what holding is worth."""
        seats = new_seats(self.solved.turn, self.solved.goal, self.solved.beyond)
        set_handed(seats.first, 1.0 - self.solved.second_value.T)
        set_handed(seats.second, 1.0 - self.solved.value.T)
        return seats

    def throws(self, seat: Seat, banked: int) -> Array:
        """Value of each throw of the turns from one banked score, float64[opponent, x, throw].

        x is the banked score plus the turn total; below the banked score the values are NaN.
        """
        out = np.full((self.solved.goal, seat.top, seat.tables.bust.size), np.nan)
        _throws(seat, self.solved.turn.least_score, banked, out)
        return out

    def hold_at(self, seat: Seat, start: int = 0) -> Shorts:
        """Least turn total at which a player holds, of those with `start` points or more.

        Returns
        -------
        int16[banked, opponent]; above it, it may throw again
        """
        goal = self.solved.goal
        out = np.empty((goal, goal), np.int16)
        for banked in range(goal):
            least = max(banked + 1, start)
            holds = self.throws(seat, banked)[:, least:, 0] <= seat.hold[least : seat.top, :goal].T
            found = np.concatenate((holds, np.ones((goal, 1), bool)), axis=1).argmax(axis=1)
            out[banked] = least - banked + found
        return out

    def openings(self, seat: Seat) -> Shorts:
        """Which of the turn's openings is best, int16[banked, opponent]; of equally good ones the first."""
        choices = list(self.solved.turn.openings)
        found = [self.throws(seat, own)[:, own, choices].argmax(axis=1) for own in range(self.solved.goal)]
        return np.stack(found).astype(np.int16)

    def first_turn(self, totals: int) -> Flags:
        """What to do in the first turn of the game, int8[turn_total, position], codes of the turn's actions.

        Parameters
        ----------
        totals : how many turn totals from 0 on; from the score on from which holding is proved best one holds
        """
        seat, turn = self.seats.first, self.solved.turn
        throws = self.throws(seat, 0)[0]
        action = choose(turn, seat.hold[: seat.top, 0], throws)[1]
        out = np.zeros((max(totals, seat.top), len(turn.positions)), np.int8)
        out[: seat.top] = action
        return out[:totals]


def last_hold_at(turn: Turn, most: int, level: float) -> Shorts:
    """Turn total at which who has the last turn holds, int16[behind], for 1 to `most` points behind.

    Where it is ahead it holds, and while it is behind it throws. Level, it throws on if that is better.

    Parameters
    ----------
    turn : one that only throws on
    most : the most points behind
    level : what a tie is worth to it
    """
    throw, behind = turn.throws[0], np.arange(1, most + 1)
    bust = np.where(behind < turn.least_score, 1.0, np.where(behind == turn.least_score, level, 0.0))
    thrown = float(throw.bust) * bust + float(1 - throw.bust - throw.wipe)
    return (behind + (thrown > level + TIE)).astype(np.int16)


def last_openings(turn: Turn, most: int, level: float) -> Shorts:
    """Which opening is best in a last turn of one throw, int16[behind], for 1 to `most` points behind.

    Of equally good ones, up to rounding, it is the first.

    Parameters
    ----------
    turn : one whose turns are one throw
    most : the most points behind
    level : what a tie is worth to who has it
    """
    behind = np.arange(1, most + 1)
    worth = np.array([_worth(turn, turn.throws[index], behind, level) for index in turn.openings])
    return np.asarray((worth >= worth.max(axis=0) - TIE).argmax(axis=0)).astype(np.int16)


def _worth(turn: Turn, throw: Throw, behind: Integers, level: float) -> Array:
    """Chance to win with one throw that is held, float64[behind]."""
    ends = [(throw.bust, turn.least_score), *((one.probability, one.gain) for one in throw.outcomes)]
    worth = np.zeros(behind.size)
    for chance, gain in ends:
        worth += float(chance) * np.where(gain == behind, level, gain > behind)
    return worth


@jit
def _throws(seat: Seat, least: int, banked: int, out: Array) -> None:
    """Value of each throw of the turns from one banked score, against all opponents.

    Parameters
    ----------
    seat : whose turns; `handed` and `hold` come with all values
    least : what a turn scores at least
    banked : the banked score
    out : float64[opponent, x, throw], written from x = banked on
    """
    count = seat.tables.bust.size
    for first in range(0, len(out), LANES):
        set_ends(seat.tables, seat.handed[banked + least, first:], seat.handed[0, first:], 1.0, seat.ends)
        hold_beyond(seat.tables, seat.top, seat.hold, first, seat.positions)
        sweep(seat.tables, seat.hold, first, seat.ends, (banked, seat.top), seat.throws, seat.positions)
        for opponent in range(first, min(first + LANES, len(out))):
            for x in range(banked, seat.top):
                for throw in range(count):
                    out[opponent, x, throw] = seat.throws[x * count + throw, opponent - first]
