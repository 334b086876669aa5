"""What to do in the turns of a contest of equal turns, recomputed when asked from the values at the start."""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.contests.beyond import Beyond
from solvers.equal_turns.last_turn import Stakes, last_turns
from solvers.equal_turns.solve import EqualTurns, new_seats
from solvers.games.turn import Throw, Turn
from solvers.in_turn.inside import Inside, in_a_seat
from solvers.turns.backward import TIE


class Both(NamedTuple):
    """The turns of both players.

    Attributes
    ----------
    first, second : who moves first, and who moves second
    """

    first: Inside
    second: Inside


def inside(solved: EqualTurns, far: int = 0) -> Both:
    """The turns of both players.

    Parameters
    ----------
    solved : the answer
    far : score up to which turns of the first player are valued at least
    """
    turn, goal = solved.turn, solved.goal
    seats = new_seats(turn, goal, reaching(solved, far))
    handed = 1.0 - solved.second_value.T, 1.0 - solved.value.T
    return Both(*(in_a_seat(turn, goal, seat, own) for seat, own in zip(seats, handed, strict=True)))


def reaching(solved: EqualTurns, far: int) -> Beyond:
    """What comes after the goal, told up to some score at least from which on the first player holds.

    Parameters
    ----------
    solved : the answer
    far : the score
    """
    if far <= solved.beyond.top:
        return solved.beyond
    level, turn = 1.0 - solved.tie_value, solved.turn
    return Beyond(far, last_turns(turn, Stakes.chances(level, level, 0.0), far + turn.longest_gain)[:, 0])


def last_hold_at(turn: Turn, most: int, level: float) -> Shorts:
    """Turn total at which who has the last turn holds, int16[behind], for 1 to `most` points behind.

    Where it is ahead it holds, and while it is behind it throws. Level, it throws on if that is better.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
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
