"""Slow and obvious answers for fixed policies in a race. Nothing of the project is imported; a solver's turn
is read as plain data.

A race of two fixed policies is a Markov chain, whose linear equations are solved at once, all states
together: by elimination with fractions, or by NumPy with floats. A policy is a function of (own scoring
turns, other's scoring turns, own score, other score, turn total) that says whether to throw again.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np

Number = Any
Policy = Callable[[int, int, int, int, int], bool]
State = tuple[int, int, int, int, int]


class Rules(NamedTuple):
    """One throw, over and over."""

    gains: tuple[tuple[int, Number], ...]
    bust: Number
    wipe: Number
    least: int


def rules_of(turn: Any, exactly: bool = False) -> Rules:
    """What a solver's turn says."""
    (throw,) = turn.throws
    number = Fraction if exactly else float
    gains = tuple((one.gain, number(one.probability)) for one in throw.outcomes)
    return Rules(gains, number(throw.bust), number(throw.wipe), turn.least_score)


def turn_ends(
    rules: Rules, throws_again: Callable[[int], bool], lacking: int
) -> tuple[dict[int, Number], Number, Number]:
    """Where a turn ends: chance by gain, of a bust, of a wipe."""
    ends: dict[int, Number] = {}
    lost = [0, 0]

    def play(turn_total: int, chance: Number) -> None:
        if turn_total and (turn_total >= lacking or not throws_again(turn_total)):
            ends[turn_total] = ends.get(turn_total, 0) + chance
            return
        lost[0] += chance * rules.bust
        lost[1] += chance * rules.wipe
        for gain, probability in rules.gains:
            play(turn_total + gain, chance * probability)

    play(0, 1)
    return ends, lost[0], lost[1]


def after_turn(
    rules: Rules, goal: int, counts: int, policy: Policy, state: tuple[int, int, int, int]
) -> dict[Any, Number]:
    """Where a player's turn leads from (own scoring turns, other's, own score, other score): such a state, or
    "won".
    """
    c, d, i, j = state
    ends, bust, wipe = turn_ends(rules, lambda turn_total: policy(c, d, i, j, turn_total), goal - i)
    leads: dict[Any, Number] = {}

    def add(scored: int, score: int, chance: Number) -> None:
        there = "won" if score >= goal else (scored, d, score, j)
        leads[there] = leads.get(there, 0) + chance

    for gain, chance in ends.items():
        add(min(c + 1, counts - 1), i + gain, chance)
    add(c, i + rules.least, bust)
    add(0, 0, wipe)
    return leads


def head_to_head(
    rules: Rules, goal: int, own: tuple[int, Policy], other: tuple[int, Policy]
) -> dict[State, Number]:
    """Own's chance to win by (who is to move: 0 own, 1 other; own's scoring turns, other's, own score, other
    score).

    own, other : how many scoring turns each tells apart, and the policy
    """
    exactly = isinstance(rules.bust, Fraction)
    counted = list(product(range(own[0]), range(other[0]), range(goal), range(goal)))
    states = [(mover, *state) for mover in (0, 1) for state in counted]
    place = {state: row for row, state in enumerate(states)}
    rows: list[dict[int, Number]] = []
    right: list[Number] = []
    for mover, c, d, i, j in states:
        row: dict[int, Number] = {place[mover, c, d, i, j]: Fraction(1) if exactly else 1.0}
        constant: Number = 0
        counts, policy = (own, other)[mover]
        for there, chance in after_turn(
            rules, goal, counts, policy, (d, c, j, i) if mover else (c, d, i, j)
        ).items():
            if there == "won":
                constant += chance * (1 - mover)
            else:
                there = (there[1], there[0], there[3], there[2]) if mover else there
                column = place[(1 - mover, *there)]
                row[column] = row.get(column, 0) - chance
        rows.append(row)
        right.append(constant)
    return dict(zip(states, eliminate(rows, right) if exactly else _solve(rows, right), strict=True))


def eliminate(rows: list[dict[int, Number]], right: list[Number]) -> list[Number]:
    """Gauss and Jordan, with fractions."""
    for pivot in range(len(rows)):
        scale = rows[pivot][pivot]
        rows[pivot] = {column: entry / scale for column, entry in rows[pivot].items() if entry}
        right[pivot] /= scale
        for other in range(len(rows)):
            factor = rows[other].get(pivot, 0)
            if other != pivot and factor:
                for column, entry in rows[pivot].items():
                    rows[other][column] = rows[other].get(column, 0) - factor * entry
                right[other] -= factor * right[pivot]
    return right


