"""One row of states over all turn totals to hold at, LANES states side by side.

One step leads from action k to k + 1. The symbols are those of `best_response.py`: G and H, d(k), w, i and b,
where b is the rank of the last opponent's score.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.at_once.opponents import Opponents, Row
from solvers.at_once.rarely_left import OFTEN, best_if_rarely_left
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.turns.forward import HoldAt

# States solved side by side; 8 and 32 were slower.
LANES = 16
# Turn totals to hold at tried in one pass over the lanes.
FOUR = 4
# Gain of rolling again with the goal reached: less than any rounding, and finite, as infinity times the
# chance 0 is NaN.
LOST = -1e300
# A later turn total to hold at must be better by more than rounding: equally good ones are common where
# points are few.
TIE = 1e-15


class ChanceToLeave(NamedTuple):
    """The chance to leave each state of a row.

    Attributes
    ----------
    leave : float64[k, b], 1 - d(k) w, the chance to leave the state by holding at k
    inverse : float64[k, b], 1 / leave; 0 where `leave` is less than OFTEN, which `rarely_left.py` handles
    """

    leave: Array
    inverse: Array


class AfterTurn(NamedTuple):
    """Values of scores after the mover's turn, for each state of a row.

    Attributes
    ----------
    gain : float64[t + b, b], G(t)
    step : float64[t + b, b], H(t), the gain of rolling once more at t, without its bust; has FOUR rows more
        than there are sums of scores, as FOUR turn totals are tried at once
    """

    gain: Array
    step: Array


@jit
def chance_to_leave(
    goal: int, gains: HoldAt, row: Row, last_something: Array, out_leaving: ChanceToLeave
) -> None:
    """Write the chance to leave each state of a row.

    Parameters
    ----------
    goal : points to win
    gains : the mover's turns
    row : the row of states
    last_something : float64[b], chance that the last opponent scores
    out_leaving : written for k of 1 to the goal and all b of the row
    """
    for k in range(1, goal + 1):
        for b in range(np.uint64(row.least), np.uint64(last_something.size)):
            leave = gains.score[k] + gains.bust[k] * (row.something + row.nothing * last_something[b])
            out_leaving.leave[k, b] = leave
            out_leaving.inverse[k, b] = 1.0 / leave if leave >= OFTEN else 0.0


@jit
def past_goal(goal: int, throw: Array, least: int, share: Array, out_after: AfterTurn) -> None:
    """Write G(t) and H(t) of a mover who has reached the goal, so that it does not roll again.

    Parameters
    ----------
    goal : points to win
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    least : the least b of the row
    share : float64[b], value of reaching the goal
    out_after : written for all t >= goal and all b of the row
    """
    for b in range(least, share.size):
        for t in range(goal, goal + throw.size - 1):
            out_after.gain[t + b, b] = share[b]
        for u in range(goal + b, out_after.step.shape[0]):
            out_after.step[u, b] = LOST


@jit_allocating
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
    """Solve all states of one row, in strips of LANES scores of the last opponent, which fit the cache.

    A strip is solved by diagonals of equal s = i + b. Lanes beyond the goal or below 0 are computed with the
    others, and never read.

    Parameters
    ----------
    goal : points to win
    gains : the mover's turns
    them : all opponents
    row : the row of states
    leaving : chance to leave each state
    after : `gain` has on entry the contributions of other rows for t < goal, and all values from there on; on
        return G. `step` has on entry all values for t >= goal; on return H
    out_value : float64[i + b, b], written: value
    out_action : float64[i + b, b], written: turn total to hold at
    """
    # Four arrays in one, at fixed distances: the compiler then sees that they do not overlap, which makes the
    # inner loop 4 times faster.
    lanes = np.zeros(4 * LANES)
    nothing = np.zeros(out_value.shape[1])
    for b in range(row.size):
        nothing[b] = row.nothing * them.nothing[them.nothing.shape[0] - 1, b]
    seldom = not leaving.inverse[1 : goal + 1, row.least : row.size].all()
    for strip in range((row.size - 1 - row.least) // LANES, -1, -1):
        start = row.least + strip * LANES
        end = min(start + LANES, row.size)
        for s in range(goal + end - 2, start - 1, -1):
            # Lanes before these have reached the goal, and stay as they are.
            low = max(start, s - goal + 1)
            _last_scores(them, out_value, s, low, start, end, lanes)
            if start == row.least:
                # Any of several equal opponents at the lowest score may be the one that moves within the row.
                lanes[0] *= row.equals
            _one_throw(gains.throw, row.nothing, np.uint64(s), np.uint64(start), after.gain, lanes)
            _throw_on(gains.reach, after.step, leaving.inverse, s, start, goal - max(0, s - end + 1), lanes)
            if seldom:
                _rarely_left(gains, leaving, after.gain, s, low, min(s + 1, end), start, lanes)
            lanes[LANES : LANES + low - start] = 0.0
            _keep(nothing, np.uint64(s), np.uint64(start), lanes, after.gain, out_value, out_action)
            # Values beyond the greatest score count as 0.
            out_value[s, end : start + LANES] = 0.0
            _next_throw(gains.throw, after.gain, np.uint64(s), np.uint64(start), after.step)
            after.step[s, start:low] = LOST


@jit_inline
def _last_scores(them: Opponents, value: Array, s: int, low: int, start: int, end: int, out: Array) -> None:
    """Values of LANES states of a diagonal if the last opponent scores and no other does.

    Parameters
    ----------
    them : all opponents
    value : float64[i + b, b], known for all greater b; 0 beyond the greatest
    s : i + b of the diagonal
    low, start, end : the states have low <= b < end, and the first lane is that of start
    out : float64[lane] or longer, written
    """
    last = them.there.shape[0] - 1
    chance = them.chance[last]
    there = them.there[last]
    out[:LANES] = 0.0
    for m in range(chance.shape[1]):
        if them.jump > 0:
            # The rank grows by the same number from each score, as long as the new score is below the goal.
            up = them.jump + m
            if start + up < there.shape[0] and s + up < value.shape[0]:
                _add(chance[start, m], value, np.uint64(s + up), np.uint64(start + up), out)
        else:
            for b in range(low, min(s + 1, end)):
                if there[b, m] >= 0:
                    out[b - start] += chance[b, m] * value[s - b + there[b, m], there[b, m]]
    out[: low - start] = 0.0


@jit_inline
def _add(chance: float, table: Array, s: np.uint64, start: np.uint64, out: Array) -> None:
    """Add chance times LANES numbers of a table.

    Parameters
    ----------
    chance : probability of these values
    table : float64[i + b, b], values
    s, start : row, and first column
    out : float64[lane] or longer, added to
    """
    for lane in range(np.uint64(LANES)):
        out[lane] += chance * table[s, start + lane]


@jit_inline
def _one_throw(
    throw: Array, nothing: float, s: np.uint64, start: np.uint64, gain: Array, out_lanes: Array
) -> None:
    """Write G'(i), A(1) and the value of a bust for LANES states of a diagonal.

    Parameters
    ----------
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    nothing : chance that no opponent but the last scores
    s : i + b of the diagonal
    start : the first b
    gain : float64[t + b, b], G(t); on the diagonal without the case that only the last opponent scores
    out_lanes : float64[4 LANES], on entry the value of that case in its first quarter; on return A(1) there,
        and the value of a bust in its last quarter
    """
    for lane in range(np.uint64(LANES)):
        gain[s, start + lane] += nothing * out_lanes[lane]
        out_lanes[lane] = throw[0] * gain[s, start + lane]
        out_lanes[np.uint64(3 * LANES) + lane] = out_lanes[lane]
    for r in range(1, throw.size):
        if throw[r] > 0.0:
            _add(throw[r], gain, s + np.uint64(r), start, out_lanes)


@jit_inline
def _keep(
    nothing: Array,
    s: np.uint64,
    start: np.uint64,
    lanes: Array,
    out_gain: Array,
    out_value: Array,
    out_action: Array,
) -> None:
    """Write the results for LANES states of a diagonal.

    Parameters
    ----------
    nothing : float64[b] or longer, chance that no opponent scores
    s : i + b of the diagonal
    start : the first b
    lanes : float64[4 LANES], quarters: not read; the best value; the best turn total to hold at; not read
    out_gain : float64[t + b, b], on entry G'(i), on return G(i)
    out_value, out_action : float64[i + b, b], written: value and turn total to hold at
    """
    for lane in range(np.uint64(LANES)):
        b = start + lane
        best = lanes[np.uint64(LANES) + lane]
        out_value[s, b] = best
        out_action[s, b] = lanes[np.uint64(2 * LANES) + lane]
        out_gain[s, b] += nothing[b] * best


@jit_inline
def _next_throw(throw: Array, gain: Array, s: np.uint64, start: np.uint64, out_step: Array) -> None:
    """Write H(i) of LANES states of a diagonal: the expected G after one throw that gains, minus G.

    Parameters
    ----------
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    gain : float64[t + b, b], G(t)
    s : i + b of the diagonal
    start : the first b
    out_step : float64[t + b, b], written
    """
    for lane in range(np.uint64(LANES)):
        out_step[s, start + lane] = -gain[s, start + lane]
    for r in range(1, throw.size):
        chance = throw[r]
        if chance > 0.0:
            for lane in range(np.uint64(LANES)):
                out_step[s, start + lane] += chance * gain[s + np.uint64(r), start + lane]


@jit_inline
def _throw_on(reach: Array, step: Array, inverse: Array, s: int, start: int, last: int, lanes: Array) -> None:
    """The best turn total k to hold at, for LANES states of a diagonal.

    A later k must be better than the best before it by more than TIE. FOUR are tried at once and first
    compared with each other; beyond the points that a state lacks they are LOST.

    Parameters
    ----------
    reach : float64[turn_total], chance that the turn total ever equals it
    step : float64[t + b, b], H(t)
    inverse : float64[k, b], 1 over the chance to leave the state by holding at k, or 0
    s : i + b of the diagonal
    start : the first b
    last : the last k of the state that lacks most
    lanes : float64[4 LANES], quarters: on entry A(1), overwritten; on return the best value; on return the
        best k; the value of a bust
    """
    first = np.uint64(start)
    for lane in range(np.uint64(LANES)):
        lanes[np.uint64(LANES) + lane] = lanes[lane] * inverse[1, first + lane]
        lanes[np.uint64(2 * LANES) + lane] = 1.0
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    most = np.uint64(reach.size - 1)
    for k in range(two, np.uint64(last + 1), np.uint64(FOUR)):
        # Beyond the goal all values count as 0, whatever is read.
        k1, k2, k3 = min(k + one, most), min(k + two, most), min(k + three, most)
        reach0, reach1, reach2, reach3 = reach[k - one], reach[k1 - one], reach[k2 - one], reach[k3 - one]
        at = np.uint64(s) + k - one
        earliest = float(k)
        for lane in range(np.uint64(LANES)):
            b = first + lane
            bust = lanes[np.uint64(3 * LANES) + lane]
            worth0 = lanes[lane] + reach0 * (bust + step[at, b])
            worth1 = worth0 + reach1 * (bust + step[at + one, b])
            worth2 = worth1 + reach2 * (bust + step[at + two, b])
            worth3 = worth2 + reach3 * (bust + step[at + three, b])
            value0 = worth0 * inverse[k, b]
            value1 = worth1 * inverse[k1, b]
            value2 = worth2 * inverse[k2, b]
            value3 = worth3 * inverse[k3, b]
            value = value1 if value1 > value0 else value0
            value = value2 if value2 > value else value
            value = value3 if value3 > value else value
            action = earliest + 2.0 if value2 > value - TIE else earliest + 3.0
            action = earliest + 1.0 if value1 > value - TIE else action
            action = earliest if value0 > value - TIE else action
            best = lanes[np.uint64(LANES) + lane]
            better = value > best + TIE
            lanes[lane] = worth3
            lanes[np.uint64(LANES) + lane] = value if better else best
            lanes[np.uint64(2 * LANES) + lane] = action if better else lanes[np.uint64(2 * LANES) + lane]


@jit_inline
def _rarely_left(
    gains: HoldAt, leaving: ChanceToLeave, gain: Array, s: int, low: int, high: int, start: int, lanes: Array
) -> None:
    """Try the turn totals left out because they seldom leave the state, for some states of a diagonal.

    Parameters
    ----------
    gains : the mover's turns
    leaving : chance to leave each state
    gain : float64[t + b, b], G(t), and G'(i)
    s : i + b of the diagonal
    low, high, start : the states have low <= b < high, and the first lane is that of start
    lanes : float64[4 LANES], quarters: not read; the best value; the best turn total to hold at; not read
    """
    goal = leaving.inverse.shape[0] - 1
    for b in range(low, high):
        lacking = goal - (s - b)
        if leaving.inverse[lacking, b] == 0.0:
            value, action = lanes[LANES + b - start], lanes[2 * LANES + b - start]
            value, action = best_if_rarely_left(
                gains, leaving.leave[: lacking + 1, b], gain[s, b], gain[s:, b], value, action
            )
            lanes[LANES + b - start], lanes[2 * LANES + b - start] = value, action
