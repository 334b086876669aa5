"""Turns in which one must throw on somewhere, and in which little may not be banked, in fractions: by the
rules as they are written, one throw after the other.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any


def turn_worth(turn: Any, goal: int, banked: int, after: Callable[[int], Fraction]) -> Fraction:
    """What a turn is worth if it is worth so much to end it with a score; who may hold the goal does.

    Parameters
    ----------
    turn : with positions at which one must throw, and with an entry
    goal : from here on the score does not matter any more
    banked : score before
    after : function of the score with which the turn ends
    """
    past_goal = _past_goal(turn, goal, banked, after)

    @cache
    def thrown(x: int, index: int) -> Fraction:
        if x >= goal:
            return past_goal[index]
        return _ends(turn, index, banked, after) + sum(
            one.probability * standing(x + one.gain, turn.positions[one.position])
            for one in turn.throws[index].outcomes
        )

    def standing(x: int, position: Any) -> Fraction:
        if position.must_throw:
            return thrown(x, position.ways[0].throw)
        if x >= goal:
            return after(goal)
        ways = [thrown(x - way.given_up, way.throw) for way in position.ways]
        return max(ways if x < turn.entry else [after(x), *ways])

    return max(thrown(banked, opening) for opening in turn.openings)


def _ends(turn: Any, index: int, banked: int, after: Callable[[int], Fraction]) -> Fraction:
    throw = turn.throws[index]
    return throw.bust * after(min(banked + turn.least_score, 10**6)) + throw.wipe * after(0)


def _past_goal(turn: Any, goal: int, banked: int, after: Callable[[int], Fraction]) -> list[Fraction]:
    """Worth of each throw that must be made with the goal at risk: throws are taken out one by one."""
    count = range(len(turn.throws))
    worth = [_ends(turn, index, banked, after) for index in count]
    leads = [[Fraction(0) for _ in count] for _ in count]
    for index in count:
        for one in turn.throws[index].outcomes:
            position = turn.positions[one.position]
            if position.must_throw:
                leads[index][position.ways[0].throw] += one.probability
            else:
                worth[index] += one.probability * after(goal)
    for out in count:
        again = 1 - leads[out][out]
        worth[out] /= again
        leads[out] = [
            chance / again if other != out else Fraction(0) for other, chance in enumerate(leads[out])
        ]
        for index in count:
            if index != out:
                part, leads[index][out] = leads[index][out], Fraction(0)
                worth[index] += part * worth[out]
                leads[index] = [own + part * more for own, more in zip(leads[index], leads[out], strict=True)]
    return worth


def wrong_states(turn: Any, goal: int, value: Any) -> list[tuple[int, int]]:
    """States of a race whose value is not its own backup."""

    def wrong(banked: int, opponent: int) -> bool:
        def after(score: int) -> Fraction:
            return Fraction(1) if score >= goal else 1 - value[opponent, score]

        return bool(turn_worth(turn, goal, banked, after) != value[banked, opponent])

    return [state for state in product(range(goal), repeat=2) if wrong(*state)]
