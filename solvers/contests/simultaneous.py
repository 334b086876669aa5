"""Simultaneous contests: everybody takes a turn at once, unseen; the best response to opponents that hold at n.

State: the mover's banked score i and the opponents' scores a, ..., b. An opponent holds at n, or at what it lacks to the goal if that is
less. After a turn everybody's gain is added; whoever has reached the goal shares one win. Write w for the chance that no opponent scores,
and G(t) for the expected value if the mover ends the turn at t, over all that the opponents may do. Holding at k busts with probability
d(k), and then, with chance w, the very same state comes again, so that (Zhu, Ma, Chen & Liu 2023, equations 5 to 8)

    value = max over k of A(k) / (1 - d(k) w),
    A(k)  = d(k) G'(i) + sum over x >= k of P(the turn ends at x) G(i + x),

where G' leaves out that same state. This closed form needs no sweeps to convergence. Holding at k + 1 differs from holding at k in one
throw from exactly k, so

    A(k + 1) = A(k) + reach(k) (bust G'(i) + H(i + k)),   H(t) = sum over r of p(r) G(t + r) - G(t),

which is one multiplication and one addition for each action instead of one for each outcome of each action: about three times faster than
the C yardstick that adds up the outcomes.

Every score only grows, so one backward pass solves all states. A *row* is all states with the same scores of all opponents but the last.
Its states of equal i + b are independent: they are the lanes, and arrays are indexed by [i + b, b] to make them contiguous. What comes of
the opponents' turns (`opponents_turns.py`) needs a few multiplications for each opponent and outcome, and not one for each of the
combinations; equal opponents are interchangeable (`sorted_scores.py`).
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solvers.certificates import crowded, simultaneous
from solvers.contests.holding_row import LANES, chance_to_leave, past_goal, solve_row
from solvers.contests.opponents import Opponents, nobody_else, opponents, shares, turns_that_hold
from solvers.contests.opponents_turns import first_turns, last_turn, settle
from solvers.contests.sorted_scores import Places, equals, every_place, next_row, place, places
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.turns.forward import HoldAt

MOST_OPPONENTS = 4
# Of one case, all of it in memory: four equal opponents take 4.6 GB at goal 100.
MOST_BYTES = 12_000_000_000
Array = NDArray[np.float64]
Actions = NDArray[np.int16]


@dataclass(frozen=True)
class BestResponse:
    """The best response to opponents that hold at fixed turn totals.

    Attributes
    ----------
    turn, goal : the game
    opponents_hold_at : one turn total for each opponent
    order : for each opponent as stored, equal ones side by side, which one of `opponents_hold_at` it is
    places : where the opponents' scores are in the tables
    table : float64[place, banked], chance to win, a shared win counting as its share; all scores below the goal
    actions : int16[place, banked], turn total to hold at; the least of those that are equally good
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    opponents_hold_at: tuple[int, ...]
    order: tuple[int, ...]
    places: Places
    table: Array
    actions: Actions
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance to win from the start."""
        return float(self.table[-1, 0])

    @property
    def opening_hold_at(self) -> int:
        """Turn total to hold at in the first turn."""
        return int(self.actions[-1, 0])

    @cached_property
    def value(self) -> Array:
        """Chance to win, float64[banked, opponent, ...]."""
        return np.ascontiguousarray(np.moveaxis(self.table[self._every_place], -1, 0))

    @cached_property
    def hold_at(self) -> Actions:
        """Turn total to hold at, int16[banked, opponent, ...]."""
        return np.ascontiguousarray(np.moveaxis(self.actions[self._every_place], -1, 0))

    @property
    def level_value(self) -> Array:
        """Chance to win where all opponents have the same score, float64[banked, opponents]."""
        return np.ascontiguousarray(self.table[self._level_place].T)

    @property
    def level_hold_at(self) -> Actions:
        """Turn total to hold at where all opponents have the same score, int16[banked, opponents]."""
        return np.ascontiguousarray(self.actions[self._level_place].T)

    @property
    def _every_place(self) -> NDArray[np.int64]:
        return every_place(self.goal, self.places, self.order)

    @property
    def _level_place(self) -> NDArray[np.int64]:
        return np.asarray(self.places.weight.sum(axis=0))


def best_response(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...]) -> BestResponse:
    """Solve the best response to one to four opponents, each holding at its own turn total.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    opponents_hold_at : turn total at which each opponent holds, 1 or more; above the goal it means the goal

    Raises
    ------
    InvalidRules
        if the number of opponents is not 1 to 4, a number is out of range, or the states take more than MOST_BYTES

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(best_response(pig.turn(), 100, (25,)).win_probability, 4))  # Zhu, Ma, Chen & Liu 2023, Results
    0.5231
    """
    check(goal, opponents_hold_at, MOST_OPPONENTS)
    order, ordered = side_by_side(goal, opponents_hold_at)
    at = places(goal, ordered)
    states = int(at.start[1])
    if 10 * goal * int(at.start[-1]) > MOST_BYTES:
        remedy = "Make more opponents equal, or the goal smaller."
        raise expected("opponents_hold_at", f"at most {MOST_BYTES:.0e} bytes of states", f"{10 * goal * states:.1e}", remedy)
    gains = turns_that_hold(turn, goal)
    table, actions = np.zeros((int(at.start[-1]), goal)), np.empty((states, goal), np.int16)
    _solve(goal, gains, opponents(gains, goal, ordered), at, table, actions)
    table = table[:states]
    unproven = BestResponse(turn, goal, opponents_hold_at, order, at, table, actions, 0.0)
    if len(order) <= 2:
        return replace(unproven, residual=simultaneous.residual(turn, goal, opponents_hold_at, unproven.value))
    return replace(unproven, residual=crowded.residual(turn, goal, ordered, table))


def side_by_side(goal: int, opponents_hold_at: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Opponents with equal ones side by side: which of those given each one is, and at what it holds."""
    least = tuple(min(n, goal) for n in opponents_hold_at)
    order = tuple(sorted(range(len(least)), key=lambda own: (least.count(least[own]), least[own])))
    return order, tuple(least[own] for own in order)