def _solve(rows: list[dict[int, float]], right: list[float]) -> list[float]:
    matrix = np.zeros((len(rows), len(rows)))
    for index, row in enumerate(rows):
        for column, entry in row.items():
            matrix[index, column] = entry
    solved: list[float] = np.linalg.solve(matrix, np.array(right, float)).tolist()
    return solved


def best_turn(
    rules: Rules, goal: int, banked: int, handed: Callable[[int, bool], Number], wiped: Number
) -> Number:
    """A turn's greatest worth, if handing over the turn with a score, by holding or not, is worth
    handed(score, held).
    """

    def thrown(x: int) -> Number:
        bust = banked + rules.least
        worth = rules.bust * (1 if bust >= goal else handed(bust, False)) + rules.wipe * wiped
        return worth + sum(chance * standing(x + gain) for gain, chance in rules.gains)

    def standing(x: int) -> Number:
        return 1 if x >= goal else max(handed(x, True), thrown(x))

    return thrown(banked)


def best_response(rules: Rules, goal: int, opponent: tuple[int, Policy]) -> dict[State, float]:
    """The responder's chance to win by (who is to move: 0 responder; the opponent's scoring turns,
    responder's score, opponent's score).

    Value iteration over all states, from 0: so everything only grows, rounding included, and the end is
    reached.
    """
    counts, policy = opponent
    states = list(product(range(counts), range(goal), range(goal)))
    won = {(mover, *state): 0.0 for mover in (0, 1) for state in states}
    leads = {(d, i, j): after_turn(rules, goal, counts, policy, (d, 0, j, i)) for d, i, j in states}
    change = 1.0
    while change > 0.0:
        change = 0.0
        for d, i, j in reversed(states):
            theirs = sum(
                chance * won[0, there[0], i, there[2]]
                for there, chance in leads[d, i, j].items()
                if there != "won"
            )
            change, won[1, d, i, j] = max(change, abs(theirs - won[1, d, i, j])), theirs
            mine = best_turn(rules, goal, i, lambda x, held, d=d, j=j: won[1, d, x, j], won[1, d, 0, j])
            change, won[0, d, i, j] = max(change, abs(mine - won[0, d, i, j])), mine
    return won


def turns_to_goal(rules: Rules, goal: int, n: int, most: int) -> np.ndarray[Any, Any]:
    """Chance that hold at n reaches the goal in exactly its t-th turn, for t from 0 to `most`, by playing all
    turns forwards.
    """
    leads = [
        after_turn(rules, goal, 1, lambda c, d, i, j, turn_total: turn_total < n, (0, 0, i, 0))
        for i in range(goal)
    ]
    at = np.zeros(goal)
    at[0] = 1.0
    done = np.zeros(most + 1)
    for turn in range(1, most + 1):
        moved = np.zeros(goal)
        for i in range(goal):
            for there, chance in leads[i].items():
                if there == "won":
                    done[turn] += at[i] * chance
                else:
                    moved[there[2]] += at[i] * chance
        at = moved
    return done


def play(
    faces: np.ndarray[Any, Any],
    goal: int,
    own: Callable[..., Any],
    other: Callable[..., Any],
    caps: tuple[int, int],
    games: int,
    seed: int,
) -> int:
    """How many of the games own wins, moving first.

    faces : what each equally likely result of a throw does: points, 0 for a bust, -1 for a wipe
    own, other : functions of arrays (own scoring turns, other's, own score, other score, turn total) that say
    whether to throw caps : greatest numbers of scoring turns that the two count
    """
    random = np.random.default_rng(seed)
    scores, scored = np.zeros((2, games), int), np.zeros((2, games), int)
    mover, total, running, won = np.zeros(games, int), np.zeros(games, int), np.arange(games), 0
    while running.size:
        who, k = mover[running], total[running]
        mine, yours = scores[who, running], scores[1 - who, running]
        ends = (k > 0) & (mine + k >= goal)
        won += int((ends & (who == 0)).sum())
        running, who, k, mine, yours = running[~ends], who[~ends], k[~ends], mine[~ends], yours[~ends]
        c, d = scored[who, running], scored[1 - who, running]
        throws = np.where(who == 0, own(c, d, mine, yours, k), other(c, d, mine, yours, k)) | (k == 0)
        die = faces[random.integers(0, len(faces), running.size)]
        held, lost, wiped = ~throws, throws & (die <= 0), throws & (die < 0)
        scores[who[held], running[held]] += k[held]
        scored[who[held], running[held]] = np.minimum(c[held] + 1, np.array(caps)[who[held]])
        scores[who[wiped], running[wiped]] = 0
        scored[who[wiped], running[wiped]] = 0
        total[running] += np.where(throws, die, 0)
        over = running[held | lost]
        total[over] = 0
        mover[over] = 1 - mover[over]
    return won
