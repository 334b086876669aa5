"""Policies of a contest of equal turns, recomputed on request from the values at the start of turns."""

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
    first, second : turns of the player who moves first, and of the one who moves second
    """

    first: Inside
    second: Inside


def inside(solved: EqualTurns, far: int = 0) -> Both:
    """The turns of both players.

    Parameters
    ----------
    solved : the answer
    far : turns of the first player are evaluated at least up to this score
    """
    turn, goal = solved.turn, solved.goal
    seats = new_seats(turn, goal, reaching(solved, far))
    handed = 1.0 - solved.second_value.T, 1.0 - solved.value.T
    return Both(*(in_a_seat(turn, goal, seat, own) for seat, own in zip(seats, handed, strict=True)))


def reaching(solved: EqualTurns, far: int) -> Beyond:
    """What follows the goal, extended to a score at or above the one from which on the first player holds.

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
    """Turn total at which a player in the last turn holds, int16[behind], for 1 to `most` points behind.

    It holds when ahead, and rolls while behind. When level, it rolls if that is better.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    most : greatest number of points behind
    level : value of a tie to it
    """
    throw, behind = turn.throws[0], np.arange(1, most + 1)
    bust = np.where(behind < turn.least_score, 1.0, np.where(behind == turn.least_score, level, 0.0))
    thrown = float(throw.bust) * bust + float(1 - throw.bust - throw.wipe)
    return (behind + (thrown > level + TIE)).astype(np.int16)


def last_openings(turn: Turn, most: int, level: float) -> Shorts:
    """Index of the best opening in a last turn of one throw, int16[behind], for 1 to `most` points behind.

    Of openings that are equal up to rounding, it is the first.

    Parameters
    ----------
    turn : a turn of one throw
    most : greatest number of points behind
    level : value of a tie to the player
    """
    behind = np.arange(1, most + 1)
    worth = np.array([_worth(turn, turn.throws[index], behind, level) for index in turn.openings])
    return np.asarray((worth >= worth.max(axis=0) - TIE).argmax(axis=0)).astype(np.int16)


def _worth(turn: Turn, throw: Throw, behind: Integers, level: float) -> Array:
    """Chance to win by one throw and holding, float64[behind]."""
    ends = [(throw.bust, turn.least_score), *((one.probability, one.gain) for one in throw.outcomes)]
    worth = np.zeros(behind.size)
    for chance, gain in ends:
        worth += float(chance) * np.where(gain == behind, level, gain > behind)
    return worth