def check(goal: int, opponents_hold_at: tuple[int, ...], most: int) -> None:
    """Refuse numbers out of range."""
    if not 1 <= len(opponents_hold_at) <= most:
        raise expected("opponents_hold_at", f"1 to {most} turn totals", opponents_hold_at)
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if min(opponents_hold_at) < 1:
        raise expected("opponents_hold_at", "1 or more", min(opponents_hold_at))


@jit
def _solve(goal: int, gains: HoldAt, them: Opponents, at: Places, table: Array, out_hold_at: Actions) -> None:
    """All states, row by row, highest scores of the opponents first.

    table : float64[place, banked], comes with 0; its first part becomes the value, the others are for the opponents' turns
    out_hold_at : int16[place, banked], written whole
    """
    longest, width, count = gains.throw.size - 1, goal + LANES, at.last.size
    value, action = np.zeros((2 * goal, width)), np.zeros((2 * goal, width))
    gain, step = np.zeros((2 * goal + longest, width)), np.zeros((2 * goal, width))
    leave, again = np.ones((goal + 1, width)), np.ones((goal + 1, width))
    scores, winners, own, share = np.full(count, goal - 1), np.zeros(count), np.zeros(goal), np.zeros(goal)
    more = True
    while more:
        equal, least = equals(at, scores)
        for b in range(goal - 1, least - 1, -1):
            scores[count - 1] = b
            first_turns(them, at, scores, table)
            last_turn(them, at, scores, table, own)
            for t in range(goal):
                gain[t + b, b] = own[t]
        nothing, something = nobody_else(them, scores, winners)
        shares(winners, them.wins[count - 1], share)
        past_goal(goal, gains.throw, least, share, (gain, step))
        chance_to_leave(goal, gains, (nothing, something), them.something[count - 1], least, (leave, again))
        solve_row(goal, gains, (nothing, least, equal, them), (leave, again), (gain, step), value, action)
        for b in range(goal - 1, least - 1, -1):
            scores[count - 1] = b
            found = place(at, 0, scores)
            for i in range(goal):
                own[i] = value[i + b, b]
                out_hold_at[found, i] = np.int16(action[i + b, b])
            settle(them, at, scores, own, table)
        more = next_row(goal, at, scores)
