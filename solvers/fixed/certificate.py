"""Certificates of fixed policies in a race, which may count their scoring turns: one backup, by the rules as
they were written. Nothing is solved for, since all values are given, those of a bust and of a wipe among
them.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.games.plan import Choices
from solvers.games.turn import HOLD, Turn
from solvers.turns.certificate_of_turns import ends, turns_worth


def head_to_head_residual(
    turn: Turn, goal: int, rolls: tuple[Flags, Flags], value: Array, waiting: Array
) -> float:
    """Sup-norm of one backup of both values of a head-to-head minus the values.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    goal : points to win
    rolls : int8[scored, banked, opponent, turn_total] of own and of other
    value, waiting : float64[own scored, other scored, banked, opponent], own's chance to win if own, or
        other, is about to move
    """
    # What other wins is what own loses, with the two players exchanged.
    other_value, other_waiting = 1.0 - waiting.transpose(1, 0, 3, 2), 1.0 - value.transpose(1, 0, 3, 2)
    one = _turns(turn, goal, rolls[0], waiting) - value
    two = _turns(turn, goal, rolls[1], other_waiting) - other_value
    return float(np.maximum(np.abs(one).max(), np.abs(two).max()))


def response_residual(turn: Turn, goal: int, opponent_rolls: Flags, value: Array, waiting: Array) -> float:
    """Sup-norm of one backup of both values of a best response minus the values.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    goal : points to win
    opponent_rolls : int8[scored, banked, opponent, turn_total] of the fixed policy
    value, waiting : float64[scored, banked, opponent], the responder's chance to win if it, or the fixed
        policy, is about to move, by the scoring turns that the fixed policy has had
    """
    best = _turns(turn, goal, None, waiting[None]) - value[None]
    theirs = _turns(turn, goal, opponent_rolls, 1.0 - value.transpose(0, 2, 1)[:, None])
    fixed = theirs - (1.0 - waiting.transpose(0, 2, 1)[:, None])
    return float(np.maximum(np.abs(best).max(), np.abs(fixed).max()))


class _Policy(NamedTuple):
    """A policy after so many scoring turns, as certificates look at it.

    Attributes
    ----------
    rolls : int8[banked, opponent, turn_total]
    positions : how many the turn has, all alike
    """

    rolls: Flags
    positions: int

    @property
    def opening(self) -> int:
        return 0

    @property
    def choices(self) -> Choices:
        # From all positions there is one way to go on.
        kind, way = np.zeros(self.positions, np.int64), np.ones((1, self.positions), np.int64)
        return Choices((self.rolls == HOLD)[..., None], kind, way)


def waiting_residual(turn: Turn, opponent_rolls: Flags, value: Array, waiting: Array) -> float:
    """Sup-norm of one backup of the turns of a fixed policy, whoever it meets, minus their values.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    opponent_rolls : int8[scored, banked, opponent, turn_total] of the fixed policy
    value, waiting : float64[scored, banked, opponent], the other's chance to win if it, or the fixed policy,
        is about to move, by the scoring turns that the fixed policy has had
    """
    theirs = _turns(turn, value.shape[1], opponent_rolls, 1.0 - value.transpose(0, 2, 1)[:, None])
    return float(np.abs(theirs - (1.0 - waiting.transpose(0, 2, 1)[:, None])).max())


def _turns(turn: Turn, goal: int, rolls: Flags | None, handed: Array) -> Array:
    """Value of a turn by its policy, or of the best one, float64[scored, other's scored, banked, opponent].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    goal : points to win
    rolls : int8[scored, banked, opponent, turn_total] of the mover, None for the best turn
    handed : float64[scored, other's scored, banked, opponent], value to the mover of handing over the turn
    """
    count = handed.shape[0]
    won = np.ones((*handed.shape[:2], turn.longest_gain, goal))
    handed = np.concatenate((handed, won), axis=2)
    out = np.empty((*handed.shape[:2], goal, goal))
    for scored, other in np.ndindex(*out.shape[:2]):
        held = handed[min(scored + 1, count - 1), other]
        bust = handed[scored, other, turn.least_score :][:goal]
        policy = None if rolls is None else _Policy(rolls[scored], len(turn.positions))
        out[scored, other] = turns_worth(turn, ends(held, bust, handed[0, other, 0]), fixed=policy)
    return out
