"""Simultaneous contests: the best response over all stopping rules of the turn, to opponents that hold at n.

A player sees nothing of the others' turns before all have ended, so within a turn only the own turn total is
news: a rule holds at some turn totals and throws on at others, whichever they are. With G(x) the expected
value of the score x over all that the opponents may do, G' the same without the return of the very state, and
w the chance that no opponent scores, the value of a state with own score i is

    value = F(G'(i) + w value),

F the value of a turn by the value of its bust, convex and piecewise affine, from the turn kernel: banking x
is worth G(x), or the expected share of the win from the goal on. Newton steps, which are policy iteration,
end after two or three sweeps. Each state has one equation of its own: as in `best_response.py` a row is all
states with the same scores of all opponents but the last, states of equal i + b are the lanes, b being the
last opponent's score, and the opponents' turns are those of `opponents_turns.py`.

A Newton step divides by 1 - w slope, the slope being the chance that the turn busts. Where nearly every turn
of everybody busts, that difference has lost its digits. There the rule found is valued by adding up positive
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
# Tables and their certificate go over all scores of all players, equal opponents or not: some gigabytes.
MOST_STATES = 110_000_000
# Where equal opponents are stored once: 37 bytes each.
MOST_FROM_0 = 320_000_000
# Beside 0 and 1 for a rule that is a threshold and one that is not.
NOT_STORED = 2


@dataclass(frozen=True)
class StoppingResponse(BestResponse):
    """The best response over all stopping rules.

    Its `actions` are the least turn totals at which the best rule holds; a tie holds.

    Attributes
    ----------
    gains : float64[place, banked], how much of the chance to win a best turn total to hold at misses, which
        is to be kept for a whole turn
    again : int8[place, banked], 1 where the rule throws on at a turn total that it can come to above one at
        which it holds
    """

    gains: Array
    again: Flags

    @property
    def gain_over_hold_at(self) -> float:
        """What all stopping rules add to the chance to win from the start."""
        return float(self.gains[-1, 0])

    @property
    def not_thresholds(self) -> int:
        """Number of states whose best rule is not to hold at some turn total and above."""
        return int((self.throws_again == 1).sum())

    @property
    def stored_not_thresholds(self) -> int:
        """Number of states that are stored whose best rule is not to hold at some turn total and above.

        States that differ only in which of equal opponents has which score are stored once.
        """
        return int(self.again.sum())

    @cached_property
    def gain(self) -> Array:
        """What a turn total to hold at misses, float64[banked, opponent, ...]; NaN where it is not stored."""
        return spread(self.gains, self._every_place, np.nan)

    @cached_property
    def throws_again(self) -> Flags:
        """Whether the rule is no threshold, int8[banked, opponent, ...], or NOT_STORED."""
        return spread(self.again, self._every_place, NOT_STORED)

    @property
    def level_gain(self) -> Array:
        """What a turn total to hold at misses where all opponents have the same score.

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
    only_from_0 : leave out all scores that no opponent has on its way from 0, instead of solving every score
        below the goal

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
    """Refuse more states than fit into memory."""
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
    """All states, row by row; returns the residual of one that did not converge, else 0.

    Parameters
    ----------
    tables : the turn
    throw : float64[gain], chance to gain that in one throw, a bust in 0
    them : all opponents
    at : places of their scores
    space : throws and positions of `turns.backward.workspace`, written
    table : float64[place, banked], comes with 0; its first part becomes the value, the others are for the
        opponents' turns
    out_rules : [place, banked], written whole
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
