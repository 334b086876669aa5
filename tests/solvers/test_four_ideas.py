"""Whatever the game, the contest and the players: every question in turn answers what four ideas say."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.catalog import find
from solvers.games import big_pig, hog, own, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way
from tests.four_ideas.comparing import asked, compare
from tests.four_ideas.rows import LEADING, LOOKING_AT_BUSTS, ROWS, Row

# Plain Python takes up to half a second for each.
SOME = settings(max_examples=2, deadline=None)
MORE = settings(max_examples=20, deadline=None)
VERY_FEW = settings(max_examples=2, deadline=None)
every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.question)


@every_row
@SOME
@given(st.data())
def test_question__answers_what_four_ideas_say(row: Row, data: st.DataObject) -> None:
    compare(row, asked(row, data), float, 1e-12)


@pytest.mark.long
@every_row
@MORE
@given(st.data())
def test_question__answers_what_four_ideas_say_of_more_games(row: Row, data: st.DataObject) -> None:
    compare(row, asked(row, data), float, 1e-12)


# Busts score a point, and wipes take all.
WIPING = Turn(
    "coin that wipes",
    (Throw("coin", Fraction(1, 4), (Outcome(Fraction(1, 2), 1, 0),), Fraction(1, 4)),),
    (Position("heads", (Way(ROLL, 0, 0),)),),
    least_score=1,
)
# One throw in four gains nothing and leads on.
LEADING_ON = Turn(
    "coins",
    (
        Throw("first", Fraction(1, 2), (Outcome(Fraction(1, 4), 1, 0), Outcome(Fraction(1, 4), 0, 1))),
        Throw("second", Fraction(1, 2), (Outcome(Fraction(1, 2), 2, 0),)),
    ),
    (Position("either", (Way(ROLL, 0, 0),)), Position("nothing", (Way(ROLL, 0, 1),))),
)
HELD = {"goal": 4, "first_rule": "hold at 3", "second_rule": "hold at 2"}
THREE = {"first_rule": "hold at 4", "second_rule": "hold at 2", "third_rule": f"{LEADING}1"}
OWN_BUSTS, MORE_BUSTS = ({"rule": rule} for rule in LOOKING_AT_BUSTS)
TWO = {"earlier_rule": "hold at 4", "later_rule": f"{LEADING}2"}
# Games that are small enough for fractions: the question, the turn, and the other parameters.
EXACT = [
    ("streak.own", pig.turn(2), {"goal": 3, "busts": 2, "cost": 1}),
    ("streak.own", pig.turn(3, 3), {"goal": 4, "busts": 2, "cost": 2}),
    ("streak.own", pig.turn(4, 2), {"goal": 3, "busts": 3, "cost": 1}),
    ("streak.own", piglet.turn(0.75), {"goal": 4, "busts": 1, "cost": 2}),
    ("streak.own", two_dice_pig.turn(2), {"goal": 5, "busts": 2, "cost": 3}),
    ("race.own", two_dice_pig.turn(2), {"goal": 5}),
    ("equal_turns.own", two_dice_pig.turn(3), {"goal": 3, "tie": 3}),
    ("equal_turns.own", pig.turn(3), {"goal": 4, "tie": 3}),
    ("equal_turns.own", progressive_pig.turn(4), {"goal": 5, "tie": 0}),
    ("equal_turns.own", pig.turn(2, 2), {"goal": 4, "tie": 2}),
    ("length_equal_turns.own", pig.turn(3), {"goal": 4, "tie": 3}),
    ("length_equal_turns.own", two_dice_pig.turn(3), {"goal": 4, "tie": 2}),
    ("length_equal_turns.own", replace(pig.turn(3), entry=3), {"goal": 4, "tie": 3}),
    ("length_streak.own", pig.turn(3, 3), {"goal": 4, "busts": 2, "cost": 2}),
    ("length_streak.own", two_dice_pig.turn(2), {"goal": 4, "busts": 1, "cost": 2}),
    ("equal_turns_rules.own", two_dice_pig.turn(3), HELD | {"tie": 3}),
    ("equal_turns_rules.own", WIPING, HELD | {"tie": 3}),
    ("equal_turns_rules.own", WIPING, HELD | {"tie": 1}),
    ("equal_turns_response_to_rule.own", WIPING, {"goal": 4, "rule": "hold at 2", "tie": 3}),
    ("equal_turns_of_three.own", LEADING_ON, {"goal": 2, "tie": 1}),
    ("equal_turns_trio.own", pig.turn(3), THREE | {"goal": 5, "tie": 3}),
    ("equal_turns_trio.own", pig.turn(4, 4), THREE | {"goal": 4, "tie": 2}),
    ("equal_turns_trio.own", progressive_pig.turn(4), THREE | {"goal": 5, "tie": 1}),
    ("equal_turns_trio.own", piglet.turn(0.75, 2), THREE | {"goal": 4, "tie": 0}),
    ("equal_turns_trio.own", replace(pig.turn(3), entry=4), THREE | {"goal": 5, "tie": 3}),
    ("equal_turns_response_to_two.own", piglet.turn(0.75, 2), TWO | {"goal": 3, "tie": 1}),
    ("race_of_three_rules.own", two_dice_pig.turn(2), THREE | {"goal": 4}),
    ("race_of_three_rules.own", replace(pig.turn(3), entry=4), THREE | {"goal": 5}),
    ("race_of_three_response.own", two_dice_pig.turn(2), TWO | {"goal": 3}),
    ("race_of_three_response.own", replace(pig.turn(3), entry=3), TWO | {"goal": 4}),
    ("thumb_equal_turns.own", pig.turn(3, 3), {"goal": 4, "tie": 2, "rule": f"{LEADING}1"}),
    ("thumb_equal_turns.own", piglet.turn(0.75), {"goal": 4, "tie": 0, "rule": "hold at 2"}),
    ("thumb_equal_turns.own", progressive_pig.turn(3), {"goal": 4, "tie": 3, "rule": "hold at 3"}),
    ("thumb_equal_turns.own", replace(pig.turn(3), entry=3), {"goal": 4, "tie": 1, "rule": "hold at 2"}),
    ("thumb_streak.own", two_dice_pig.turn(2), OWN_BUSTS | {"goal": 3, "busts": 2, "cost": 2}),
    ("thumb_streak.own", pig.turn(3, 3), MORE_BUSTS | {"goal": 3, "busts": 2, "cost": 2}),
    ("thumb_streak.own", piglet.turn(0.75), {"goal": 4, "busts": 1, "cost": 2, "rule": f"{LEADING}1"}),
    ("race_response_to_counting_rule.own", pig.turn(4, 4), {"goal": 6, "rule": "3 scoring turns"}),
    ("race_response_to_counting_rule.own", two_dice_pig.turn(2), {"goal": 5, "rule": "2 scoring turns"}),
    ("fewest_turns.own", two_dice_pig.turn(3), {"goal": 12}),
    ("fewest_turns.own", progressive_pig.turn(), {"goal": 5}),
    ("fewest_turns.own", pig.turn(4, 4), {"goal": 8}),
    ("fewest_turns.own", replace(pig.turn(3), entry=5), {"goal": 9}),
    ("most_points.own", replace(pig.turn(4), entry=4), {"turns": 2, "most_banked": 3, "may_pass": False}),
    ("most_points.own", WIPING, {"turns": 2, "most_banked": 3, "may_pass": True}),
    ("within_turns.own", replace(pig.turn(3), entry=6), {"goal": 8, "turns": 4}),
    ("within_turns.own", WIPING, {"goal": 6, "turns": 3}),
    ("within_turns.own", ten_thousand.turn(()), {"goal": 12, "turns": 2}),
    ("within_turns.own", hog.turn(4), {"goal": 20, "turns": 2}),
]
# About a second each, or more; of each of these questions another is among the quick ones.
SLOW = [
    ("length_equal_turns.own", progressive_pig.turn(4), {"goal": 5, "tie": 3}),
    ("equal_turns_of_three.own", piglet.turn(0.7), {"goal": 3, "tie": 3}),
    ("equal_turns_trio.own", big_pig.turn(2), THREE | {"goal": 6, "tie": 3}),
    ("equal_turns_response_to_two.own", replace(pig.turn(3), entry=3), TWO | {"goal": 4, "tie": 3}),
    ("race_of_three_rules.own", WIPING, THREE | {"goal": 3}),
    ("equal_turns_of_three.own", LEADING_ON, {"goal": 3, "tie": 3}),
    ("equal_turns_response_to_two.own", pig.turn(3), TWO | {"goal": 4, "tie": 0}),
    ("equal_turns_response_to_two.own", progressive_pig.turn(4), TWO | {"goal": 3, "tie": 3}),
    ("race_of_three_response.own", WIPING, TWO | {"goal": 3}),
    ("equal_turns.own", pig.turn(), {"goal": 4, "tie": 1}),
]


@pytest.mark.parametrize(
    ("question", "turn", "parameters"),
    [*EXACT, *(pytest.param(*case, marks=pytest.mark.long) for case in SLOW)],
)
def test_question__is_exact_to_the_last_places(question: str, turn: Turn, parameters: dict[str, Any]) -> None:
    row = next(row for row in ROWS if row.question == question)
    compare(row, find(question).complete(parameters | {"rules": own.text(turn)}), Fraction, 2e-14)


@every_row
@VERY_FEW
@given(st.data())
def test_question__answers_what_fractions_say(row: Row, data: st.DataObject) -> None:
    """A coin that busts, or gains two points."""
    coin = replace(row, turns=st.just(pig.turn(2)))
    compare(coin, asked(coin, data), Fraction, 2e-14)
