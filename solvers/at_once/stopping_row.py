"""One row of states over all stopping rules.

The turn kernel gives the value of a turn for each value of its bust, Newton steps solve for each state's own
value, and the values of the throws then show which rule that is. The symbols are those of `any_rule.py`: G,
w, own score i; b is the rank of the last opponent's score, and x the score that the mover would bank.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.at_once.opponents import Opponents, Row
from solvers.at_once.rarely_left import stopping_worth
from solvers.games.turn import TurnArrays
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.rows import copy_row
from solvers.turns.backward import LANES, TIE, set_ends, sweep

# Largest accepted difference between the values of a sweep and the guesses it started from; rounding leaves a
# few units in the last place.
LARGEST_RESIDUAL = 1e-14
MOST_SWEEPS = 60
# From this chance to leave a state on, Newton steps are exact to about 1e-15; at 0.01 they left 2e-14.
OFTEN = 0.1


class RowWorth(NamedTuple):
    """Values of the states of a row.

    Attributes
    ----------
    value : float64[i, b], value at the start of a turn
    hold : float64[x, b], G(x)
    """

    value: Array
    hold: Array


class RuleArrays(NamedTuple):
    """The best rule of each state.

    Attributes
    ----------
    least : int16[state, ...], least turn total at which it holds
    again : int8[state, ...], 1 where it rolls at a turn total that it can reach above one at which it holds
    """

    least: Shorts
    again: Flags


@jit_allocating
def solve_row(
    tables: TurnArrays,
    throw: Array,
    them: Opponents,
    row: Row,
    share: Array,
    space: tuple[Array, Array],
    worth: RowWorth,
    out_rules: RuleArrays,
) -> float:
    """Solve all states of one row, by diagonals of equal i + b.

    Parameters
    ----------
    tables : the turn
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    them : all opponents
    row : the row of states
    share : float64[b + LANES], value of reaching the goal
    space : throws and positions of `turns.backward.workspace`, written
    worth : `value` is written; `hold` has on entry the contributions of other rows, on return G
    out_rules : [i, b], written for all b of the row

    Returns
    -------
    the residual of a state that did not converge, else 0
    """
    value = worth.value
    hold = worth.hold
    throws, positions = space
    goal = hold.shape[0]
    last = them.there.shape[0] - 1
    bust = np.zeros(LANES)
    passes = np.zeros(LANES)
    base = np.zeros(LANES)
    wiped = np.zeros(LANES)
    ends = np.zeros((tables.bust.size, 2 * LANES))
    for s in range(goal + row.size - 2, row.least - 1, -1):
        low = max(row.least, s - goal + 1)
        high = min(s, row.size - 1)
        for start in range(low, high + 1, LANES):
            end = min(start + LANES, high + 1)
            for position in range(goal * tables.depth.size, positions.shape[0]):
                copy_row(share[start : start + LANES], positions[position, :LANES])
            for b in range(start, end):
                # Any of several equal opponents at the lowest score may be the one that moves within the row.
                within = (
                    row.nothing
                    * _last_scores(them, value, s - b, b)
                    * float(row.equals if b == row.least else 1)
                )
                base[b - start] = hold[s - b, b] + within
                passes[b - start] = row.nothing * them.nothing[last, b]
                value[s - b, b] = value[s - b + 1, b] if s - b + 1 < goal else share[b]
            unsettled = 1.0
            sweeps = 0
            while unsettled > LARGEST_RESIDUAL and sweeps < MOST_SWEEPS:
                for b in range(start, end):
                    bust[b - start] = base[b - start] + passes[b - start] * value[s - b, b]
                set_ends(tables, bust, wiped, 1.0, ends)
                sweep(tables, hold, start, ends, (s - end + 1, goal), throws, positions)
                unsettled = _newton(tables.bust.size, s, (start, end), throws, passes, value)
                sweeps += 1
            if unsettled > LARGEST_RESIDUAL:
                return unsettled
            seldom = False
            for b in range(start, end):
                leave = row.something + row.nothing * them.something[last, b]
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
            _rules(throw, s, (start, end), hold, throws, out_rules)
    return 0.0


@jit_inline
def _last_scores(them: Opponents, value: Array, i: int, b: int) -> float:
    """Value of a state if the last opponent scores and no other does.

    Parameters
    ----------
    them : all opponents
    value : float64[i, b], known for all greater b
    i, b : banked score of the mover, rank of the last opponent's score
    """
    worth = 0.0
    last = them.there.shape[0] - 1
    for m in range(them.chance.shape[2]):
        there = them.there[last, b, m]
        if there >= 0:
            worth += them.chance[last, b, m] * value[i, there]
    return worth


@jit_inline
def _newton(
    throw_count: int, s: int, span: tuple[int, int], throws: Array, passes: Array, value: Array
) -> float:
    """One Newton step for each lane whose state is left often enough.

    Parameters
    ----------
    throw_count : number of different throws of the turn
    s : i + b of the diagonal
    span : (start, end), the states have start <= b < end
    throws : float64[x, throw; 2 LANES], value and slope of the throws
    passes : float64[lane], w
    value : float64[i, b], written on the diagonal

    Returns
    -------
    the largest residual of these states before the step
    """
    residual = 0.0
    for b in range(span[0], span[1]):
        lane = b - span[0]
        found = throws[(s - b) * throw_count, lane]
        slope = throws[(s - b) * throw_count, LANES + lane] * passes[lane]
        if 1.0 - slope >= OFTEN:
            residual = max(residual, abs(found - value[s - b, b]))
            value[s - b, b] = (found - slope * value[s - b, b]) / (1.0 - slope)
    return residual


@jit
def _rules(
    throw: Array, s: int, span: tuple[int, int], hold: Array, throws: Array, out_rules: RuleArrays
) -> None:
    """Read the best rules of some states of a diagonal off the values of rolling and holding.

    Parameters
    ----------
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    s : i + b of the diagonal
    span : (start, end), the states have start <= b < end
    hold : float64[x, b], G(x)
    throws : float64[x, 2 LANES], values of the throws in the first LANES
    out_rules : [i, b], written
    """
    least = out_rules.least
    again = out_rules.again
    goal = hold.shape[0]
    for b in range(span[0], span[1]):
        i = s - b
        lane = b - span[0]
        least[i, b] = goal - i
        again[i, b] = 0
        thrown = False
        for x in range(goal - 1, i, -1):
            if throws[x, lane] > hold[x, b] + TIE * abs(hold[x, b]):
                thrown = True
            else:
                least[i, b] = x - i
                again[i, b] = 1 if thrown else 0
        if again[i, b]:
            again[i, b] = 1 if _comes_up(throw, i, hold[:, b], throws[:, lane]) else 0


@jit_allocating
def _comes_up(throw: Array, i: int, hold: Array, throws: Array) -> bool:
    """Whether the rule can reach a turn total at which it holds, and one above at which it rolls.

    Parameters
    ----------
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    i : banked score of the mover
    hold : float64[x], G(x)
    throws : float64[x], value of rolling at x
    """
    goal = hold.size
    held = False
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
