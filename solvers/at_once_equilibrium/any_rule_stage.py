"""One turn of both players over all stopping rules: the equilibrium of a state by double oracle.

A stopping rule is a distribution over final gains, so with p and q those of both players' rules and V what
the scores are worth afterwards,

    N(p, q) = sum over (a, b) but (0, 0) of p(a) q(b) V(i + a, j + b),   L(p, q) = 1 - p(0) q(0),

the state's value v is where the matrix game N - v L over all rules is worth 0. Few rules are needed. Double
oracle (McMahan, Gordon & Blum 2003) begins with one rule for each player, solves the game over the rules it
has, and adds each player's best rule against the other's strategy, found by optimal stopping, until neither
gains by it; there are finitely many rules. What both would gain together is the *gap*.

The rules at hand are a matrix game that is played again until somebody scores: `looping_game.py` solves it.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.at_once_equilibrium.stopping_rules import best_rule, follow
from solvers.jit import jit, jit_inline
from solvers.matrix_games import looping_game
from solvers.matrix_games.simplex import Workspace, workspace
from solvers.turns.forward import HoldAt

# Of what both could gain in one turn that leaves the state; sums of products of probabilities leave some
# units in the last place.
TOLERANCE = 2e-15
# Where the best rules are among those at hand, rounding hides the rest: so much is accepted.
LARGEST = 1e-12
MOST_RULES = 64


class StoppingRules(NamedTuple):
    """One player's rules in a state.

    Attributes
    ----------
    holds : int8[rule, turn_total], 1 where it holds; the last row is for the best rule, before it is added
    ends : float64[rule, gain], chance of each final gain
    score : float64[rule], chance of any but 0
    meets : float64[rule, gain], what each final gain of the other player is worth to the row player against
        it, the return of the very state besides
    strategy : float64[rule], probability of each
    """

    holds: Flags
    ends: Array
    score: Array
    meets: Array
    strategy: Array


class Scratch(NamedTuple):
    """Room to work: payoffs, chances to leave the state, payoffs net of these, [row, column]; for the simplex
    method; three of [gain].
    """

    pays: Array
    leaves: Array
    net: Array
    space: Workspace
    reach: Array
    row_worth: Array
    column_worth: Array


def rules(goal: int) -> StoppingRules:
    """Room for one player's rules."""
    long = (MOST_RULES + 1, goal + 1)
    return StoppingRules(
        np.zeros(long, np.int8), np.zeros(long), np.zeros(MOST_RULES), np.zeros(long), np.zeros(MOST_RULES)
    )


def room(goal: int) -> Scratch:
    """Room to work."""
    square = (MOST_RULES, MOST_RULES)
    gains = [np.zeros(goal + 1) for _ in range(3)]
    return Scratch(np.zeros(square), np.zeros(square), np.zeros(square), workspace(*square), *gains)


@jit
def solve_stage(
    turn: HoldAt,
    worth: tuple[Array, Array],
    scores: tuple[int, int],
    confined: tuple[bool, bool],
    players: tuple[StoppingRules, StoppingRules],
    room: Scratch,
    guess: float,
) -> tuple[float, float, int, int]:
    """The equilibrium of one state; returns its value, the gap, and both players' numbers of rules.

    Parameters
    ----------
    worth : what scores after the turn are worth to the row player, float64[banked + 1, opponent + 1] and
        transposed; 0 in this state
    scores : banked, opponent
    confined : whether the row player, and the column player, may only hold from some turn total on
    players : become the rules and the strategies, of rules up to the numbers returned
    guess : of the value; a rough one costs a step
    """
    row, column = players
    lacking = row.holds.shape[1] - 1 - scores[0], column.holds.shape[1] - 1 - scores[1]
    for own in players:
        own.holds[-1, :1], own.holds[-1, 1:] = 0, 1
    rows, columns, value, gap, row_gain, column_gain = 0, 0, guess, 1.0, 1.0, 1.0
    while True:
        known = rows, columns
        if row_gain > 0.0 and _add(turn.throw, worth[0], scores, lacking, row, rows, room.reach):
            rows += 1
        if column_gain > 0.0 and _add(
            turn.throw, worth[1], scores[::-1], lacking[::-1], column, columns, room.reach
        ):
            columns += 1
        if known == (rows, columns):
            return value, gap, rows, columns
        _payoffs(players, known, (rows, columns), lacking[0], room)
        value, unsettled = looping_game.equilibrium(
            room.pays,
            room.leaves,
            (rows, columns),
            value,
            room.net,
            room.space,
            row.strategy,
            column.strategy,
        )
        if unsettled == np.inf:
            return value, unsettled, rows, columns
        row_worth, column_worth = room.row_worth[: lacking[0] + 1], room.column_worth[: lacking[1] + 1]
        _against(column, columns, value, 1.0, row_worth)
        _against(row, rows, value, -1.0, column_worth)
        row_gain = best_rule(turn, confined[0], row_worth, row.holds[-1])
        column_gain = best_rule(turn, confined[1], column_worth, column.holds[-1])
        gap = max(row_gain + column_gain, 0.0)
        if (
            gap <= TOLERANCE * _leaving(players, (rows, columns), room.leaves)
            or max(rows, columns) == MOST_RULES
        ):
            return value, gap, rows, columns


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
    """Make the rule in the last row of `holds` the next one; returns whether it is new.

    worth : float64[own score, other's score]
    """
    ends, meets = own.ends[count, : lacking[0] + 1], own.meets[count, : lacking[1] + 1]
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
    room: Scratch,
) -> None:
    """N and L of the pairs of rules that are new."""
    row, column = players
    for r in range(counts[0]):
        for c in range(known[1] if r < known[0] else 0, counts[1]):
            pays = 0.0
            for gain in range(lacking + 1):
                pays += row.ends[r, gain] * column.meets[c, gain]
            room.pays[r, c] = pays
            room.leaves[r, c] = row.score[r] + row.ends[r, 0] * column.score[c]


@jit_inline
def _leaving(players: tuple[StoppingRules, StoppingRules], counts: tuple[int, int], leaves: Array) -> float:
    """The chance to leave the state, if both play their strategies."""
    leaving = 0.0
    for r in range(counts[0]):
        for c in range(counts[1]):
            leaving += players[0].strategy[r] * players[1].strategy[c] * leaves[r, c]
    return leaving


@jit_inline
def _against(other: StoppingRules, count: int, value: float, sign: float, out: Array) -> None:
    """What each of a player's final gains is worth against the other's strategy, less the value:
    float64[gain].
    """
    out[:], score = 0.0, 0.0
    for rule in range(count):
        chance = other.strategy[rule]
        if chance > 0.0:
            score += chance * other.score[rule]
            for gain in range(out.size):
                out[gain] += chance * other.meets[rule, gain]
    for gain in range(out.size):
        out[gain] = sign * (out[gain] - value * (score if gain == 0 else 1.0))
