"""Every hold-at rule against every other in a race, all pairs at once.

The recursion is that of `head_to_head`, with two things that make 10 000 pairs as cheap as one needs them. A turn that holds at n depends
on the scores only where less than n is lacking, and there whoever scores has won:

    V(i, j) = sum over m of P(n + m) U(i + n + m, j) + e U(i, j)   for i <= goal - n,
    V(i, j) = P(a turn scores) + e U(i, j)                         from there on,

so that all states of equal i + j have the same few coefficients: they are computed side by side, in rows indexed by [i + j, j]. And n
against m in one seat is m against n in the other, so that each pair is solved once.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.hold_at_pairs import residual
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.forward import HoldAt, hold_at

Array = NDArray[np.float64]


@dataclass(frozen=True)
class HoldAtPairs:
    """Hold at n against hold at m for n and m from 1 to the goal.

    Attributes
    ----------
    turn, goal : the game
    win_probability : float64[first_hold_at - 1, second_hold_at - 1], chance of the first to move to win
    residual : largest difference from the same chances by another route
    """

    turn: Turn
    goal: int
    win_probability: Array
    residual: float

    @property
    def average(self) -> Array:
        """Chance of n to win against m if a fair coin says who moves first, float64[n - 1, m - 1]."""
        return (self.win_probability + 1.0 - self.win_probability.T) / 2.0

    @property
    def best_reply(self) -> NDArray[np.int16]:
        """The n that wins most often against m if a fair coin says who moves first, int16[m - 1]; the least of those that are equal."""
        best: NDArray[np.int16] = self.average.argmax(axis=0).astype(np.int16) + np.int16(1)
        return best

    @property
    def worst_case(self) -> Array:
        """What n wins against the m that is best against it, float64[n - 1]."""
        least: Array = self.average.min(axis=1)
        return least


def hold_at_pairs(turn: Turn, goal: int) -> HoldAtPairs:
    """Solve the race of every hold-at rule against every other.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again, and that never wipes
    goal : points to win, 2 or more; the greatest turn total to hold at, too

    Raises
    ------
    InvalidRules
        if the goal is less than 2, the turn offers other ways to go on, or it wipes
    NotConverged
        if nobody can ever win

    Examples
    --------
    >>> from solvers.games import pig
    >>> pairs = hold_at_pairs(pig.turn(), 100)
    >>> int(pairs.worst_case.argmax()) + 1  # the best of the rules that look at the turn total only
    25
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if turn.wipes:
        raise expected("turn", "a game that never takes the banked score", turn.name, "Ask for one pair at a time: head_to_head.")
    gains, out = hold_at(turn, goal), np.empty((goal, goal))
    _solve(goal, gains, turn.least_score, out)
    if not np.isfinite(out).all():
        raise NotConverged(f"chance that a turn scores: expected more than 0, got 0.0 (hold at 1 to {goal} to the goal of {goal}).")
    return HoldAtPairs(turn, goal, out, residual(turn, goal, out))


@jit
def _solve(goal: int, gains: HoldAt, least: int, out: Array) -> None:
    """out : float64[n - 1, m - 1], written whole"""
    longest = gains.stop.shape[1]
    # By [i + j, j]; past the goals of own, U is 1, and past those of other, V is 0: both are never written.
    value, waiting = np.zeros((2 * goal + longest, goal + longest)), np.zeros((2 * goal + longest, goal + longest))
    for j in range(goal):
        waiting[goal + j :, j] = 1.0
    for n in range(1, goal + 1):
        for m in range(n, goal + 1):
            _pair(goal, gains, least, (n, m), value, waiting)
            out[n - 1, m - 1] = value[0, 0]
            out[m - 1, n - 1] = 1.0 - waiting[0, 0]


@jit
def _pair(goal: int, gains: HoldAt, least: int, pair: tuple[int, int], value: Array, waiting: Array) -> None:
    """Own holds at n, other at m; both values are written for all scores below the goal."""
    n, m = pair
    own, other = np.zeros(goal), np.zeros(goal)
    # By j, and own by the least score first, so that rows of equal i + j are read in order.
    score, bust = np.empty(goal), np.empty(goal)
    other_score, other_bust = np.empty(goal), np.empty(goal)
    for lacking in range(1, goal + 1):
        score[lacking - 1], bust[lacking - 1] = gains.score[min(n, lacking)], gains.bust[min(n, lacking)]
        other_score[goal - lacking], other_bust[goal - lacking] = gains.score[min(m, lacking)], gains.bust[min(m, lacking)]
    for s in range(2 * goal - 2, -1, -1):
        low, high = max(0, s - goal + 1), min(s, goal - 1) + 1
        # What own with the score s - j is lacking is shift + j + 1.
        shift = goal - 1 - s
        far = min(max(low, n - 1 - shift), high)
        for j in range(low, far):
            own[j] = score[shift + j]
        _expect(gains.stop[n], waiting, s + n, 0, (far, high), own)
        _expect(gains.stop[m], value, s + m, m, (low, min(goal - m + 1, high)), other)
        for j in range(max(low, goal - m + 1), high):
            other[j] = 0.0
        if least > 0:
            for j in range(low, high):
                value[s, j] = own[j] + bust[shift + j] * waiting[s + least, j]
                waiting[s, j] = other[j] + other_bust[j] * value[s + least, j + least]
        else:
            for j in range(low, high):
                leave = score[shift + j] + bust[shift + j] * other_score[j]
                value[s, j] = (own[j] + bust[shift + j] * other[j]) / leave
                waiting[s, j] = other[j] + other_bust[j] * value[s, j]


@jit
def _expect(chance: Array, after: Array, s: int, ahead: int, span: tuple[int, int], out: Array) -> None:
    """Expectation over the gains of a turn that scores: after[s + m, j + m] where other gains, ahead > 0, and after[s + m, j] else."""
    first, last = np.uint64(span[0]), np.uint64(max(span))
    for j in range(first, last):
        out[j] = 0.0
    for k in range(chance.size):
        p, row, column = chance[k], np.uint64(s + k), np.uint64(ahead + k if ahead > 0 else 0)
        if p > 0.0:
            for j in range(first, last):
                out[j] += p * after[row, j + column]
