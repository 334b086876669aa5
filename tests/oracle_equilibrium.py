"""Slow and obvious equilibria, in fractions. Nothing of the project is imported."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

from tests.oracle import Game, ends_of

Matrix = list[list[Fraction]]
Mix = list[Fraction]
# Values of games with mixtures are irrational; they are rounded to this many bits, and what that costs is
# looked at.
BITS = 100


def matrix_game(payoff: Matrix) -> tuple[Fraction, Mix, Mix]:
    """Value and optimal strategies: the first pair of supports of equal size on which both players are
    indifferent, and content.
    """
    rows, columns = range(len(payoff)), range(len(payoff[0]))
    for size in range(1, min(len(rows), len(columns)) + 1):
        for some, others in product(combinations(rows, size), combinations(columns, size)):
            y = _indifferent([[payoff[i][j] for j in others] for i in some])
            x = _indifferent([[payoff[i][j] for i in some] for j in others])
            if x is None or y is None or min(*x[1:], *y[1:]) < 0:
                continue
            value = y[0]
            x_all, y_all = _spread(x[1:], some, rows), _spread(y[1:], others, columns)
            best = max(sum(payoff[i][j] * y_all[j] for j in columns) for i in rows)
            worst = min(sum(x_all[i] * payoff[i][j] for i in rows) for j in columns)
            if best == value == worst:
                return value, x_all, y_all
    raise ArithmeticError("no equilibrium with a square support that is not singular")


def _spread(weights: Mix, some: tuple[int, ...], every: range) -> Mix:
    by_index = dict(zip(some, weights, strict=True))
    return [by_index.get(index, Fraction(0)) for index in every]


def _indifferent(rows: Matrix) -> Mix | None:
    """(value, weights) with every row worth the value and weights that add up to 1; None if these are not
    one.
    """
    size = len(rows)
    system = [[Fraction(-1), *row, Fraction(0)] for row in rows] + [
        [Fraction(0), *[Fraction(1)] * size, Fraction(1)]
    ]
    for column in range(size + 1):
        pivot = next((row for row in range(column, size + 1) if system[row][column] != 0), None)
        if pivot is None:
            return None
        system[column], system[pivot] = system[pivot], system[column]
        for row in range(size + 1):
            if row != column and system[row][column] != 0:
                factor = system[row][column] / system[column][column]
                system[row] = [
                    own - factor * other for own, other in zip(system[row], system[column], strict=True)
                ]
    return [system[row][-1] / system[row][row] for row in range(size + 1)]


def looping_game(payoff: Matrix, leave: Matrix) -> Fraction:
    """Value of a game that is played again until it ends: the ratio for strategies that are optimal at the
    last value, until that is it.

    That may run in circles. So what is possible is kept, and halved where the ratio is not in it, or after
    some steps.
    """
    ratios = [
        paid / left for pair in zip(payoff, leave, strict=True) for paid, left in zip(*pair, strict=True)
    ]
    value, lower, upper = Fraction(1, 2), min(ratios), max(ratios)
    for step in range(20 + BITS):
        net = [
            [paid - value * left for paid, left in zip(*pair, strict=True)]
            for pair in zip(payoff, leave, strict=True)
        ]
        missing, x, y = matrix_game(net)
        leaving = sum(x[i] * leave[i][j] * y[j] for i in range(len(x)) for j in range(len(y)))
        following = _rounded(value + missing / leaving)
        lower, upper = (value, upper) if missing > 0 else (lower, value)
        if not lower <= following <= upper or (step > 10 and step % 2):
            following = _rounded((lower + upper) / 2)
        if abs(following - value) <= Fraction(4, 2**BITS):
            return following
        value = following
    raise ArithmeticError("no value")


def _rounded(number: Fraction) -> Fraction:
    return Fraction(round(number * 2**BITS), 2**BITS)


def stage(
    game: Game, goal: int, state: tuple[int, int], won: dict[tuple[int, int], Any]
) -> tuple[Matrix, Matrix]:
    """(what a turn pays unless nobody scores, chance that somebody scores), by both players' turn totals to
    hold at.
    """
    banked, opponent = state
    payoff, leave = [], []
    for own in range(1, goal - banked + 1):
        paid_row, leave_row = [], []
        for other in range(1, goal - opponent + 1):
            paid, stay = Fraction(0), Fraction(0)
            for (gain, chance), (loss, likely) in product(
                ends_of(game, own).items(), ends_of(game, other).items()
            ):
                after = banked + gain, opponent + loss
                if after == state:
                    stay += chance * likely
                elif max(after) < goal:
                    paid += chance * likely * won[after]
                elif after[0] >= goal:
                    paid += chance * likely * (Fraction(1, 2) if after[1] >= goal else 1)
            paid_row.append(paid)
            leave_row.append(1 - stay)
        payoff.append(paid_row)
        leave.append(leave_row)
    return payoff, leave


def simultaneous(game: Game, goal: int) -> dict[tuple[int, int], Fraction]:
    """Chance to win of who has the first score, both at their best, to BITS bits."""
    won: dict[tuple[int, int], Fraction] = {}
    for state in sorted(product(range(goal), repeat=2), key=sum, reverse=True):
        won[state] = looping_game(*stage(game, goal, state, won))
    return won
