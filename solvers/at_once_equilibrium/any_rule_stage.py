"""One turn of both players over all stopping rules: the equilibrium of a state by double oracle.

A stopping rule is a distribution over final gains. With p and q the distributions of both players' rules, and
V the values of the scores after the turn,

    N(p, q) = sum over (a, b) but (0, 0) of p(a) q(b) V(i + a, j + b),   L(p, q) = 1 - p(0) q(0),

the state's value v is the one for which the matrix game N - v L over all rules has value 0. Few rules are
needed. Double oracle (McMahan, Gordon & Blum 2003) starts with one rule for each player, solves the game over
the current rules, and adds each player's best rule against the other's strategy, found by optimal stopping,
until neither gains by it; there are finitely many rules. The sum of both gains is the *gap*.

The current rules form a matrix game that is repeated until somebody scores: `looping_game.py` solves it.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.at_once_equilibrium.stopping_rules import best_rule, follow
from solvers.jit import jit, jit_inline
from solvers.matrix_games import looping_game
from solvers.matrix_games.simplex import Workspace, workspace
from solvers.turns.forward import HoldAt

# Gaps up to this, divided by the chance to leave the state, are rounding: sums of products of probabilities
# leave a few units in the last place.
ROUNDING_GAP = 2e-15
# Largest accepted gap, if the best rules are among the current ones; the rest is hidden by rounding.
LARGEST_GAP = 1e-12
# Most rules of one player in one state.
MOST_RULES = 64


class StoppingRules(NamedTuple):
    """One player's rules in a state.

    Attributes
    ----------
    holds : int8[rule, turn_total], 1 where it holds; the last row is for the best rule, before it is added
    ends : float64[rule, gain], chance of each final gain
    score : float64[rule], chance of a gain other than 0
    meets : float64[rule, gain], value to the row player of each final gain of the other player against the
        rule, without the return to the same state
    strategy : float64[rule], probability of each rule
    """

    holds: Flags
    ends: Array
    score: Array
    meets: Array
    strategy: Array


class WorthOfScores(NamedTuple):
    """Values to the row player of both players' scores after a turn, in both orders of the axes.

    Attributes
    ----------
    by_row : float64[row player's score, column player's score], the goal as the last score of both
    by_column : float64[column player's score, row player's score], the same numbers
    """

    by_row: Array
    by_column: Array


class Scratch(NamedTuple):
    """Buffers for the game of a state.

    Attributes
    ----------
    pays : float64[row rule, column rule], N of the current rules
    leaves : float64[row rule, column rule], L, the chance to leave the state
    net : float64[row rule, column rule], N - v L
    space : buffers of the simplex method
    reach : float64[gain], chance that the turn total ever equals it
    row_worth, column_worth : float64[gain], value of each final gain to either player, minus the value
    """

    pays: Array
    leaves: Array
    net: Array
    space: Workspace
    reach: Array
    row_worth: Array
    column_worth: Array


def rules(goal: int) -> StoppingRules:
    """Buffers for one player's rules."""
    long = (MOST_RULES + 1, goal + 1)
    return StoppingRules(
        np.zeros(long, np.int8), np.zeros(long), np.zeros(MOST_RULES), np.zeros(long), np.zeros(MOST_RULES)
    )


def scratch(goal: int) -> Scratch:
    """Buffers for the games of all states."""
    square = (MOST_RULES, MOST_RULES)
    gains = [np.zeros(goal + 1) for _ in range(3)]
    return Scratch(np.zeros(square), np.zeros(square), np.zeros(square), workspace(*square), *gains)


class StageSolution(NamedTuple):
    """The equilibrium of one state.

    Attributes
    ----------
    value : value to the row player
    gap : sum of both players' gains by their best rules
    rows, columns : number of current rules of either player
    """

    value: float
    gap: float
    rows: int
    columns: int


