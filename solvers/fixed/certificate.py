"""Certificates of fixed policies in a race: one backup, in plain NumPy on the rules as they were written.

All states are backed up at once. A turn is evaluated backwards over x = banked + turn total, outcome by
outcome, where the solver plays it out forwards; nothing is solved for, since all values are given, those of a
bust and of a wipe among them.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags
from solvers.games.turn import ROLL, Turn


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
    won = np.ones((*handed.shape[:2], max(1, turn.least_score), goal))
    handed = np.concatenate((handed, won), axis=2)
    out = np.empty((*handed.shape[:2], goal, goal))
    for scored in range(count):
        after = handed[min(scored + 1, count - 1)]
        own = None if rolls is None else rolls[scored] == ROLL
        out[scored] = _backwards(
            turn, goal, own, after, handed[scored, :, turn.least_score :], handed[0, :, 0]
        )
    return out


def _backwards(
    turn: Turn, goal: int, rolls: NDArray[np.bool_] | None, hold: Array, bust: Array, wiped: Array
) -> Array:
    """Value of a turn after so many scoring turns of the mover, float64[other's scored, banked, opponent].

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    goal : points to win
    rolls : bool[banked, opponent, turn_total], where the mover throws on, None for the best turn
    hold : float64[other's scored, score, opponent], value of banking that score
    bust : float64[other's scored, banked, opponent], value of a bust
    wiped : float64[other's scored, opponent], value of a wipe
    """
    throw = turn.throws[0]
    standing: dict[int, Array] = {}
    out = np.empty((hold.shape[0], goal, hold.shape[2]))
    for x in range(goal - 1, -1, -1):
        # Rows are the banked scores from which x can be reached: 0 to x.
        worth = float(throw.bust) * bust[:, : x + 1] + float(throw.wipe) * wiped[:, None]
        for outcome in throw.outcomes:
            worth = worth + float(outcome.probability) * (
                standing[x + outcome.gain][:, : x + 1] if x + outcome.gain < goal else 1.0
            )
        out[:, x] = worth[:, x]
        held = hold[:, x, None]
        if rolls is None:
            standing[x] = np.maximum(worth, held)
        else:
            banked = np.arange(x + 1)
            standing[x] = np.where(rolls[banked, :, x - banked], worth, held)
        standing.pop(x + turn.longest_gain, None)
    return out
