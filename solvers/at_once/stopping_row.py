"""One row of states over all stopping rules: the turn kernel, Newton steps on each state's own value, and
what rule comes of it.
"""

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.at_once.opponents import Opponents
from solvers.at_once.rarely_left import stopping_worth
from solvers.games.turn import TurnArrays
from solvers.jit import jit, jit_inline
from solvers.turns.backward import LANES, TIE, set_ends, sweep

# Of a sweep's values against the guesses they came from; rounding leaves some units in the last place.
TOLERANCE = 1e-14
MOST_SWEEPS = 60
# Chance to leave a state from which on Newton steps are exact to some 1e-15; at 0.01 they left 2e-14.
OFTEN = 0.1


@jit
def solve_row(
    tables: TurnArrays,
    throw: Array,
    them: Opponents,
    first: tuple[float, float, int, int],
    share: Array,
    space: tuple[Array, Array],
    worth: tuple[Array, Array],
    out: tuple[Shorts, Flags],
) -> float:
    """All states of one row, by diagonals of equal i + b; returns the residual of one that did not converge,
    else 0.

    first : the chance that no opponent but the last scores, that one does, how many are the last one's equals
    at its least b, that b;
        b is the rank of its score
    share : float64[b], worth of reaching the goal
    space : workspace of the turn kernel
    worth : value[i, b], written, and hold[x, b], which comes with what other rows are worth and becomes G
    out : least turn total to hold at and whether the rule throws on above one, [i, b]
    """
    (nothing, something, equal, lowest), (value, hold), (throws, positions) = first, worth, space
    goal, size, last = hold.shape[0], share.size - LANES, them.there.shape[0] - 1
    bust, passes, base, wiped = np.zeros(LANES), np.zeros(LANES), np.zeros(LANES), np.zeros(LANES)
    ends = np.zeros((tables.bust.size, 2 * LANES))
    for s in range(goal + size - 2, lowest - 1, -1):
        low, high = max(lowest, s - goal + 1), min(s, size - 1)
        for start in range(low, high + 1, LANES):
            end = min(start + LANES, high + 1)
            positions[goal * tables.depth.size :, :LANES] = share[start : start + LANES]
            for b in range(start, end):
                within = nothing * _within_row(them, value, s - b, b) * float(equal if b == lowest else 1)
                base[b - start] = hold[s - b, b] + within
                passes[b - start] = nothing * them.nothing[last, b]
                value[s - b, b] = value[s - b + 1, b] if s - b + 1 < goal else share[b]
            unsettled, sweeps = 1.0, 0
            while unsettled > TOLERANCE and sweeps < MOST_SWEEPS:
                for b in range(start, end):
                    bust[b - start] = base[b - start] + passes[b - start] * value[s - b, b]
                set_ends(tables, bust, wiped, 1.0, ends)
                sweep(tables, hold, start, ends, (s - end + 1, goal), throws, positions)
                unsettled = _newton(tables.bust.size, s, (start, end), throws, passes, value)
                sweeps += 1
            if unsettled > TOLERANCE:
                return unsettled
            seldom = False
            for b in range(start, end):
                leave = something + nothing * them.something[last, b]
                opening = (s - b) * tables.bust.size
                if 1.0 - passes[b - start] * throws[opening, LANES + b - start] < OFTEN:
                    worth_of_holding = np.ascontiguousarray(hold[s - b :, b])
                    value[s - b, b] = stopping_worth(
                        throw, worth_of_holding, share[b], base[b - start], leave
                    )
                    seldom = True
                hold[s - b, b] = base[b - start] + passes[b - start] * value[s - b, b]
                bust[b - start] = hold[s - b, b]
            if seldom:
                # Their rules are read off a sweep with their own values.
                set_ends(tables, bust, wiped, 1.0, ends)
                sweep(tables, hold, start, ends, (s - end + 1, goal), throws, positions)
            _rules(throw, s, (start, end), hold, throws, out)
    return 0.0


@jit_inline
def _within_row(them: Opponents, value: Array, i: int, b: int) -> float:
    """What comes if the last opponent scores and nobody else does."""
    worth, last = 0.0, them.there.shape[0] - 1
    for m in range(them.chance.shape[2]):
        there = them.there[last, b, m]
        if there >= 0:
            worth += them.chance[last, b, m] * value[i, there]
    return worth


@jit_inline
def _newton(
    throw_count: int, s: int, span: tuple[int, int], throws: Array, passes: Array, value: Array
) -> float:
    """One step on every state of the lanes; returns the largest residual before it, of the states that are
    left often enough.
    """
    residual = 0.0
    for b in range(span[0], span[1]):
        lane = b - span[0]
        found, slope = (
            throws[(s - b) * throw_count, lane],
            throws[(s - b) * throw_count, LANES + lane] * passes[lane],
        )
        if 1.0 - slope >= OFTEN:
            residual = max(residual, abs(found - value[s - b, b]))
            value[s - b, b] = (found - slope * value[s - b, b]) / (1.0 - slope)
    return residual


@jit
def _rules(
    throw: Array, s: int, span: tuple[int, int], hold: Array, throws: Array, out: tuple[Shorts, Flags]
) -> None:
    """Least turn total to hold at, and whether one above it at which the rule throws on can come up."""
    least, again = out
    goal = hold.shape[0]
    for b in range(span[0], span[1]):
        i, lane = s - b, b - span[0]
        least[i, b], again[i, b], thrown = goal - i, 0, False
        for x in range(goal - 1, i, -1):
            if throws[x, lane] > hold[x, b] + TIE * abs(hold[x, b]):
                thrown = True
            else:
                least[i, b], again[i, b] = x - i, 1 if thrown else 0
        if again[i, b]:
            again[i, b] = 1 if _comes_up(throw, i, hold[:, b], throws[:, lane]) else 0


@jit
def _comes_up(throw: Array, i: int, hold: Array, throws: Array) -> bool:
    """Whether the rule throws on at a turn total above one at which it holds, both of which it can come
    to.
    """
    goal, held = hold.size, False
    comes = np.zeros(goal + throw.size, np.bool_)
    comes[i] = True
    for x in range(i, goal):
        if comes[x]:
            thrown = x == i or throws[x] > hold[x] + TIE * abs(hold[x])
            if thrown and held:
                return True
            held = held or not thrown
            if thrown:
                for r in range(1, throw.size):
                    comes[x + r] = comes[x + r] or throw[r] > 0.0
    return False
