"""Every hold-at rule against every other in a race, all pairs at once.

The recursion is that of `head_to_head`, with two things that make 10 000 pairs as cheap as one needs them. A
turn that holds at n depends on the scores only where less than n is lacking, and there whoever scores has
won:

    V(i, j) = sum over m of P(n + m) U(i + n + m, j) + e U(i, j)   for i <= goal - n,
    V(i, j) = P(a turn scores) + e U(i, j)                         from there on,

so that all states of equal i + j have the same few coefficients: they are computed side by side, in rows
indexed by [i + j, j]. And n against m in one seat is m against n in the other, so that each pair is solved
once. Scores between 0 and what their player holds at do not come up, and are left out. Values after a wipe
come first, as in `wipes`.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.errors import NotConverged, expected
from solvers.fixed.certificate_of_pairs import residual
from solvers.fixed.expectation import expect
from solvers.fixed.head_to_head import refuse_seldom
from solvers.fixed.wipes import BOUND, MOST_ROUNDS, TOLERANCE
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.chances import chances
from solvers.turns.forward import HoldAt, hold_at


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
    def best_reply(self) -> Shorts:
        """The n that wins most often against m if a fair coin says who moves first, int16[m - 1]; the least
        of those that are equal.
        """
        best: Shorts = self.average.argmax(axis=0).astype(np.int16) + np.int16(1)
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
    turn : a turn in which the only way to go on is the same throw again
    goal : points to win, 2 or more; the greatest turn total to hold at, too

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or the turn offers other ways to go on
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe of one pair take more than
        MOST_ROUNDS rounds

    Examples
    --------
    >>> from solvers.games import pig
    >>> pairs = hold_at_pairs(pig.turn(), 100)
    >>> int(pairs.worst_case.argmax()) + 1  # the best of the rules that look at the turn total only
    25
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    gains, out = hold_at(turn, goal), np.empty((goal, goal))
    # By turn total to hold at: the chance of a throw to wipe, as often as one throws.
    wipe = float(turn.throws[0].wipe) * np.concatenate(([0.0], np.cumsum(gains.reach[:-1])))
    who = f"hold at 1 to {goal} to the goal of {goal}"
    refuse_seldom(float(gains.score[1:].min() + wipe[1]), who)
    if not _solve(goal, gains, (wipe, turn.least_score), _room(goal), out):
        raise NotConverged(
            f"values after a wipe: expected to be known to {TOLERANCE}, got more ({who}, {MOST_ROUNDS} rounds"
            " of a pair)."
        )
    out = chances(out, who)
    return HoldAtPairs(turn, goal, out, residual(turn, goal, out))


class _Turns(NamedTuple):
    """What the turns of one pair do, by the other's score j; own's come with the least own score first.

    Attributes
    ----------
    score, bust, wipe : float64[j], chances of own's turn if it is lacking j + 1 points
    wiped : float64[j], value of own's wipe if other has j
    other_score, other_bust, other_wipe : float64[j], chances of other's turn if it has j
    other_wiped : float64[j], value of other's wipe if own is lacking j + 1 points
    own, other : float64[j], room for what a turn that scores is worth
    """

    score: Array
    bust: Array
    wipe: Array
    wiped: Array
    other_score: Array
    other_bust: Array
    other_wipe: Array
    other_wiped: Array
    own: Array
    other: Array


def _room(goal: int) -> _Turns:
    return _Turns(*np.zeros((len(_Turns._fields), goal)))


@jit
def _solve(goal: int, gains: HoldAt, rules: tuple[Array, int], turns: _Turns, out: Array) -> bool:
    """Every pair; returns whether the values after wipes of all have converged.

    rules : float64[k], chance of a turn that holds at k to wipe, and what a turn scores at least
    turns : room for one pair
    out : float64[n - 1, m - 1], written whole
    """
    longest = gains.stop.shape[1]
    # By [i + j, j]; past the goals of own, U is what it is worth to get there, and past those of other, V is.
    value, waiting = (
        np.zeros((2 * goal + longest, goal + longest)),
        np.zeros((2 * goal + longest, goal + longest)),
    )
    _set_ends(goal, (1.0, 0.0), value, waiting)
    for n in range(1, goal + 1):
        for m in range(n, goal + 1):
            _set_turns(goal, gains, rules[0], (n, m), turns)
            if rules[0][1] > 0.0:
                if not _after_wipes(goal, gains, rules[1], (n, m), turns, value, waiting):
                    return False
                _set_ends(goal, (1.0, 0.0), value, waiting)
            _pair(goal, gains, rules[1], (n, m), (1.0, 0.0), turns, value, waiting)
            out[n - 1, m - 1] = value[0, 0]
            out[m - 1, n - 1] = 1.0 - waiting[0, 0]
    return True


@jit
def _after_wipes(
    goal: int, gains: HoldAt, least: int, pair: tuple[int, int], turns: _Turns, value: Array, waiting: Array
) -> bool:
    """Give `turns` own's chances to win after a wipe, as `wipes.after_wipes` does; returns whether they have
    converged.
    """
    # What each round wins, loses and leaves open, and what all rounds so far have won.
    won, lost, still, total = (
        np.zeros((2, goal)),
        np.zeros((2, goal)),
        np.ones((2, goal)),
        np.zeros((2, goal)),
    )
    ends, lose, neither, last = (1.0, 0.0), (0.0, 1.0), (0.0, 0.0), np.inf
    for _ in range(MOST_ROUNDS):
        _backup(goal, gains, least, pair, ends, turns, value, waiting, won)
        _backup(goal, gains, least, pair, lose, turns, value, waiting, lost)
        _backup(goal, gains, least, pair, neither, turns, value, waiting, still)
        ends = lose = neither
        low, high, most = np.inf, -np.inf, 0.0
        for player in range(2):
            for score in range(goal):
                total[player, score] += won[player, score]
                most = max(most, still[player, score])
                decided = won[player, score] + lost[player, score]
                if decided > 0.0:
                    low, high = (
                        min(low, won[player, score] / decided),
                        max(high, won[player, score] / decided),
                    )
        width = most * (high - low)
        if width <= TOLERANCE or (width <= BOUND and width >= last):
            turns.wiped[:] = total[0] + still[0] * (low + high) / 2.0
            turns.other_wiped[::-1] = total[1] + still[1] * (low + high) / 2.0
            return True
        last = width
    return False


@jit
def _backup(
    goal: int,
    gains: HoldAt,
    least: int,
    pair: tuple[int, int],
    ends: tuple[float, float],
    turns: _Turns,
    value: Array,
    waiting: Array,
    wiped: Array,
) -> None:
    """What scores are worth after a wipe, float64[player, score of the one who was not wiped], by what they
    are worth after the next.
    """
    turns.wiped[:], turns.other_wiped[::-1] = wiped[0], wiped[1]
    _set_ends(goal, ends, value, waiting)
    _pair(goal, gains, least, pair, ends, turns, value, waiting)
    for score in range(goal):
        # Other scores do not come up, and what they are worth is not written.
        comes_up = score == 0 or least > 0
        wiped[0, score] = waiting[score, score] if comes_up or score >= pair[1] else 0.0
        wiped[1, score] = value[score, 0] if comes_up or score >= pair[0] else 0.0


@jit
def _set_ends(goal: int, ends: tuple[float, float], value: Array, waiting: Array) -> None:
    """What it is worth that own, and that other, has reached the goal."""
    longest = value.shape[1] - goal
    for score in range(goal):
        waiting[goal + score : goal + score + longest, score] = ends[0]
    for score in range(goal, goal + longest):
        value[score : score + goal, score] = ends[1]


@jit
def _set_turns(goal: int, gains: HoldAt, wipe: Array, pair: tuple[int, int], out: _Turns) -> None:
    for lacking in range(1, goal + 1):
        own, other = min(pair[0], lacking), min(pair[1], lacking)
        out.score[lacking - 1], out.bust[lacking - 1] = gains.score[own], gains.bust[own]
        out.other_score[goal - lacking], out.other_bust[goal - lacking] = (
            gains.score[other],
            gains.bust[other],
        )
        out.wipe[lacking - 1], out.other_wipe[goal - lacking] = wipe[own], wipe[other]


@jit
def _pair(
    goal: int,
    gains: HoldAt,
    least: int,
    pair: tuple[int, int],
    ends: tuple[float, float],
    turns: _Turns,
    value: Array,
    waiting: Array,
) -> None:
    """Own holds at n, other at m; both values are written for all scores that can come up.

    ends : what it is worth that own, and that other, reaches the goal
    """
    n, m = pair
    for s in range(2 * goal - 2, -1, -1):
        for low, high in _spans(goal, n, m, least, s):
            if low < high:
                _states(goal, gains, (n, m, least), (s, low, high), ends, turns, value, waiting)


@jit
def _spans(
    goal: int, n: int, m: int, least: int, s: int
) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    """The scores j of other that come up together with s - j of own; any, if a bust scores, else 0 or what
    has been held at.
    """
    low, high = max(0, s - goal + 1), min(s, goal - 1) + 1
    if least > 0:
        return (low, high), (0, 0), (0, 0)
    if s < goal:
        return (max(low, m), min(high, s - n + 1)), (0, 1), (s, s + 1)
    return (max(low, m), min(high, s - n + 1)), (0, 0), (0, 0)


@jit
def _states(
    goal: int,
    gains: HoldAt,
    rules: tuple[int, int, int],
    where: tuple[int, int, int],
    ends: tuple[float, float],
    turns: _Turns,
    value: Array,
    waiting: Array,
) -> None:
    """Both values of neighbouring states.

    rules : n, m, and what a turn scores at least
    where : the sum s = i + j, the first j and the end of the j
    ends : what it is worth that own, and that other, reaches the goal
    """
    n, m, least = rules
    s, low, high = where
    # What own with the score s - j is lacking is shift + j + 1.
    shift, own, other = goal - 1 - s, turns.own, turns.other
    far, room = min(max(low, n - 1 - shift), high), max(low, min(goal - m + 1, high))
    for j in range(low, far):
        own[j] = turns.score[shift + j] * ends[0]
    expect(gains.stop[n], waiting, (s + n, 0, 0), (far, high), own)
    expect(gains.stop[m], value, (s + m, m, 1), (low, room), other)
    for j in range(room, high):
        other[j] = turns.other_score[j] * ends[1]
    for j in range(low, high):
        own[j] += turns.wipe[shift + j] * turns.wiped[j]
        other[j] += turns.other_wipe[j] * turns.other_wiped[shift + j]
    if least > 0:
        for j in range(low, high):
            value[s, j] = own[j] + turns.bust[shift + j] * waiting[s + least, j]
            waiting[s, j] = other[j] + turns.other_bust[j] * value[s + least, j + least]
    else:
        for j in range(low, high):
            leave = (
                turns.score[shift + j]
                + turns.wipe[shift + j]
                + turns.bust[shift + j] * (turns.other_score[j] + turns.other_wipe[j])
            )
            value[s, j] = (own[j] + turns.bust[shift + j] * other[j]) / leave
            waiting[s, j] = other[j] + turns.other_bust[j] * value[s, j]
