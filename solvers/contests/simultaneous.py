"""Simultaneous contests: everybody takes a turn at once, unseen; the best response to opponents that hold at n.

State: the mover's banked score i and the opponents' scores a, b (one opponent: no a). An opponent holds at n, or at what it lacks to the
goal if that is less. After a turn everybody's gain is added; whoever has reached the goal shares one win. Write w for the chance that no
opponent scores, and G(t) for the expected value if the mover ends the turn at t, over all that the opponents may do. Holding at k busts
with probability d(k), and then, with chance w, the very same state comes again, so that (Zhu, Ma, Chen & Liu 2023, equations 5 to 8)

    value = max over k of A(k) / (1 - d(k) w),
    A(k)  = d(k) G'(i) + sum over x >= k of P(the turn ends at x) G(i + x),

where G' leaves out that same state. This closed form needs no sweeps to convergence. Holding at k + 1 differs from holding at k in one
throw from exactly k, so

    A(k + 1) = A(k) + reach(k) (bust G'(i) + H(i + k)),   H(t) = sum over r of p(r) G(t + r) - G(t),

which is one multiplication and one addition for each action instead of one for each outcome of each action: about three times faster than
the C yardstick that adds up the outcomes. Every score only grows, so one backward pass solves all states. States of equal i + b are
independent: they are the lanes, and arrays are indexed by [i + b, b] to make them contiguous.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.simultaneous import residual
from solvers.contests.opponents import Opponent, nobody, opponent
from solvers.contests.stalling import OFTEN, best_of_stalling
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit, jit_inline
from solvers.turns.forward import HoldAt, hold_at

# States solved side by side; 16 and 64 were slower.
LANES = 32
# A later turn total to hold at must be better by more than rounding: equally good ones are common where points are few.
TIE = 1e-15
Array = NDArray[np.float64]
Actions = NDArray[np.int16]


@dataclass(frozen=True)
class BestResponse:
    """The best response to opponents that hold at fixed turn totals.

    Attributes
    ----------
    turn, goal : the game
    opponents_hold_at : one turn total for each opponent
    value : float64[banked, opponent, ...], chance to win, a shared win counting as its share; all scores below the goal
    hold_at : int16[banked, opponent, ...], turn total to hold at; the least of those that are equally good
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    opponents_hold_at: tuple[int, ...]
    value: Array
    hold_at: Actions
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance to win from the start."""
        return float(self.value[(0,) * self.value.ndim])


def best_response(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...]) -> BestResponse:
    """Solve the best response to one or two opponents, each holding at its own turn total.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    opponents_hold_at : turn total at which each opponent holds, 1 or more; above the goal it means the goal

    Raises
    ------
    InvalidRules
        if the number of opponents is not 1 or 2, or a number is out of range

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(best_response(pig.turn(), 100, (25,)).win_probability, 4))  # Zhu, Ma, Chen & Liu 2023, Results
    0.5231
    """
    if not 1 <= len(opponents_hold_at) <= 2:
        raise expected("opponents_hold_at", "one or two turn totals", opponents_hold_at)
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if min(opponents_hold_at) < 1:
        raise expected("opponents_hold_at", "1 or more", min(opponents_hold_at))
    gains = hold_at(turn, goal)
    last = opponent(gains, goal, opponents_hold_at[-1])
    first = opponent(gains, goal, opponents_hold_at[0]) if len(opponents_hold_at) == 2 else nobody(gains)
    rows = first.nothing.size
    value, actions = np.empty((goal, rows, goal)), np.empty((goal, rows, goal), np.int16)
    _solve(goal, gains, (first, last), value, actions)
    shape = (goal,) * (1 + len(opponents_hold_at))
    value, actions = value.reshape(shape), actions.reshape(shape)
    return BestResponse(turn, goal, opponents_hold_at, value, actions, residual(turn, goal, opponents_hold_at, value))


@jit
def _solve(goal: int, gains: HoldAt, opponents: tuple[Opponent, Opponent], out_value: Array, out_hold_at: Actions) -> None:
    """All states, first opponent's score a downwards.

    out_value, out_hold_at : [banked, a, b], written whole
    """
    first, last = opponents
    rows, longest, width = first.nothing.size, gains.throw.size - 1, goal + LANES
    value, action = np.zeros((2 * goal, width)), np.zeros((2 * goal, width))
    gain, step = np.zeros((2 * goal + longest, width)), np.zeros((2 * goal, width))
    leave, again = np.ones((goal + 1, width)), np.ones((goal + 1, width))
    # Smaller a look at what the last opponent does next to every larger one.
    over_last = np.zeros((rows, 2 * goal, width))
    for a in range(rows - 1, -1, -1):
        _over_first(goal, first, a, over_last, gain)
        _at_goal(goal, longest, first.wins[a], last.wins, gain)
        _at_goal_step(goal, gains.throw[0], gain, step)
        for k in range(1, goal + 1):
            for b in range(goal):
                leave[k, b] = gains.score[k] + gains.bust[k] * (first.something[a] + first.nothing[a] * last.something[b])
                again[k, b] = 1.0 / leave[k, b] if leave[k, b] >= OFTEN else 0.0
        _row(goal, gains, (first.nothing[a], last), (leave, again), (gain, step), value, action)
        _over_last(goal, last, value, over_last[a])
        for i in range(goal):
            for b in range(goal):
                out_value[i, a, b] = value[i + b, b]
                out_hold_at[i, a, b] = np.int16(action[i + b, b])


@jit
def _over_first(goal: int, first: Opponent, a: int, over_last: Array, out_gain: Array) -> None:
    """Expectation over the first opponent's gains that are not nothing; a loser's value is 0, so gains to the goal add nothing."""
    out_gain[:] = 0.0
    for m in range(first.chance.shape[1]):
        after = a + first.least[a] + m
        if after < first.nothing.size and after > a:
            chance = first.chance[a, m]
            for u in range(2 * goal):
                for b in range(goal):
                    out_gain[u, b] += chance * over_last[after, u, b]


@jit
def _over_last(goal: int, last: Opponent, value: Array, out: Array) -> None:
    """Expectation over the last opponent's turn, out[t + b, b]."""
    for u in range(2 * goal):
        for b in range(goal):
            out[u, b] = last.nothing[b] * value[u, b]
    for b in range(goal):
        for m in range(last.chance.shape[1]):
            z = last.least[b] + m
            if b + z < goal:
                chance = last.chance[b, m]
                for t in range(goal):
                    out[t + b, b] += chance * value[t + b + z, b + z]


