"""How published figures about one player alone are computed: one turn of Ten Thousand or Pig."""

from fractions import Fraction
from functools import cache

import numpy as np

from solvers.alone import exact
from solvers.alone.one_turn import SolitaireTurn, best_turn
from solvers.games import pig, ten_thousand
from solvers.games.turn import Position
from solvers.published.crocce_mordecki import NEVER_BEST
from solvers.published.figure import Numbers
from solvers.published.table_5 import CONFIGURATIONS
from solvers.published.table_6 import cells
from solvers.turns.forward import hold_at


@cache
def turn(*moves: str) -> SolitaireTurn:
    """Return Ten Thousand with these moves, or all."""
    return best_turn(ten_thousand.turn(moves) if moves else ten_thousand.turn())


@cache
def _in_fractions() -> tuple[tuple[Position, ...], exact.Fractions]:
    """Ten Thousand with all moves: its positions, and the values of its throws in fractions."""
    rules = ten_thousand.turn()
    return rules.positions, exact.thrown(rules)


def restricted(*moves: str) -> Numbers:
    """Most points with these moves only."""
    return (best_turn(ten_thousand.turn(moves)).expected_score,)


def restricted_in_fractions(*moves: str) -> Numbers:
    """Most points with these moves only, computed in fractions."""
    return (float(exact.thrown(ten_thousand.turn(moves))[0, 0]),)


def table_5() -> Numbers:
    """Chips and frequencies of every configuration."""
    counted = [ten_thousand.frequencies(dice) for dice in range(1, ten_thousand.DICE + 1)]
    rows = [(ten_thousand.score(own), *(found.get(own, 0) for found in counted)) for own in CONFIGURATIONS]
    return tuple(number for row in rows for number in row)


def table_6() -> Numbers:
    """The game's value, then value and action of every cell of Table 6."""
    found = turn()
    numbers = [found.expected_score]
    for cell in cells():
        numbers += [float(found.value[cell]), int(found.policy[cell])]
    return tuple(numbers)


def table_6_in_fractions() -> Numbers:
    """The same numbers, computed in fractions."""
    numbers = [float(_in_fractions()[1][0, 0])]
    for turn_total, index in cells():
        worth = _worth(turn_total, index)
        best = max(worth, key=lambda action: worth[action])
        numbers += [float(worth[best]), best]
    return tuple(numbers)


def never_best() -> Numbers:
    """For each move that is never optimal, the number of cells where it is as good as any, in fractions."""
    counted = dict.fromkeys(map(ten_thousand.ACTIONS.index, NEVER_BEST), 0)
    for turn_total, index in cells():
        worth = _worth(turn_total, index)
        for move in counted:
            counted[move] += worth.get(move) == max(worth.values())
    return tuple(counted.values())


def _worth(turn_total: int, position: int) -> dict[int, Fraction]:
    """The value of each action at a cell of Table 6."""
    positions, thrown = _in_fractions()
    return exact.choices(positions[position], turn_total, thrown)


def growth() -> Numbers:
    """The c > 1 for which a throw of Pig keeps the mean of c^turn_total, as a root of a polynomial."""
    gains = {outcome.gain: float(outcome.probability) for outcome in pig.turn().throws[0].outcomes}
    roots = np.roots([*(gains.get(gain, 0.0) for gain in range(max(gains), 0, -1)), -1.0])
    return tuple(float(root.real) for root in roots if root.imag == 0 and root.real > 1)


def growth_by_halves() -> Numbers:
    """The c > 1 for which a throw of Pig keeps the mean of c^turn_total, by bisection."""
    low, high = Fraction(1), Fraction(2)
    while high - low > Fraction(1, 2**40):
        middle = (low + high) / 2
        low, high = (middle, high) if thrown_on(middle) < 1 else (low, middle)
    return (float(low),)


def thrown_on(c: Fraction) -> Fraction:
    """The factor by which a throw of Pig changes the mean of c^turn_total.

    >>> # Crocce & Mordecki 2014, section 5.2, where it should be 1
    >>> print(round(float(thrown_on(Fraction("1.0646"))), 4))
    1.0746
    """
    return sum(
        (outcome.probability * c**outcome.gain for outcome in pig.turn().throws[0].outcomes), Fraction(0)
    )


def ending(gain: int) -> Numbers:
    """Probability that a turn of hold at 20 ends with a gain."""
    gains = hold_at(pig.turn(), 20)
    return (float(gains.bust[20] if gain == 0 else gains.stop[20, gain - 20]),)
