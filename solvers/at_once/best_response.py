"""Simultaneous play: the best response over turn totals to hold at, to opponents that hold at n.

All players take a turn at once, and see nothing of the others' turns before all have ended.

A state is the mover's banked score i and the opponents' scores a, ..., b. An opponent holds at n, or at the
points it lacks to the goal if fewer. After the turn all gains are added; players who have reached the goal
share one win. Let w be the chance that no opponent scores, and G(t) the expected value if the mover ends the
turn at t, over all opponents' turns. Holding at k busts with probability d(k), and then, with chance w, the
same state returns. So (Zhu, Ma, Chen & Liu 2023, equations 5 to 8)

    value = max over k of A(k) / (1 - d(k) w),
    A(k)  = d(k) G'(i) + sum over x >= k of P(the turn ends at x) G(i + x),

where G' leaves out the return to the same state. This closed form needs no sweeps. Holding at k + 1 differs
from holding at k by one throw from exactly k, so

    A(k + 1) = A(k) + reach(k) (bust G'(i) + H(i + k)),   H(t) = sum over r of p(r) G(t + r) - G(t),

which is one multiplication and one addition per action instead of one per outcome of each action: about three
times faster than the reference program in C, which sums over outcomes.

Scores only grow, so one backward pass solves all states. A *row* is all states with the same scores of all
opponents but the last. Its states with the same i + b are independent: they are the lanes, and arrays are
indexed by [i + b, b] to make them contiguous. Expectations over the opponents' turns (`opponents_turns.py`)
take a few multiplications per opponent and outcome, not one per combination; equal opponents are
interchangeable (`sorted_scores.py`).
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.at_once import certificate, certificate_of_many
from solvers.at_once.holding_row import (
    FOUR,
    LANES,
    AfterTurn,
    ChanceToLeave,
    chance_to_leave,
    past_goal,
    solve_row,
)
from solvers.at_once.opponents import (
    Opponents,
    Row,
    every_score,
    nobody_else,
    opponents,
    scores_from_0,
    shares,
    turns_that_hold,
)
from solvers.at_once.opponents_turns import first_turns, last_turn, settle
from solvers.at_once.sorted_scores import (
    Places,
    equals,
    every_place,
    level_places,
    next_row,
    place,
    places,
    spread,
)
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.jit import jit_allocating
from solvers.rows import copy_row
from solvers.turns.forward import HoldAt

MOST_OPPONENTS = 4
# Most states of a case, all in memory: 18 bytes each with the certificate, 12 GB in all.
MOST_STATES = 620_000_000


@dataclass(frozen=True)
class BestResponse:
    """The best response to opponents that hold at fixed turn totals.

    Attributes
    ----------
    turn, goal : the game
    opponents_hold_at : turn total of each opponent
    order : for each opponent as stored, equal ones adjacent, its index in `opponents_hold_at`
    places : where the opponents' scores are in the tables
    table : float64[place, banked], chance to win, for all own scores below the goal; a shared win counts as a
        share
    actions : int16[place, banked], turn total to hold at; the least of equally good ones
    residual : largest difference between the value and one backup of it by another route; if only some scores
        are stored, also of a backup with the stored turn totals
    """

    turn: Turn
    goal: int
    opponents_hold_at: tuple[int, ...]
    order: tuple[int, ...]
    places: Places
    table: Array
    actions: Shorts
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
        """Chance to win, float64[banked, opponent, ...]; NaN where the scores are not stored."""
        return spread(self.table, self._every_place, np.nan)

    @cached_property
    def hold_at(self) -> Shorts:
        """Turn total to hold at, int16[banked, opponent, ...]; -1 where the scores are not stored."""
        return spread(self.actions, self._every_place, -1)

    @property
    def level_value(self) -> Array:
        """Chance to win where all opponents have the same score.

        float64[banked, opponents], NaN where that is not stored
        """
        return spread(self.table, self._level_places, np.nan)

    @property
    def level_hold_at(self) -> Shorts:
        """Turn total to hold at where all opponents have the same score.

        int16[banked, opponents], -1 where that is not stored
        """
        return spread(self.actions, self._level_places, -1)

    @property
    def _every_place(self) -> Integers:
        """The place of each combination of scores, int64[opponent, ...], -1 where it is not stored."""
        return every_place(self.goal, self.places, self.order)

    @property
    def _level_places(self) -> Integers:
        """The place where all opponents have the same score, int64[opponents], -1 where it is not stored."""
        return level_places(self.goal, self.places)


def best_response(
    turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], *, only_from_0: bool = False
) -> BestResponse:
    """Solve the best response to one to four opponents, each holding at its own turn total.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    opponents_hold_at : turn total at which each opponent holds, 1 or more; above the goal it means the goal
    only_from_0 : whether to solve only scores that an opponent can have after starting at 0, instead of all
        scores below the goal

    Raises
    ------
    InvalidRules
        if the number of opponents is not 1 to 4, a number is out of range, or there are more than MOST_STATES
        states

    Examples
    --------
    >>> from solvers.games import pig
    >>> # Zhu, Ma, Chen & Liu 2023, Results
    >>> print(round(best_response(pig.turn(), 100, (25,)).win_probability, 4))
    0.5231
    """
    unproven = without_certificate(turn, goal, opponents_hold_at, only_from_0=only_from_0)
    if len(unproven.order) > 2 or only_from_0:
        _, ordered = side_by_side(goal, opponents_hold_at)
        # If only some states are stored, choices must be proved now, as they cannot be later.
        actions = unproven.actions if only_from_0 else None
        largest = certificate_of_many.residual(
            turn, goal, ordered, unproven.table, actions, only_from_0=only_from_0
        )
        return replace(unproven, residual=largest)
    largest = certificate.residual(turn, goal, opponents_hold_at, unproven.value)
    proven = replace(unproven, residual=largest)
    # Computed once, for the certificate and for readers.
    vars(proven)["value"] = unproven.value
    return proven


def without_certificate(
    turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], *, only_from_0: bool = False
) -> BestResponse:
    """The best response, with NaN as residual, for callers that compute the residual themselves.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    opponents_hold_at : turn total at which each opponent holds, 1 or more; above the goal it means the goal
    only_from_0 : whether to solve only scores that an opponent can have after starting at 0

    Raises
    ------
    InvalidRules
        as for `best_response`
    """
    check(goal, opponents_hold_at, MOST_OPPONENTS)
    gains = turns_that_hold(turn, goal)
    order, ordered = side_by_side(goal, opponents_hold_at)
    scores = _scores(turn, goal, ordered, only_from_0)
    at = places(goal, ordered, scores)
    states, rows = int(at.start[1]), int(at.start[-1])
    if goal * rows > MOST_STATES:
        remedy = "Make more opponents equal, what they hold at greater, or the goal smaller."
        raise expected("opponents_hold_at", f"at most {MOST_STATES:.2e} states", f"{goal * rows:.2e}", remedy)
    table, actions = np.zeros((rows, goal)), np.empty((states, goal), np.int16)
    _solve(goal, gains, opponents(gains, goal, ordered, scores), at, table, actions)
    return BestResponse(turn, goal, opponents_hold_at, order, at, table[:states], actions, np.nan)


def fits_into_memory(
    turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], *, only_from_0: bool = False
) -> bool:
    """Whether there are at most MOST_STATES states, tables for the opponents' turns included.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    only_from_0 : whether to solve only scores that an opponent can have after starting at 0
    """
    _, ordered = side_by_side(goal, opponents_hold_at)
    at = places(goal, ordered, _scores(turn, goal, ordered, only_from_0))
    return goal * int(at.start[-1]) <= MOST_STATES


def _scores(turn: Turn, goal: int, hold_at: tuple[int, ...], only_from_0: bool) -> tuple[Integers, ...]:
    """The scores of each opponent, int64[rank] each, ascending."""
    return tuple(scores_from_0(turn, goal, n) if only_from_0 else every_score(goal) for n in hold_at)


def side_by_side(goal: int, opponents_hold_at: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Sort the opponents so that equal ones are adjacent.

    Parameters
    ----------
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds

    Returns
    -------
    the index of each opponent in the argument, and its turn total, at most the goal
    """
    least = tuple(min(n, goal) for n in opponents_hold_at)
    order = tuple(sorted(range(len(least)), key=lambda own: (least.count(least[own]), least[own])))
    return order, tuple(least[own] for own in order)


