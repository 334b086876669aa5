"""One row of states over all turn totals to hold at: from action k to k + 1 in one step, LANES states side by
side.
"""

import numpy as np

from solvers.arrays import Array
from solvers.at_once.opponents import Opponents
from solvers.at_once.rarely_left import OFTEN, best_if_rarely_left
from solvers.jit import jit, jit_inline
from solvers.turns.forward import HoldAt

# States solved side by side; 16 and 64 were slower.
LANES = 32
# A later turn total to hold at must be better by more than rounding: equally good ones are common where
# points are few.
TIE = 1e-15


@jit
def chance_to_leave(
    goal: int, gains: HoldAt, first: tuple[float, float], last: Array, least: int, out: tuple[Array, Array]
) -> None:
    """The chance 1 - d(k) w to leave a state by holding at k, [k, b], and its inverse, 0 where that is left
    to another way.
    """
    leave, again = out
    for k in range(1, goal + 1):
        for b in range(least, last.size):
            leave[k, b] = gains.score[k] + gains.bust[k] * (first[1] + first[0] * last[b])
            again[k, b] = 1.0 / leave[k, b] if leave[k, b] >= OFTEN else 0.0


@jit
def past_goal(goal: int, throw: Array, least: int, share: Array, out: tuple[Array, Array]) -> None:
    """G(t) and H(t) of a mover who has reached the goal: lanes that are done go on with it, and never
    gain.
    """
    gain, step = out
    for b in range(least, share.size):
        for t in range(goal, goal + throw.size - 1):
            gain[t + b, b] = share[b]
        for u in range(goal + b, goal + share.size):
            step[u, b] = -throw[0] * share[b]


@jit
def solve_row(
    goal: int,
    gains: HoldAt,
    opponents: tuple[float, int, int, Opponents, int],
    stay: tuple[Array, Array],
    after: tuple[Array, Array],
    out_value: Array,
    out_action: Array,
) -> None:
    """All states of one row, by diagonals of equal s = i + b, LANES of them at a time; b is the rank of the
    last one's score.

    opponents : the chance that none but the last scores, the least b, how many are its equals there, all, how
    many b there are stay : leave[k, b], chance 1 - d(k) w to leave the state, and its inverse again[k, b], 0
    where that is left to another way after : gain[t + b, b], which comes with what other rows are worth for t
    < goal and whole from there on; becomes G
        and step[t + b, b], which comes whole for t >= goal and becomes H
    out_value, out_action : [i + b, b]
    """
    throw, (nothing, least, equal, them, size), (leave, again), (gain, step) = (
        gains.throw,
        opponents,
        stay,
        after,
    )
    last = them.there.shape[0] - 1
    # Four arrays in one, at fixed distances: the compiler then sees that they do not overlap, and the inner
    # loop becomes 4 times faster.
    lanes = np.zeros(4 * LANES)
    for s in range(goal + size - 2, least - 1, -1):
        low, high = max(least, s - goal + 1), min(s, size - 1) + 1
        for start in range(low, high, LANES):
            end = min(start + LANES, high)
            for b in range(start, end):
                without = 0.0
                for m in range(them.chance.shape[2]):
                    there = them.there[last, b, m]
                    if there >= 0:
                        without += them.chance[last, b, m] * out_value[s - b + there, there]
                # Of equal opponents at the lowest score each may be the one that moves within the row.
                gain[s, b] += nothing * without * float(equal if b == least else 1)
            _one_throw(throw, gain, s, start, lanes)
            _throw_on(gains.reach, step, again, (s, start, goal - (s - end + 1)), lanes)
            for b in range(start, end):
                best, action = lanes[LANES + b - start], lanes[2 * LANES + b - start]
                room = goal - (s - b)
                if again[room, b] == 0.0:
                    best, action = best_if_rarely_left(
                        gains, leave[: room + 1, b], gain[s, b], gain[s:, b], (best, action)
                    )
                out_value[s, b], out_action[s, b] = best, action
                gain[s, b] += nothing * them.nothing[last, b] * best
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
