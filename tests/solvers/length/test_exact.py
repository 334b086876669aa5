"""The length of a race in fractions: to the last digit what an oracle finds, from any floats."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.catalog import find
from solvers.errors import InvalidRules
from solvers.games import hog, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.length.exact import ExactLength, solve
from solvers.length.leader import MOVER, NOBODY, OTHER
from solvers.length.solve import of_optimal_play
from solvers.questions.exact import difference_of_tables
from solvers.race import policy as race_policy
from solvers.race.solve import optimal_play
from tests import oracle_length, oracle_plans
from tests.strategies import FEW, goals, turns, turns_that_lead_on, turns_with_entry

LEADERS = {None: NOBODY, 0: MOVER, 1: OTHER}
TABLES = (
    "value",
    "turns_left",
    "lead_changes_left",
    "more_changes_left",
    "ending_probability",
    "longer_probability",
)


def from_floats(turn: Turn, goal: int, most: int = 12) -> tuple[ExactLength, float]:
    """The length in fractions, and by how much floats differ from it, of their largest."""
    floats = of_optimal_play(turn, goal, most, 3)
    stored = {name: getattr(floats, name) for name in TABLES}
    exact = solve(turn, goal, floats.value, most, 3)
    return exact, difference_of_tables(stored, exact.tables) / max(1.0, float(np.nanmax(floats.turns_left)))


@pytest.mark.parametrize(
    ("turn", "goal"),
    [
        (pig.turn(), 6),
        (pig.turn(3, 2), 6),
        (progressive_pig.turn(), 6),
        (two_dice_pig.turn(4), 7),
        (piglet.turn(0.25), 4),
    ],
    ids=lambda own: getattr(own, "name", str(own)),
)
def test_length__is_that_of_the_oracle_to_the_last_digit(turn: Turn, goal: int) -> None:
    exact, difference = from_floats(turn, goal)
    rolls = race_policy.policy(optimal_play(turn, goal))

    def plan(banked: int, opponent: int) -> oracle_plans.Plan:
        return 0, lambda total, position: (0, 0) if rolls[banked, opponent, total] else None

    rule = oracle_length.rule_of(turn, goal, plan)
    left, changes = oracle_length.expected(rule, goal)
    for (banked, opponent, led), number in left.items():
        assert exact.tables["turns_left"][banked, opponent] == number
        there = banked, opponent, LEADERS[led]
        assert exact.tables["lead_changes_left"][there] == changes[banked, opponent, led]
    for n, more in enumerate(oracle_length.more_changes(rule, goal, 3)):
        for (banked, opponent, led), number in more.items():
            assert exact.tables["more_changes_left"][n, banked, opponent, LEADERS[led]] == number
    longer = oracle_length.longer(rule, goal, 12)
    assert exact.tables["longer_probability"].tolist() == longer
    assert sum(exact.tables["ending_probability"]) == 1 - longer[-1]
    assert difference <= 1e-14


@FEW
@given(st.one_of(turns(full=True), turns_that_lead_on(), turns_with_entry(4)), goals(5))
def test_length__of_any_turn_is_near_to_floats(turn: Turn, goal: int) -> None:
    # Who begins below an entry may reach the goal first; that is asked of races of their own.
    exact, difference = from_floats(turn, max(goal, turn.entry))
    assert difference <= 1e-11
    assert exact.expected_turns >= 1


@pytest.mark.parametrize(
    "turn",
    [ten_thousand.turn(), replace(ten_thousand.turn(), entry=5), hog.turn(4)],
    ids=("ten thousand", "with an entry", "hog"),
)
def test_length__of_more_ways_to_go_on_is_near_to_floats(turn: Turn) -> None:
    assert from_floats(turn, 7)[1] <= 1e-14


def test_length__is_the_same_from_bad_guesses() -> None:
    turn, goal = two_dice_pig.turn(4), 5
    right, _ = from_floats(turn, goal)
    blind = solve(turn, goal, np.random.default_rng(3).random((goal, goal)), 12, 3)
    assert all((right.tables[name] == blind.tables[name]).all() for name in TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_difference__sees_a_lie_about_any_table(name: str) -> None:
    floats = of_optimal_play(pig.turn(), 5, 12, 3)
    stored = {one: getattr(floats, one).copy() for one in TABLES}
    exact = solve(pig.turn(), 5, floats.value, 12, 3)
    assert difference_of_tables(stored, exact.tables) <= 1e-15
    last = np.flatnonzero(np.isfinite(stored[name]))[-1]
    stored[name].ravel()[last] += 1e-9
    assert difference_of_tables(stored, exact.tables) >= 0.9e-9
    stored[name].ravel()[last] = np.nan
    assert np.isnan(difference_of_tables(stored, exact.tables))


def test_question__answers_in_fractions_or_says_how_far_it_goes() -> None:
    question = find("length.piglet")
    assert question.exact is not None
    parameters = question.complete({"goal": 2, "most_turns": 10, "most_changes": 2})
    solved = question.solve(**parameters)
    exact = question.exact(parameters, {one.name: one.read(solved) for one in question.outputs})
    assert (exact.meaning, exact.number, exact.improved) == ("expected turns", Fraction(4), 0)
    assert exact.difference <= 1e-15
    with pytest.raises(InvalidRules, match=r"goal: expected at most \d+ for fractions in this game, got 200"):
        question.exact(question.complete({"goal": 200}), {})
    assert find("length.hold_at").exact is None