def check(goal: int, opponents_hold_at: tuple[int, ...], most: int) -> None:
    """Refuse numbers out of range.

    Parameters
    ----------
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    most : largest number of opponents

    Raises
    ------
    InvalidRules
        if the number of opponents is not 1 to `most`, the goal less than 2 or a turn total less than 1
    """
    if not 1 <= len(opponents_hold_at) <= most:
        raise expected("opponents_hold_at", f"1 to {most} turn totals", opponents_hold_at)
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if min(opponents_hold_at) < 1:
        raise expected("opponents_hold_at", "1 or more", min(opponents_hold_at))


@jit_allocating
def _solve(goal: int, gains: HoldAt, them: Opponents, at: Places, table: Array, out_hold_at: Shorts) -> None:
    """Solve all states, row by row, highest scores of the opponents first.

    Parameters
    ----------
    goal : points to win
    gains : the mover's turns
    them : all opponents
    at : places of their scores
    table : float64[place, banked], on entry 0; on return its first part is the value, the rest holds
        expectations over the opponents' turns
    out_hold_at : int16[place, banked], written: turn total to hold at
    """
    longest = gains.throw.size - 1
    count = at.last.size
    size = at.size[count - 1]
    high = goal + size
    width = size + LANES
    value = np.zeros((high, width))
    action = np.zeros((high, width))
    after = AfterTurn(np.zeros((high + longest, width)), np.zeros((high + FOUR, width)))
    leaving = ChanceToLeave(np.ones((goal + 1, width)), np.ones((goal + 1, width)))
    ranks = at.size - 1
    winners = np.zeros(count)
    own = np.zeros(goal)
    share = np.zeros(size)
    more = True
    while more:
        equal, least = equals(at, ranks)
        for b in range(size - 1, least - 1, -1):
            ranks[count - 1] = b
            first_turns(them, at, 0, ranks, table)
            last_turn(them, at, ranks, table, own)
            for t in range(goal):
                after.gain[t + b, b] = own[t]
        nothing, something = nobody_else(them, ranks, winners)
        row = Row(nothing, something, equal, least, size)
        shares(winners, them.wins[count - 1], share)
        past_goal(goal, gains.throw, least, share, after)
        chance_to_leave(goal, gains, row, them.something[count - 1, :size], leaving)
        solve_row(goal, gains, them, row, leaving, after, value, action)
        for b in range(size - 1, least - 1, -1):
            ranks[count - 1] = b
            found = place(at, 0, ranks)
            for i in range(goal):
                own[i] = value[i + b, b]
                out_hold_at[found, i] = np.int16(action[i + b, b])
            copy_row(own, table[found])
            settle(them, at, 0, ranks, own, table)
        more = next_row(at, ranks)
