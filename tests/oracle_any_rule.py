"""Slow and obvious equilibria of simultaneous Pig, and best deviations in fractions. Nothing of the project
is imported.

Over all stopping rules a turn of both is one linear program in sequence form: the first player's unknowns are
the chances to throw on from each turn total, the second's best reply enters by its dual. Over turn totals to
hold at it is the program of a matrix game. A state's value is where the game that pays the value for its
return is worth it, found by bisection.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import brentq, linprog

from tests.oracle import Game, Number, bust, ends_of

Array = Any
State = tuple[int, int]
PRECISE = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def flows(game: Game, lacking: int) -> tuple[Array, Array]:
    """Chances of the final gains, and to come to each turn total, as matrices on the chances to throw on from
    0, 1, .
    """
    ends, comes = np.zeros((lacking + 1, lacking)), np.zeros((lacking, lacking))
    for total in range(lacking):
        ends[0, total] += float(bust(game[0]))
        for result in game[0]:
            there = min(total + result.gain, lacking)
            ends[there, total] += float(result.probability)
            if there < lacking:
                comes[there, total] += float(result.probability)
        if total > 0:
            ends[total, total] -= 1.0
    return ends, comes


def over_all_rules(game: Game, pays: Array) -> float:
    """What a turn of both is worth to the first; pays[own gain, other's gain], the last gain the goal."""
    (ends, comes), (their_ends, they_come) = (flows(game, size - 1) for size in pays.shape)
    mine, theirs = comes.shape[0], they_come.shape[0]
    # Throwing on from y costs the other what it brings the first, and saves what y and the turn totals after
    # it are held for.
    dual = (they_come - np.eye(theirs)).T
    dual[:, 0] = np.eye(theirs)[0]
    rows = np.block(
        [[-their_ends.T @ pays.T @ ends, dual], [(np.eye(mine) - comes)[1:], np.zeros((mine - 1, theirs))]]
    )
    bounds = [(1.0, 1.0)] + [(0.0, None)] * (mine - 1) + [(None, None)] + [(0.0, None)] * (theirs - 1)
    return _most(np.eye(mine + theirs)[mine], rows, bounds)


def over_thresholds(game: Game, pays: Array) -> float:
    """The same if both only hold from some turn total on, or draw such a turn total."""
    mine, theirs = (_thresholds(game, size - 1) for size in pays.shape)
    matrix = mine @ pays @ theirs.T
    return _matrix_game(matrix)


def against_all_rules(game: Game, pays: Array) -> float:
    """The same if only the first does."""
    ends = _thresholds(game, pays.shape[0] - 1)
    their_ends, they_come = flows(game, pays.shape[1] - 1)
    mine, theirs = len(ends), they_come.shape[0]
    dual = (they_come - np.eye(theirs)).T
    dual[:, 0] = np.eye(theirs)[0]
    rows = np.hstack([-their_ends.T @ pays.T @ ends.T, dual])
    bounds = [(0.0, None)] * mine + [(None, None)] + [(0.0, None)] * (theirs - 1)
    return _most(
        np.eye(mine + theirs)[mine], rows, bounds, one=np.concatenate([np.ones(mine), np.zeros(theirs)])
    )


def _thresholds(game: Game, lacking: int) -> Array:
    """Chance of each final gain by holding at 1, 2, ..., [turn total to hold at, gain]."""
    found = np.zeros((lacking, lacking + 1))
    for k in range(1, lacking + 1):
        for gain, chance in ends_of(game, k).items():
            found[k - 1, min(gain, lacking)] += float(chance)
    return found


def _matrix_game(matrix: Array) -> float:
    mine, theirs = matrix.shape
    rows = np.hstack([-matrix.T, np.ones((theirs, 1))])
    return _most(
        np.eye(mine + 1)[mine], rows, [(0.0, None)] * mine + [(None, None)], one=np.append(np.ones(mine), 0.0)
    )


def _most(aim: Array, rows: Array, bounds: list[Any], one: Array | None = None) -> float:
    equal = {} if one is None else {"A_eq": one[None], "b_eq": [1.0]}
    found = linprog(-aim, A_ub=rows, b_ub=np.zeros(len(rows)), bounds=bounds, options=PRECISE, **equal)
    assert found.status == 0, found.message
    return float(-found.fun)


def values(game: Game, goal: int, turn_of_both: Callable[[Game, Array], float]) -> Array:
    """Value of each state, float64[banked, opponent]."""
    after = np.zeros((goal + 1, goal + 1))
    after[goal], after[goal, goal] = 1.0, 0.5
    for i, j in sorted(product(range(goal), repeat=2), key=sum, reverse=True):

        def excess(value: float, i: int = i, j: int = j) -> float:
            pays = after[i:, j:] - value
            pays[0, 0] = 0.0
            return turn_of_both(game, pays)

        after[i, j] = brentq(excess, 0.0, 1.0, xtol=1e-12)
    return after[:goal, :goal]


def deviations(game: Game, goal: int, throws_on: Array) -> dict[State, Number]:
    """What the best deviation wins against a strategy, as a fraction: every rule of a state's turn, one after
    the other.
    """
    won: dict[State, Number] = {}
    for i, j in sorted(product(range(goal), repeat=2), key=sum, reverse=True):
        theirs = _ends(game, goal - j, [Fraction(float(chance)) for chance in throws_on[j, i]])
        best = Fraction(0)
        for again in product((Fraction(0), Fraction(1)), repeat=goal - i - 1):
            mine = _ends(game, goal - i, [Fraction(1), *again])
            worth, leaves = Fraction(0), 1 - mine[0] * theirs[0]
            for (a, p), (b, q) in product(mine.items(), theirs.items()):
                if i + a >= goal:
                    worth += p * q / (2 if j + b >= goal else 1)
                elif j + b < goal and a + b > 0:
                    worth += p * q * won[i + a, j + b]
            best = max(best, worth / leaves)
        won[i, j] = best
    return won


def _ends(game: Game, lacking: int, again: list[Number]) -> dict[int, Number]:
    """Chance of each final gain by the chances to throw again at 1, 2, ...; 0 is a bust."""
    coming, ends = {0: Fraction(1)}, {0: Fraction(0)}
    for total in range(lacking):
        here = coming.pop(total, Fraction(0))
        thrown = here * (again[total] if total else 1)
        ends[total] = ends.get(total, Fraction(0)) + here - thrown
        ends[0] += thrown * bust(game[0])
        for result in game[0]:
            coming[total + result.gain] = (
                coming.get(total + result.gain, Fraction(0)) + thrown * result.probability
            )
    for total, chance in coming.items():
        ends[total] = ends.get(total, Fraction(0)) + chance
    return ends
