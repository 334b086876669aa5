"""Certificate of best responses over all stopping rules: one backup of every state, in plain NumPy.

The expectation over the opponents' turns is that of the certificates for turn totals to hold at. Inside the
mover's turn every turn total takes the better of holding and throwing, and a bust finds the state itself with
the value that the solver gave it.
"""

import numpy as np

from solvers.arrays import Array
from solvers.at_once import certificate_of_many
from solvers.at_once.certificate import after_opponents
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


def residual(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal
    """
    after = np.empty((goal + 1, value[0].size))
    after_opponents(play_out(turn, goal), turn.longest_gain, opponents_hold_at, value, after)
    return _largest(turn, goal, after, value.reshape(goal, -1))


def residual_from_0(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], table: Array) -> float:
    """Sup-norm of one backup minus the value, where only scores that come up from 0 are stored.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds, equal ones side by side
    table : float64[scores of the opponents, banked]; of each group of equal ones the ascending scores,
        highest first
    """
    average, share = certificate_of_many.after_opponents(
        turn, play_out(turn, goal), goal, opponents_hold_at, table, True
    )
    worst = 0.0
    for start in range(0, share.size, certificate_of_many.CHUNK):
        some = slice(start, start + certificate_of_many.CHUNK)
        worst = float(
            np.maximum(worst, _largest(turn, goal, np.vstack((average[some].T, share[some])), table[some].T))
        )
    return worst


def _largest(turn: Turn, goal: int, after: Array, value: Array) -> float:
    """Largest difference between a backup and the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    after : float64[own score, column], expectation over the opponents' turns; the goal is the last score
    value : float64[banked, column]
    """
    outcomes = [(float(outcome.probability), outcome.gain) for outcome in turn.throws[0].outcomes]
    worst = 0.0
    for banked in range(goal):
        bust = float(turn.throws[0].bust) * after[banked]
        standing = [after[goal]] * turn.longest_gain
        for x in range(goal - 1, banked - 1, -1):
            throw = bust.copy()
            for chance, gain in outcomes:
                throw += chance * standing[gain - 1]
            standing = [np.maximum(throw, after[x]), *standing[:-1]]
        worst = float(np.maximum(worst, np.abs(throw - value[banked]).max()))
    return worst
