"""Rules of thumb mean what they say, at all scores, in exact fractions; errors know their column."""

import operator
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules
from solvers.games import pig
from solvers.games.turn import HOLD
from solvers.players.language.grammar import LONGEST
from solvers.players.rule import check
from solvers.race.solve import optimal_play
from tests.one_throw import by_text, optimal, rolls_of
from tests.strategies import MANY

GOAL, NAMES = 5, ("turn_total", "banked", "opponent", "goal")
Scores = dict[str, int]
# A text, and what it means at scores.
Said = tuple[str, Callable[[Scores], Any]]


def joined(one: Said, sign: str, other: Said, does: Callable[[Any, Any], Any]) -> Said:
    return f"({one[0]} {sign} {other[0]})", lambda scores: does(one[1](scores), other[1](scores))


def applied(name: str, does: Callable[..., Any], *given: Said) -> Said:
    return f"{name}({', '.join(one[0] for one in given)})", lambda scores: does(
        *(one[1](scores) for one in given)
    )


def rounded(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


LEAVES = st.one_of(
    st.integers(0, 9).map(lambda number: (str(number), lambda scores: Fraction(number))),
    st.sampled_from(NAMES).map(lambda name: (name, lambda scores: Fraction(scores[name]))),
)
SIGNS: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}


def larger(sums: st.SearchStrategy[Said]) -> st.SearchStrategy[Said]:
    divisors = st.integers(1, 7).map(lambda number: (str(number), lambda scores: Fraction(number)))
    return st.one_of(
        st.builds(
            lambda one, sign, other: joined(one, sign, other, SIGNS[sign]), sums, st.sampled_from("+-*"), sums
        ),
        st.builds(lambda one, other: joined(one, "/", other, operator.truediv), sums, divisors),
        st.builds(lambda one: (f"-{one[0]}", lambda scores: -one[1](scores)), sums),
        st.builds(lambda one, other: applied("max", max, one, other), sums, sums),
        st.builds(lambda one, other: applied("min", min, one, other), sums, sums),
        st.builds(lambda one: applied("abs", abs, one), sums),
        st.builds(lambda one: applied("floor", floor, one), sums),
        st.builds(lambda one: applied("ceil", ceil, one), sums),
        st.builds(lambda one: applied("round", rounded, one), sums),
    )


SUMS = st.recursive(LEAVES, larger, max_leaves=5)
COMPARISONS = st.builds(
    lambda one, sign, other: (
        f"{one[0]} {sign} {other[0]}",
        lambda scores: COMPARED[sign](one[1](scores), other[1](scores)),
    ),
    SUMS,
    st.sampled_from(list(COMPARED)),
    SUMS,
)


def either_or_both(parts: st.SearchStrategy[Said]) -> st.SearchStrategy[Said]:
    return st.one_of(
        st.builds(lambda one, other: joined(one, "or", other, lambda a, b: a or b), parts, parts),
        st.builds(lambda one, other: joined(one, "and", other, lambda a, b: a and b), parts, parts),
        st.builds(lambda one: (f"not ({one[0]})", lambda scores: not one[1](scores)), parts),
    )


CONDITIONS = st.recursive(COMPARISONS, either_or_both, max_leaves=4)


@given(CONDITIONS, st.sampled_from(["hold", "throw", "roll"]))
@MANY
def test_rule__means_what_it_says_at_all_scores(condition: Said, action: str) -> None:
    text, means = condition
    rolls = rolls_of(by_text(f"{action} when {text}", GOAL))[0]
    for banked, opponent, turn_total in np.ndindex(rolls.shape):
        scores = {"banked": banked, "opponent": opponent, "turn_total": turn_total, "goal": GOAL}
        holds = bool(means(scores)) == (action == "hold")
        assert rolls[banked, opponent, turn_total] == (turn_total == 0 or not holds)


def least(text: str, *state: int) -> int:
    """The least turn total that is held, to 100 and after so many scoring turns, with these scores."""
    rolls = rolls_of(by_text(text, 100))[state]
    return int(rolls.argmin()) if not rolls.all() else 100


