"""Simultaneous contests: the best response over all stopping rules of the turn, to opponents that hold at n.

A player sees nothing of the others' turns before all have ended, so within a turn only the own turn total is news: a rule holds at some
turn totals and throws on at others, whichever they are. With G(x) the expected value of the score x over all that the opponents may do,
G' the same without the return of the very state, and w the chance that no opponent scores, the value of a state with own score i is

    value = F(G'(i) + w value),

F the value of a turn by the value of its bust, convex and piecewise affine, from the turn kernel: banking x is worth G(x), or the expected
share of the win from the goal on. Newton steps, which are policy iteration, end after two or three sweeps. One equation for each state, no
coupling between states: as in `simultaneous.py` a row is all states with the same scores of all opponents but the last, states of equal
i + b are the lanes, and the opponents' turns are those of `opponents_turns.py`.

Where nearly every turn of everybody busts, 1 - w slope has lost its digits. There the rule found is valued by adding up positive terms:

    value = (E[G; the turn is held] + P(bust) G'(i)) / (P(held) + P(bust) P(an opponent scores)).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.stopping import residual
from solvers.contests.opponents import Opponents, nobody_else, opponents, shares, turns_that_hold
from solvers.contests.opponents_turns import first_turns, last_turn, settle
from solvers.contests.simultaneous import best_response, check, side_by_side
from solvers.contests.sorted_scores import Places, equals, every_place, next_row, place, places
from solvers.contests.stopping_row import MOST_SWEEPS, TOLERANCE, solve_row
from solvers.errors import NotConverged, expected
from solvers.games.turn import Tables, Turn, tables
from solvers.jit import jit
from solvers.turns.backward import LANES, workspace

Array = NDArray[np.float64]
MOST_OPPONENTS = 4
# Tables and their certificate go over all scores of all players, equal opponents or not: some gigabytes.
MOST_STATES = 110_000_000


@dataclass(frozen=True)
class StoppingResponse:
    """The best response over all stopping rules.

    Attributes
    ----------
    turn, goal : the game
    opponents_hold_at : one turn total for each opponent
    value : float64[banked, opponent, ...], chance to win, a shared win counting as its share; all scores below the goal
    gain : float64[banked, opponent, ...], how much of that a best turn total to hold at misses, which is to be kept for a whole turn
    hold_at : int16[banked, opponent, ...], least turn total at which the best rule holds; a tie holds
    throws_again : int8[banked, opponent, ...], 1 where that rule throws on at a turn total that it can come to above one at which it holds
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    opponents_hold_at: tuple[int, ...]
    value: Array
    gain: Array
    hold_at: NDArray[np.int16]
    throws_again: NDArray[np.int8]
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance to win from the start."""
        return float(self.value[(0,) * self.value.ndim])

    @property
    def gain_over_hold_at(self) -> float:
        """What all stopping rules add to the chance to win from the start."""
        return float(self.gain[(0,) * self.gain.ndim])

    @property
    def not_thresholds(self) -> int:
        """Number of states whose best rule is not to hold at some turn total and above."""
        return int(self.throws_again.sum())


def best_response_any_rule(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...]) -> StoppingResponse:
    """Solve the best response over all stopping rules to one to four opponents, each holding at its own turn total.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    opponents_hold_at : turn total at which each opponent holds, 1 or more; above the goal it means the goal

    Raises
    ------
    InvalidRules
        if the number of opponents is not 1 to 4, a number is out of range, or there are more than MOST_STATES states
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(best_response_any_rule(pig.turn(), 100, (25,)).win_probability, 4))  # 0.5231 by holding at n: Zhu et al. 2023
    0.5231
    """
    check(goal, opponents_hold_at, MOST_OPPONENTS)
    states_of_all = goal ** (1 + len(opponents_hold_at))
    if states_of_all > MOST_STATES:
        raise expected("goal", f"at most {MOST_STATES:.1e} states of all players", f"{states_of_all:.1e}", "Make the goal smaller.")
    gains = turns_that_hold(turn, goal)
    order, ordered = side_by_side(goal, opponents_hold_at)
    at, compiled = places(goal, ordered), tables(turn)
    them = opponents(gains, goal, ordered)
    table, states = np.zeros((int(at.start[-1]), goal)), int(at.start[1])
    least, again = np.zeros((states, goal), np.int16), np.zeros((states, goal), np.int8)
    space = workspace(compiled, goal, turn.longest_gain)
    unsettled = _solve(compiled, gains.throw, them, at, space, table, (least, again))
    if unsettled > TOLERANCE:
        where = f"goal {goal}, {MOST_SWEEPS} sweeps of one state"
        raise NotConverged(f"residual: expected at most {TOLERANCE}, got {unsettled} ({where}).")
    found = every_place(goal, at, order)
    value: Array = np.ascontiguousarray(np.moveaxis(table[found], -1, 0))
    actions: NDArray[np.int16] = np.ascontiguousarray(np.moveaxis(least[found], -1, 0))
    throws_again: NDArray[np.int8] = np.ascontiguousarray(np.moveaxis(again[found], -1, 0))
    # Rounding alone is below 0.
    gain = np.maximum(value - best_response(turn, goal, opponents_hold_at).value, 0.0)
    proof = residual(turn, goal, opponents_hold_at, value)
    return StoppingResponse(turn, goal, opponents_hold_at, value, gain, actions, throws_again, proof)


@jit
def _solve(
    tables: Tables,
    throw: Array,
    them: Opponents,
    at: Places,
    space: tuple[Array, Array],
    table: Array,
    out: tuple[NDArray[np.int16], NDArray[np.int8]],
) -> float:
    """All states, row by row; returns the residual of one that did not converge, else 0.

    space : workspace of the turn kernel
    table : float64[place, banked], comes with 0; its first part becomes the value, the others are for the opponents' turns
    out : least turn total to hold at and whether the rule throws on above one, [place, banked], written whole
    """
    count, goal = them.least.shape
    width = goal + LANES
    value, hold, share = np.zeros((goal, width)), np.zeros((goal, width)), np.zeros(width)
    least_hold, again = np.zeros((goal, width), np.int16), np.zeros((goal, width), np.int8)
    scores, winners, own = np.full(count, goal - 1), np.zeros(count), np.zeros(goal)
    more = True
    while more:
        equal, lowest = equals(at, scores)
        for b in range(goal - 1, lowest - 1, -1):
            scores[count - 1] = b
            first_turns(them, at, scores, table)
            last_turn(them, at, scores, table, own)
            hold[:, b] = own
        nothing, something = nobody_else(them, scores, winners)
        shares(winners, them.wins[count - 1], share)
        first = (nothing, something, equal, lowest)
        unsettled = solve_row(tables, throw, them, first, share, space, (value, hold), (least_hold, again))
        if unsettled > TOLERANCE:
            return unsettled
        for b in range(goal - 1, lowest - 1, -1):
            scores[count - 1] = b
            found = place(at, 0, scores)
            own[:] = value[:, b]
            out[0][found], out[1][found] = least_hold[:, b], again[:, b]
            settle(them, at, scores, own, table)
        more = next_row(goal, at, scores)
    return 0.0
