"""The optimality equations in fractions, by the rules as they are written; exact answers must satisfy them to
the last digit.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any


def race_backup(turn: Any, goal: int, value: Any) -> dict[tuple[int, int], Fraction]:
    """What each state of a race is worth if all states have these values."""

    def after(score: int, opponent: int) -> Fraction:
        return Fraction(1) if score >= goal else 1 - value[opponent, score]

    def backup(banked: int, opponent: int) -> Fraction:
        @cache
        def thrown(turn_total: int, index: int) -> Fraction:
            throw = turn.throws[index]
            ends = throw.bust * after(banked + turn.least_score, opponent) + throw.wipe * after(0, opponent)
            return ends + sum(
                p.probability * standing(turn_total + p.gain, p.position) for p in throw.outcomes
            )

        def standing(turn_total: int, position: int) -> Fraction:
            if banked + turn_total >= goal:
                return Fraction(1)
            ways = [thrown(turn_total - way.given_up, way.throw) for way in turn.positions[position].ways]
            return max([after(banked + turn_total, opponent), *ways])

        return max(thrown(0, opening) for opening in turn.openings)

    return {state: backup(*state) for state in product(range(goal), repeat=2)}


def wrong_states(turn: Any, goal: int, value: Any) -> list[tuple[int, int]]:
    """States whose value is not its own backup."""
    return [state for state, backup in race_backup(turn, goal, value).items() if backup != value[state]]