@jit
def solve_stage(
    turn: HoldAt,
    worth: WorthOfScores,
    scores: tuple[int, int],
    confined: tuple[bool, bool],
    players: tuple[StoppingRules, StoppingRules],
    scratch: Scratch,
    guess: float,
) -> StageSolution:
    """The equilibrium of one state.

    Parameters
    ----------
    turn : from `turns.forward.hold_at`
    worth : values of scores after the turn; 0 in this state
    scores : (banked, opponent)
    confined : whether the row player, and the column player, must hold from some turn total on
    players : the row player's and the column player's rules and strategies, written up to the returned
        numbers of rules
    scratch : written
    guess : estimate of the value; a bad one costs a step
    """
    row, column = players
    lacking = row.holds.shape[1] - 1 - scores[0], column.holds.shape[1] - 1 - scores[1]
    for own in players:
        own.holds[-1, :1] = 0
        own.holds[-1, 1:] = 1
    rows = 0
    columns = 0
    value = guess
    gap = 1.0
    row_gain = 1.0
    column_gain = 1.0
    while True:
        known = rows, columns
        if row_gain > 0.0 and _add(turn.throw, worth.by_row, scores, lacking, row, rows, scratch.reach):
            rows += 1
        if column_gain > 0.0 and _add(
            turn.throw, worth.by_column, scores[::-1], lacking[::-1], column, columns, scratch.reach
        ):
            columns += 1
        if known == (rows, columns):
            return StageSolution(value, gap, rows, columns)
        _payoffs(players, known, (rows, columns), lacking[0], scratch)
        value, unsettled = looping_game.equilibrium(
            scratch.pays,
            scratch.leaves,
            (rows, columns),
            value,
            scratch.net,
            scratch.space,
            row.strategy,
            column.strategy,
        )
        if unsettled == np.inf:
            return StageSolution(value, unsettled, rows, columns)
        row_worth = scratch.row_worth[: lacking[0] + 1]
        column_worth = scratch.column_worth[: lacking[1] + 1]
        _against(column, columns, value, 1.0, row_worth)
        _against(row, rows, value, -1.0, column_worth)
        row_gain = best_rule(turn, confined[0], row_worth, row.holds[-1])
        column_gain = best_rule(turn, confined[1], column_worth, column.holds[-1])
        gap = max(row_gain + column_gain, 0.0)
        if (
            gap <= ROUNDING_GAP * _leaving(players, (rows, columns), scratch.leaves)
            or max(rows, columns) == MOST_RULES
        ):
            return StageSolution(value, gap, rows, columns)


@jit
def _add(
    throw: Array,
    worth: Array,
    scores: tuple[int, int],
    lacking: tuple[int, int],
    own: StoppingRules,
    count: int,
    reach: Array,
) -> bool:
    """Add the rule in the last row of `holds` to a player's rules; return whether it is new.

    Parameters
    ----------
    throw : float64[longest gain + 1], chance of each gain in one throw; index 0 is a bust
    worth : float64[own score, other's score], values to the row player of scores after the turn
    scores : (own, other's)
    lacking : points to the goal, (own, other's)
    own : the player's rules; the next one is written
    count : number of rules so far
    reach : float64[lacking + 1] or longer, written
    """
    ends = own.ends[count, : lacking[0] + 1]
    meets = own.meets[count, : lacking[1] + 1]
    for total in range(lacking[0]):
        own.holds[count, total] = own.holds[-1, total]
    own.score[count] = follow(throw, own.holds[count], reach[: lacking[0] + 1], ends)
    for known in range(count):
        same = 0
        while same < ends.size and own.ends[known, same] == ends[same]:
            same += 1
        if same == ends.size:
            return False
    meets[:] = 0.0
    for gain in range(lacking[0] + 1):
        chance = ends[gain]
        if chance > 0.0:
            for other in range(lacking[1] + 1):
                meets[other] += chance * worth[scores[0] + gain, scores[1] + other]
    return True


@jit
def _payoffs(
    players: tuple[StoppingRules, StoppingRules],
    known: tuple[int, int],
    counts: tuple[int, int],
    lacking: int,
    scratch: Scratch,
) -> None:
    """Write N and L for the new pairs of rules.

    Parameters
    ----------
    players : the row player's and the column player's rules
    known : (rows, columns), numbers of rules whose N and L are known
    counts : (rows, columns), current numbers of rules
    lacking : points that the row player lacks to the goal
    scratch : its `pays` and `leaves` are written
    """
    row, column = players
    for r in range(counts[0]):
        for c in range(known[1] if r < known[0] else 0, counts[1]):
            pays = 0.0
            for gain in range(lacking + 1):
                pays += row.ends[r, gain] * column.meets[c, gain]
            scratch.pays[r, c] = pays
            scratch.leaves[r, c] = row.score[r] + row.ends[r, 0] * column.score[c]


@jit_inline
def _leaving(players: tuple[StoppingRules, StoppingRules], counts: tuple[int, int], leaves: Array) -> float:
    """The chance to leave the state if both play their strategies.

    Parameters
    ----------
    players : the row player's and the column player's strategies
    counts : (rows, columns), current numbers of rules
    leaves : float64[row rule, column rule], L
    """
    leaving = 0.0
    for r in range(counts[0]):
        for c in range(counts[1]):
            leaving += players[0].strategy[r] * players[1].strategy[c] * leaves[r, c]
    return leaving


@jit_inline
def _against(other: StoppingRules, count: int, value: float, sign: float, out: Array) -> None:
    """Value of each of a player's final gains against the other's strategy, minus the state's value.

    Parameters
    ----------
    other : the other player's rules and strategy
    count : number of its rules
    value : value to the row player
    sign : 1 for values to the row player, -1 for the column player
    out : float64[gain], written
    """
    out[:] = 0.0
    score = 0.0
    for rule in range(count):
        chance = other.strategy[rule]
        if chance > 0.0:
            score += chance * other.score[rule]
            for gain in range(out.size):
                out[gain] += chance * other.meets[rule, gain]
    for gain in range(out.size):
        out[gain] = sign * (out[gain] - value * (score if gain == 0 else 1.0))
