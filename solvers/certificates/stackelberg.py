"""Certificate of Stackelberg values: one backup, all pairs of turn totals to hold at, outcome by outcome, in plain NumPy."""

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.simultaneous import play_out
from solvers.games.turn import Turn

Array = NDArray[np.float64]


def residual(turn: Turn, value: Array) -> float:
    """Sup-norm of the least over B's turn totals of A's best expectation, minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    value : float64[banked, opponent], chance of A to win
    """
    goal = len(value)
    shares = np.zeros((goal + 1, goal + 1))
    shares[:goal, :goal], shares[goal] = value, 1.0
    shares[goal, goal] = 0.5
    ends = play_out(turn, goal)
    ways = [(offset, ends[1:, 1:].diagonal(offset)) for offset in range(turn.longest_gain)]
    worst = 0.0
    for opponent in range(goal):
        # By own score and the opponent's turn total to hold at.
        after = _over_turn(ways, ends[1:, 0], shares.T, opponent).T
        for banked in range(goal):
            worth = _over_turn(ways, ends[1:, 0], after, banked)
            worst = max(worst, abs(float(worth.max(axis=0).min()) - float(value[banked, opponent])))
    return worst


def _over_turn(ways: list[tuple[int, Array]], bust: Array, after: Array, score: int) -> Array:
    """Expectation over a turn that holds at k = 1, ..., what is lacking to the goal, [k - 1, column].

    ways : how much more than k the turn ends with, and the chance of that by k
    after : [score at the end, column]
    """
    goal = len(after) - 1
    hold_at = np.arange(1, goal - score + 1)
    worth = bust[: hold_at.size, np.newaxis] * after[score]
    for more, chance in ways:
        worth += chance[: hold_at.size, np.newaxis] * after[np.minimum(score + hold_at + more, goal)]
    return worth
