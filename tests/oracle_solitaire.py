"""Slow and obvious answers for a player alone. Nothing of the project is imported; a solver's turn is read as
plain data.

All values are by memoised recursion over banked score, turn total and throw; as fractions if `number` is
Fraction.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

Number = Any
Worth = Callable[[int], Number]


def turn_worth(
    turn: Any, banked: int, stop: int, bank: Worth, bust: Number, wiped: Number, number: type = Fraction
) -> Number:
    """What the best opening is worth to a player who has so much banked and holds, whatever comes, when turn
    total `stop` is there, which is no less than an entry.
    """

    @cache
    def thrown(turn_total: int, throw: int) -> Number:
        rules = turn.throws[throw]
        worth = number(rules.bust) * bust + number(rules.wipe) * wiped
        for outcome in rules.outcomes:
            worth += number(outcome.probability) * standing(turn_total + outcome.gain, outcome.position)
        return worth

    @cache
    def standing(turn_total: int, position: int) -> Number:
        choices = [] if banked + turn_total < turn.entry else [bank(banked + turn_total)]
        if turn_total < stop:
            choices += [thrown(turn_total - way.given_up, way.throw) for way in turn.positions[position].ways]
        return max(choices)

    return max(thrown(0, opening) for opening in turn.openings)


def within_turns(turn: Any, goal: int, turns: int) -> list[list[Fraction]]:
    """Chance to reach the goal, by turns left and banked score."""

    def chance(left: int, score: int) -> Fraction:
        return Fraction(1) if score >= goal else known[left][score]

    known: list[list[Fraction]] = [[Fraction(0)] * goal]
    for left in range(1, turns + 1):
        known.append(
            [
                turn_worth(
                    turn,
                    banked,
                    goal - banked,
                    lambda score, left=left: chance(left - 1, score),
                    chance(left - 1, banked + turn.least_score),
                    chance(left - 1, 0),
                )
                for banked in range(goal)
            ]
        )
    return known


def most_points(turn: Any, turns: int, banked: int, stop: int, may_pass: bool) -> Fraction:
    """Expected final score, if one always holds when turn total `stop` is there."""

    @cache
    def score(left: int, own: int) -> Fraction:
        if left == 0:
            return Fraction(own)
        bust = score(left - 1, own + turn.least_score)
        thrown = turn_worth(turn, own, stop, lambda banked: score(left - 1, banked), bust, score(left - 1, 0))
        return max(bust, thrown) if may_pass else thrown

    return score(turns, banked)


def fewest_turns(turn: Any, goal: int) -> list[float]:
    """Expected turns by banked score: value iteration over all scores until nothing moves.

    It comes from below, and rounding keeps the order of numbers, so that it stands still at last; after some
    40 sweeps for each expected turn.
    """
    expected, last = [1.0] * goal, [0.0] * goal
    while expected != last:
        last = expected.copy()

        def cost(score: int) -> float:
            return 1.0 if score >= goal else 1.0 + expected[score]

        for banked in reversed(range(goal)):
            bust, wiped = -cost(banked + turn.least_score), -cost(0)
            expected[banked] = -turn_worth(
                turn, banked, goal - banked, lambda score: -cost(score), bust, wiped, float
            )
    return expected


def turns_are_fewest(turn: Any, goal: int, expected: list[Fraction]) -> bool:
    """Whether these are exactly the fewest turns by banked score: they solve the optimality equations in
    fractions.
    """

    def cost(score: int) -> Fraction:
        return Fraction(1) if score >= goal else 1 + expected[score]

    return all(
        expected[banked]
        == -turn_worth(
            turn,
            banked,
            goal - banked,
            lambda score: -cost(score),
            -cost(banked + turn.least_score),
            -cost(0),
        )
        for banked in range(goal)
    )