@jit
def _at_goal(goal: int, longest: int, first_wins: float, last_wins: Array, out_gain: Array) -> None:
    """The expected share of a mover who has reached the goal."""
    for b in range(goal):
        alone = (1.0 - first_wins) * (1.0 - last_wins[b])
        both = first_wins * last_wins[b]
        share = alone + (1.0 - alone - both) / 2.0 + both / 3.0
        for t in range(goal, goal + longest):
            out_gain[t + b, b] = share


@jit
def _at_goal_step(goal: int, bust: float, gain: Array, out_step: Array) -> None:
    """H(t) of a mover who throws on from the goal: lanes that are done go on with it, and never gain."""
    for b in range(goal):
        for u in range(goal + b, 2 * goal):
            out_step[u, b] = -bust * gain[goal + b, b]


@jit
def _row(
    goal: int,
    gains: HoldAt,
    opponents: tuple[float, Opponent],
    stay: tuple[Array, Array],
    after: tuple[Array, Array],
    out_value: Array,
    out_action: Array,
) -> None:
    """All states of one a, by diagonals of equal s = i + b, LANES of them at a time.

    stay : leave[k, b], chance 1 - d(k) w to leave the state, and its inverse again[k, b], 0 where that is left to another way
    after : gain[t + b, b], which comes with the first opponent's part for t < goal and whole from there on; becomes G
        and step[t + b, b], which comes whole for t >= goal and becomes H
    out_value, out_action : [i + b, b]
    """
    throw, (first_nothing, last), (leave, again), (gain, step) = gains.throw, opponents, stay, after
    # Four arrays in one, at fixed distances: the compiler then sees that they do not overlap, and the inner loop becomes 4 times faster.
    lanes = np.zeros(4 * LANES)
    for s in range(2 * goal - 2, -1, -1):
        low, high = max(0, s - goal + 1), min(s, goal - 1) + 1
        for start in range(low, high, LANES):
            end = min(start + LANES, high)
            for b in range(start, end):
                without = 0.0
                for m in range(last.chance.shape[1]):
                    z = last.least[b] + m
                    if b + z < goal:
                        without += last.chance[b, m] * out_value[s + z, b + z]
                gain[s, b] += first_nothing * without
            _one_throw(throw, gain, s, start, lanes)
            _throw_on(gains.reach, step, again, (s, start, goal - (s - end + 1)), lanes)
            for b in range(start, end):
                best, least = lanes[LANES + b - start], lanes[2 * LANES + b - start]
                room = goal - (s - b)
                if again[room, b] == 0.0:
                    best, least = best_of_stalling(gains, leave[: room + 1, b], gain[s, b], gain[s:, b], (best, least))
                out_value[s, b], out_action[s, b] = best, least
                gain[s, b] += first_nothing * last.nothing[b] * best
                step[s, b] = -gain[s, b]
            for r in range(1, throw.size):
                chance = throw[r]
                if chance > 0.0:
                    for b in range(start, end):
                        step[s, b] += chance * gain[s + r, b]


@jit_inline
def _one_throw(throw: Array, gain: Array, s: int, start: int, out_lanes: Array) -> None:
    """A(1), and the value of a bust."""
    for lane in range(LANES):
        out_lanes[3 * LANES + lane] = throw[0] * gain[s, start + lane]
        out_lanes[lane] = out_lanes[3 * LANES + lane]
    for r in range(1, throw.size):
        chance = throw[r]
        if chance > 0.0:
            for lane in range(LANES):
                out_lanes[lane] += chance * gain[s + r, start + lane]


@jit_inline
def _throw_on(reach: Array, step: Array, again: Array, where: tuple[int, int, int], lanes: Array) -> None:
    """The best k from 1 to the last, for LANES states.

    lanes : A(1), then room for the best value, room for the best k, the value of a bust
    """
    s, start, last = where
    first = np.uint64(start)
    for lane in range(np.uint64(LANES)):
        lanes[np.uint64(LANES) + lane] = lanes[lane] * again[1, first + lane]
        lanes[np.uint64(2 * LANES) + lane] = 1.0
    for k in range(np.uint64(2), np.uint64(last + 1)):
        reached, action = reach[k - np.uint64(1)], float(k)
        at = np.uint64(s) + k - np.uint64(1)
        for lane in range(np.uint64(LANES)):
            worth = lanes[lane] + reached * (lanes[np.uint64(3 * LANES) + lane] + step[at, first + lane])
            candidate = worth * again[k, first + lane]
            best, best_action = lanes[np.uint64(LANES) + lane], lanes[np.uint64(2 * LANES) + lane]
            better = candidate > best + TIE
            lanes[lane] = worth
            lanes[np.uint64(LANES) + lane] = candidate if better else best
            lanes[np.uint64(2 * LANES) + lane] = action if better else best_action
