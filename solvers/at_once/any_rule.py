"""Simultaneous play: the best response over all stopping rules of the turn, to opponents that hold at n.

A player sees nothing of the others' turns before all have ended, so during a turn only its own turn total
changes. A stopping rule holds at some turn totals and rolls at others, in any pattern. G(x) is the expected
value of the score x over the turns of all opponents, G' the same without the return to the same state, and w
the chance that no opponent scores. The value of a state with own score i satisfies

    value = F(G'(i) + w value).

F is the value of a turn as a function of the value of its bust, convex and piecewise affine, from the turn
kernel: banking x is worth G(x), or the expected share of the win from the goal on. Newton steps, which are
policy iteration, end after two or three sweeps. As in `best_response.py` a row is all states with the same
scores of all opponents but the last, whose score is b; states with the same i + b are the lanes; and the
opponents' turns are those of `opponents_turns.py`.

A Newton step divides by 1 - w slope, where the slope is the chance that the turn busts. If nearly all turns
of all players bust, that difference has lost its digits. Then the rule found is valued by sums of positive
terms:

    value = (E[G; the turn is held] + P(bust) G'(i)) / (P(held) + P(bust) P(an opponent scores)).
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Flags
from solvers.at_once.best_response import BestResponse, check, side_by_side, without_certificate
from solvers.at_once.certificate_of_any_rule import residual, residual_from_0
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
    next_row,
    place,
    places,
    spread,
)
from solvers.at_once.stopping_row import LARGEST_RESIDUAL, MOST_SWEEPS, RowWorth, RuleArrays, solve_row
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit_allocating
from solvers.rows import copy_row
from solvers.turns.backward import LANES, workspace

MOST_OPPONENTS = 4
# Most states if all scores of all players are stored, equal opponents or not: a few gigabytes with
# certificate.
MOST_STATES = 110_000_000
# Most states if states of equal opponents are stored once: 37 bytes each.
MOST_FROM_0 = 320_000_000
# Code of a state that is not stored, besides 0 for a threshold rule and 1 for any other.
NOT_STORED = 2


@dataclass(frozen=True)
class StoppingResponse(BestResponse):
    """The best response over all stopping rules.

    Its `actions` are the least turn totals at which the best rule holds; a tie holds.

    Attributes
    ----------
    gains : float64[place, banked], chance to win that the best turn total to hold at loses against the best
        rule in one turn
    again : int8[place, banked], 1 where the rule rolls at a turn total that it can reach above one at which
        it holds
    """

    gains: Array
    again: Flags

    @property
    def gain_over_hold_at(self) -> float:
        """By how much all stopping rules raise the chance to win from the start."""
        return float(self.gains[-1, 0])

    @property
    def not_thresholds(self) -> int:
        """Number of states whose best rule is not a threshold."""
        return int((self.throws_again == 1).sum())

    @property
    def stored_not_thresholds(self) -> int:
        """Number of stored states whose best rule is not a threshold.

        States that differ only by an exchange of equal opponents are stored once.
        """
        return int(self.again.sum())

    @cached_property
    def gain(self) -> Array:
        """Loss of the best turn total to hold at, float64[banked, opponent, ...]; NaN where not stored."""
        return spread(self.gains, self._every_place, np.nan)

    @cached_property
    def throws_again(self) -> Flags:
        """Whether the rule is no threshold, int8[banked, opponent, ...], or NOT_STORED."""
        return spread(self.again, self._every_place, NOT_STORED)

    @property
    def level_gain(self) -> Array:
        """Loss of the best turn total to hold at, where all opponents have the same score.

        float64[banked, opponents], NaN where that is not stored
        """
        return spread(self.gains, self._level_places, np.nan)

    @property
    def level_throws_again(self) -> Flags:
        """Whether the rule is no threshold where all opponents have the same score.

        int8[banked, opponents], NOT_STORED where that is not stored
        """
        return spread(self.again, self._level_places, NOT_STORED)


def best_response_any_rule(
    turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], *, only_from_0: bool = False
) -> StoppingResponse:
    """Solve the best response over all stopping rules to one to four opponents that hold at n.

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
        states, or MOST_FROM_0
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps

    Examples
    --------
    >>> from solvers.games import pig
    >>> # 0.5231 by holding at n: Zhu et al. 2023
    >>> print(round(best_response_any_rule(pig.turn(), 100, (25,)).win_probability, 4))
    0.5231
    """
    check(goal, opponents_hold_at, MOST_OPPONENTS)
    gains = turns_that_hold(turn, goal)
    order, ordered = side_by_side(goal, opponents_hold_at)
    scores = tuple(scores_from_0(turn, goal, n) if only_from_0 else every_score(goal) for n in ordered)
    at, compiled = places(goal, ordered, scores), tables(turn)
    _refuse_many(goal, at, only_from_0)
    them = opponents(gains, goal, ordered, scores)
    table, states = np.zeros((int(at.start[-1]), goal)), int(at.start[1])
    found = RuleArrays(np.zeros((states, goal), np.int16), np.zeros((states, goal), np.int8))
    space = workspace(compiled, goal, turn.longest_gain)
    unsettled = _solve(compiled, gains.throw, them, at, space, table, found)
    if unsettled > LARGEST_RESIDUAL:
        where = f"goal {goal}, {MOST_SWEEPS} sweeps of one state"
        raise NotConverged(f"residual: expected at most {LARGEST_RESIDUAL}, got {unsettled} ({where}).")
    table = table[:states]
    thresholds = without_certificate(turn, goal, opponents_hold_at, only_from_0=only_from_0)
    # Rounding alone is below 0.
    gain = np.maximum(table - thresholds.table, 0.0)
    unproven = StoppingResponse(
        turn, goal, opponents_hold_at, order, at, table, found.least, 0.0, gain, found.again
    )
    if only_from_0:
        return replace(unproven, residual=residual_from_0(turn, goal, ordered, table))
    return replace(unproven, residual=residual(turn, goal, opponents_hold_at, unproven.value))


def _refuse_many(goal: int, at: Places, only_from_0: bool) -> None:
    """Refuse a case whose states do not fit into memory."""
    states, most = (
        (goal * int(at.start[-1]), MOST_FROM_0) if only_from_0 else (goal ** (1 + at.last.size), MOST_STATES)
    )
    if states > most:
        raise expected(
            "goal", f"at most {most:.1e} states of all players", f"{states:.1e}", "Make the goal smaller."
        )


@jit_allocating
def _solve(
    tables: TurnArrays,
    throw: Array,
    them: Opponents,
    at: Places,
    space: tuple[Array, Array],
    table: Array,
    out_rules: RuleArrays,
) -> float:
    """Solve all states, row by row; return the residual of a state that did not converge, else 0.

    Parameters
    ----------
    tables : the turn
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    them : all opponents
    at : places of their scores
    space : throws and positions of `turns.backward.workspace`, written
    table : float64[place, banked], on entry 0; on return its first part is the value, the rest holds
        expectations over the opponents' turns
    out_rules : [place, banked], all written
    """
    count = at.last.size
    goal = at.rank.shape[1]
    size = at.size[-1]
    width = size + LANES
    worth = RowWorth(np.zeros((goal, width)), np.zeros((goal, width)))
    rules = RuleArrays(np.zeros((goal, width), np.int16), np.zeros((goal, width), np.int8))
    share = np.zeros(width)
    ranks = at.size - 1
    winners = np.zeros(count)
    own = np.zeros(goal)
    more = True
    while more:
        equal, lowest = equals(at, ranks)
        for b in range(size - 1, lowest - 1, -1):
            ranks[count - 1] = b
            first_turns(them, at, 0, ranks, table)
            last_turn(them, at, ranks, table, own)
            copy_row(own, worth.hold[:, b])
        nothing, something = nobody_else(them, ranks, winners)
        shares(winners, them.wins[count - 1], share[:size])
        row = Row(nothing, something, equal, lowest, size)
        unsettled = solve_row(tables, throw, them, row, share, space, worth, rules)
        if unsettled > LARGEST_RESIDUAL:
            return unsettled
        for b in range(size - 1, lowest - 1, -1):
            ranks[count - 1] = b
            found = place(at, 0, ranks)
            copy_row(worth.value[:, b], own)
            copy_row(rules.least[:, b], out_rules.least[found])
            copy_row(rules.again[:, b], out_rules.again[found])
            copy_row(own, table[found])
            settle(them, at, 0, ranks, own, table)
        more = next_row(at, ranks)
    return 0.0
