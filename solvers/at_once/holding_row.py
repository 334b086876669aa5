"""One row of states over all turn totals to hold at, LANES states side by side.

One step leads from action k to k + 1, as in `best_response.py`, whose letters are used here: G and H, d(k),
w, i and b. Of the last opponent's score b is the rank.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.at_once.opponents import Opponents, Row
from solvers.at_once.rarely_left import OFTEN, best_if_rarely_left
from solvers.jit import jit, jit_inline
from solvers.turns.forward import HoldAt

# States solved side by side; 16 and 64 were slower.
LANES = 32
# A later turn total to hold at must be better by more than rounding: equally good ones are common where
# points are few.
TIE = 1e-15


class ChanceToLeave(NamedTuple):
    """The chance to leave each state of a row.

    Attributes
    ----------
    leave : float64[k, b], 1 - d(k) w, the chance to leave the state by holding at k
    inverse : float64[k, b], 1 over that; 0 where that is less than OFTEN, and left to `rarely_left.py`
    """

    leave: Array
    inverse: Array


class AfterTurn(NamedTuple):
    """What scores after the mover's turn are worth, of each state of a row.

    Attributes
    ----------
    gain : float64[t + b, b], G(t)
    step : float64[t + b, b], H(t), what one throw more from t adds but for its bust. As many rows more than
        there are sums of scores, so many turn totals more are tried than there is need to
    """

    gain: Array
    step: Array


@jit
def chance_to_leave(
    goal: int, gains: HoldAt, row: Row, last_something: Array, out_leaving: ChanceToLeave
) -> None:
    """Fill in the chance to leave each state of a row.

    Parameters
    ----------
    goal : points to win
    gains : the mover's turns
    row : the row of states
    last_something : float64[b], chance that the last opponent scores
    out_leaving : written for k of 1 to the goal and all b of the row
    """
    for k in range(1, goal + 1):
        for b in range(row.least, last_something.size):
            leave = gains.score[k] + gains.bust[k] * (row.something + row.nothing * last_something[b])
            out_leaving.leave[k, b] = leave
            out_leaving.inverse[k, b] = 1.0 / leave if leave >= OFTEN else 0.0


@jit
def past_goal(goal: int, throw: Array, least: int, share: Array, out_after: AfterTurn) -> None:
    """G(t) and H(t) of a mover who has reached the goal: lanes that are done go on with it, and never gain.

    Parameters
    ----------
    goal : points to win
    throw : float64[gain], chance to gain that in one throw, a bust in 0
    least : the least b of the row
    share : float64[b], worth of reaching the goal
    out_after : written for t >= goal, as far as it goes, and all b of the row
    """
    for b in range(least, share.size):
        for t in range(goal, goal + throw.size - 1):
            out_after.gain[t + b, b] = share[b]
        for u in range(goal + b, out_after.step.shape[0]):
            out_after.step[u, b] = -throw[0] * share[b]


@jit
def solve_row(
    goal: int,
    gains: HoldAt,
    them: Opponents,
    row: Row,
    leaving: ChanceToLeave,
    after: AfterTurn,
    out_value: Array,
    out_action: Array,
) -> None:
    """All states of one row, by diagonals of equal s = i + b, LANES of them at a time.

    Parameters
    ----------
    goal : points to win
    gains : the mover's turns
    them : all opponents
    row : the row of states
    leaving : chance to leave each state
    after : `gain` comes with what other rows are worth for t < goal and whole from there on, and becomes G;
        `step` comes whole for t >= goal, and becomes H
    out_value : float64[i + b, b], becomes the value
    out_action : float64[i + b, b], becomes the turn total to hold at
    """
    throw = gains.throw
    leave = leaving.leave
    inverse = leaving.inverse
    gain = after.gain
    step = after.step
    beyond = step.shape[0] - goal - row.size
    last = them.there.shape[0] - 1
    # Four arrays in one, at fixed distances: the compiler then sees that they do not overlap, and the inner
    # loop becomes 4 times faster.
    lanes = np.zeros(4 * LANES)
    for s in range(goal + row.size - 2, row.least - 1, -1):
        low = max(row.least, s - goal + 1)
        high = min(s, row.size - 1) + 1
        for start in range(low, high, LANES):
            end = min(start + LANES, high)
            for b in range(start, end):
                # Of equal opponents at the lowest score each may be the one that moves within the row.
                gain[s, b] += (
                    row.nothing
                    * _last_scores(them, out_value, s - b, b)
                    * float(row.equals if b == row.least else 1)
                )
            _one_throw(throw, gain, s, start, lanes)
            _throw_on(gains.reach, step, inverse, s, start, min(goal, goal - (s - end + 1) + beyond), lanes)
            for b in range(start, end):
                best = lanes[LANES + b - start]
                action = lanes[2 * LANES + b - start]
                lacking = goal - (s - b)
                if inverse[lacking, b] == 0.0:
                    best, action = best_if_rarely_left(
                        gains, leave[: lacking + 1, b], gain[s, b], gain[s:, b], best, action
                    )
                out_value[s, b] = best
                out_action[s, b] = action
                gain[s, b] += row.nothing * them.nothing[last, b] * best
                step[s, b] = -gain[s, b]
            _add_throw(throw, gain, s, start, end, step)


@jit_inline
def _last_scores(them: Opponents, value: Array, i: int, b: int) -> float:
    """What a state is worth if the last opponent scores and nobody else does.

    Parameters
    ----------
    them : all opponents
    value : float64[i + b, b], known for all greater b
    i, b : banked score of the mover, rank of the last opponent's score
    """
    worth = 0.0
    last = them.there.shape[0] - 1
    for m in range(them.chance.shape[2]):
        there = them.there[last, b, m]
        if there >= 0:
            worth += them.chance[last, b, m] * value[i + there, there]
    return worth


@jit_inline
def _add_throw(throw: Array, gain: Array, s: int, start: int, end: int, out_step: Array) -> None:
    """Add the expected G after one throw that gains to H, on some states of a diagonal.

    Parameters
    ----------
    throw : float64[gain], chance to gain that in one throw, a bust in 0
    gain : float64[t + b, b], G(t)
    s : i + b of the diagonal
    start, end : the states are those of start <= b < end
    out_step : float64[t + b, b], comes with -G(i), becomes H(i)
    """
    for r in range(1, throw.size):
        chance = throw[r]
        if chance > 0.0:
            for b in range(start, end):
                out_step[s, b] += chance * gain[s + r, b]


@jit_inline
def _one_throw(throw: Array, gain: Array, s: int, start: int, out_lanes: Array) -> None:
    """Begin with A(1) and the value of a bust, on LANES states of a diagonal.

    Parameters
    ----------
    throw : float64[gain], chance to gain that in one throw, a bust in 0
    gain : float64[t + b, b], G(t)
    s : i + b of the diagonal
    start : the first b
    out_lanes : float64[4 LANES], becomes A(1) in its first quarter, the value of a bust in its last
    """
    for lane in range(LANES):
        out_lanes[3 * LANES + lane] = throw[0] * gain[s, start + lane]
        out_lanes[lane] = out_lanes[3 * LANES + lane]
    for r in range(1, throw.size):
        chance = throw[r]
        if chance > 0.0:
            for lane in range(LANES):
                out_lanes[lane] += chance * gain[s + r, start + lane]


@jit_inline
def _throw_on(reach: Array, step: Array, inverse: Array, s: int, start: int, last: int, lanes: Array) -> None:
    """The best turn total k to hold at from 1 to the last, on LANES states of a diagonal.

    Parameters
    ----------
    reach : float64[turn_total], chance that the turn total ever equals it
    step : float64[t + b, b], H(t)
    inverse : float64[k, b], 1 over the chance to leave the state by holding at k, or 0
    s : i + b of the diagonal
    start : the first b
    last : the last k
    lanes : float64[4 LANES], quarters: comes with A(1), becomes A(last); becomes the best value; becomes the
        best k; the value of a bust
    """
    first = np.uint64(start)
    for lane in range(np.uint64(LANES)):
        lanes[np.uint64(LANES) + lane] = lanes[lane] * inverse[1, first + lane]
        lanes[np.uint64(2 * LANES) + lane] = 1.0
    for k in range(np.uint64(2), np.uint64(last + 1)):
        reached = reach[k - np.uint64(1)]
        action = float(k)
        at = np.uint64(s) + k - np.uint64(1)
        for lane in range(np.uint64(LANES)):
            worth = lanes[lane] + reached * (lanes[np.uint64(3 * LANES) + lane] + step[at, first + lane])
            candidate = worth * inverse[k, first + lane]
            best = lanes[np.uint64(LANES) + lane]
            best_action = lanes[np.uint64(2 * LANES) + lane]
            better = candidate > best + TIE
            lanes[lane] = worth
            lanes[np.uint64(LANES) + lane] = candidate if better else best
            lanes[np.uint64(2 * LANES) + lane] = action if better else best_action