def test_named_rules__hold_where_they_say() -> None:
    assert [least(f"hold at {n}", 0, 50, 3) for n in (1, 20, 99)] == [1, 20, 99]
    # 21 + (opponent - banked) / 8, a half upwards; for the win from 71 on.
    for scores, held in {(0, 0): 21, (0, 4): 22, (4, 0): 21, (0, 3): 21, (0, 70): 30, (70, 0): 12}.items():
        assert least("keep pace", 0, *scores) == held
        assert least("end race at 71 or keep pace with 21 and 1/8", 0, *scores) == held
    for scores in ((71, 0), (0, 71), (99, 99)):
        assert least("end race at 71 or keep pace", 0, *scores) == least("keep pace", 0, *scores) == 100
    # To any goal the race is ended 29 points before it.
    assert np.array_equal(
        rolls_of(by_text("keep pace", 60)), rolls_of(by_text("end race at 31 or keep pace", 60))
    )
    states = {(0, 0, 9): 25, (1, 25, 9): 25, (1, 26, 9): 24, (2, 50, 9): 25, (3, 75, 9): 25, (3, 99, 9): 1}
    for state, held in states.items():
        assert least("4  scoring turns", *state) == held
    assert np.array_equal(
        rolls_of(by_text("{a} scoring turns", 100, {"a": 4})), rolls_of(by_text("4 scoring turns", 100))
    )


@pytest.mark.parametrize("name", ["0 scoring turns", "keep pace with 3", "end race at x or keep pace"])
def test_named_rules__with_other_numbers_are_none(name: str) -> None:
    with pytest.raises(InvalidRules, match="rule: expected "):
        by_text(name, 20)


def test_optimal__throws_again_at_27() -> None:
    rolls = rolls_of(optimal(optimal_play(pig.turn(), 100)))[0, 41, 49, :30]
    assert [total for total in range(1, 30) if rolls[total] == HOLD] == [22, 23, 24, 25, 26, 28, 29]


def test_precedence__is_that_of_arithmetic_and_logic() -> None:
    def same(one: str, other: str) -> bool:
        return np.array_equal(*(rolls_of(by_text(text, 9)) for text in (one, other)))

    assert same("hold at 1 + 2 * 2 - 1", "hold at 4")
    assert same("hold at 8 - 2 - 1", "hold at 5")
    assert same(
        "hold when not banked > 3 and opponent > 2 or goal = 8",
        "hold when ((not (banked > 3)) and opponent > 2)",
    )
    assert same("HOLD at 3".lower(), "hold at 2 * 3 / 2")


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("", "'hold' or 'roll' or 'throw' at column 1, where the text ends."),
        ("hold", "'at' or 'when' at column 5, where the text ends"),
        ("hold at", "a condition or a sum at column 8, where the text ends"),
        ("hold at 3 4", "an operator such as + or -, or the end, at column 11 instead of '4'"),
        ("jump at 3", "'hold' or 'roll' or 'throw' at column 1 instead of 'jump'"),
        ("hold when (banked", "'or' or ')' at column 18, where the text ends"),
        ("hold when {a", "'}' at column 13, where the text ends"),
        ("hold when banked ≥ 20", "an operator such as + or -, or the end, at column 18 instead of '≥'"),
        ("hold when 25", "a condition, such as turn_total >= 25, at column 11"),
        ("hold at banked > 3", "a sum, which is no condition, at column 9"),
        ("hold when total > 3", "one of banked, opponent, turn_total, goal at column 11"),
        ("hold at {e}", "one of {a}, {b}, {c}, {d} at column 9"),
        ("hold at 1 + 5 / 0", "a number other than 0 to divide by at column 17"),
        ("hold at 5 / banked", "a number other than 0 to divide by at column 13"),
        (
            "hold at max(3)",
            "a function (min of 2, max of 2, abs of 1, floor of 1, ceil of 1, round of 1) at column 9",
        ),
        ("hold at __import__(1)", "a function"),
        ("hold at 1000001", "a number up to 1000000 at column 9"),
        ("hold at " + " * ".join(["999999"] * 4), "sums up to 1e+17"),
        ("hold at 1" + " " * LONGEST, "at most 300 characters"),
        ("hold at 10 / {a}", "a number other than 0 to divide by at column 14"),
        ("hold at 10 / (goal - 100)", "a number other than 0 to divide by at column 15"),
        ("hold at 25 + floor(1/1000000/1000000/1000000/1000000)", "denominators up to 1e+17"),
        ("hold at 0*(1/1000000/1000000/1000000/1000000)", "denominators up to 1e+17"),
        ("hold at " + "-" * 250, "a number or a name at column 259, where the text ends"),
    ],
)
def test_mistake__is_refused_at_its_column(rule: str, words: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        check(rule, pig.turn(), 100, {"a": 0, "b": 3, "c": -1, "d": 1})
    assert words in str(refused.value)


def test_numbers__decide_whether_it_is_a_rule() -> None:
    check("hold at 10 / ({a} - 1)", pig.turn(), 10, {"a": 3})
    check("hold at 10 / (goal - 2)", pig.turn(), 10, {})
    check("hold at " + "-" * 250 + "1", pig.turn(), 10, {})
    # At less than 1 one holds after each throw.
    assert rolls_of(by_text("hold at 20 / {a}", 30, {"a": -2})).sum() == 30 * 30
