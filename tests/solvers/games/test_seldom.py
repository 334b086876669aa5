"""Turns that hardly ever score: refused, and right just above where they are."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.errors import InvalidRules
from solvers.games import doubles_pig, hog, pig
from solvers.games.seldom import chance_to_score
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way
from solvers.questions.exact import largest_difference
from solvers.race import exact
from solvers.race.solve import optimal_play
from tests.strategies import MANY, goals

GOING_ON = (Position("on", (Way(ROLL, 0, 0),)),)


def scoring_once_in(many: int, **rules: int) -> Turn:
    """A throw that gains 1 once in so many times, else busts."""
    seldom = Fraction(1, many)
    return Turn("seldom", (Throw("throw", 1 - seldom, (Outcome(seldom, 1, 0),)),), GOING_ON, **rules)


def of_yellow_zombies() -> Fraction:
    """Three dice of brain, shotgun and footprints alike; the third shotgun busts. One throw of 27 is of
    footprints alone, which change nothing.
    """
    two_aside = Fraction(7, 26)
    one_aside = (7 + 9 + 3 * two_aside) / 26
    return (7 + 9 + 3 + 3 * one_aside + 3 * two_aside) / 26


@pytest.mark.parametrize(
    ("turn", "chance"),
    [
        (pig.turn(), Fraction(5, 6)),
        # One die busts as seldom as any number of dice.
        (hog.turn(), Fraction(5, 6)),
        # Doubles but ones, 5 of 36, are thrown again; 20 of 36 score.
        (doubles_pig.turn(), Fraction(20, 31)),
        (load_game(shipped_rules()["yellow_zombie_dice"]).turn, of_yellow_zombies()),
        (replace(pig.turn(2), entry=20), Fraction(1, 2**10)),
        # 1 busts: 2 and 2, of nine pairs that do not, are not enough.
        (replace(pig.turn(4), entry=5), Fraction(8, 16) + Fraction(1, 16) * Fraction(3, 4)),
        (scoring_once_in(1000), Fraction(1, 1000)),
        (scoring_once_in(1000, entry=2), Fraction(1, 10**6)),
    ],
)
def test_chance_to_score__is_what_the_rules_say(turn: Turn, chance: Fraction) -> None:
    assert chance_to_score(turn) == pytest.approx(float(chance), rel=1e-12)


@pytest.mark.parametrize(
    "seldom",
    [lambda: scoring_once_in(10**10), lambda: scoring_once_in(10**5, entry=2)],
    ids=("throw", "entry"),
)
def test_turn__that_hardly_ever_scores_is_refused(seldom: Callable[[], Turn]) -> None:
    with pytest.raises(
        InvalidRules, match=r"seldom: chance that a turn scores: expected at least 1e-09, got 1e-10"
    ):
        seldom()


def test_turn__whose_busts_score_always_scores() -> None:
    bust = Throw("throw", 1 - Fraction(1, 10**10), (Outcome(Fraction(1, 10**10), 1, 0),))
    Turn("progressive", (bust,), GOING_ON, least_score=1)


@st.composite
def seldom_opening(draw: st.DrawFn) -> Turn:
    """A first throw that scores as seldom as may be, and another one that may be made after it."""
    throws = []
    for name, scale in (("first", Fraction(1, 10**9) * draw(st.integers(5, 20))), ("again", Fraction(1))):
        chances = [scale * Fraction(draw(st.integers(1, 4)), 9) for _ in range(2)]
        outcomes = tuple(Outcome(chance, draw(st.integers(1, 3)), 0) for chance in chances)
        throws.append(Throw(name, 1 - sum(chances), outcomes))
    return Turn("seldom opening", tuple(throws), (Position("on", (Way(ROLL, 0, 1),)),))


@MANY
@given(seldom_opening(), goals(6))
def test_race__of_turns_that_just_score_often_enough_is_right(turn: Turn, goal: int) -> None:
    value = optimal_play(turn, goal).value
    assert largest_difference(value, exact.solve(turn, goal, value).value) <= 1e-14
