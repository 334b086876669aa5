"""Answers in fractions: they satisfy the optimality equations exactly, whatever the floats they start
from.
"""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.alone import exact as solitaire
from solvers.alone.one_turn import best_turn
from solvers.at_once import exact as simultaneous
from solvers.at_once.best_response import best_response
from solvers.catalog import QUESTIONS
from solvers.equal_turns.fractions import exact as equal_turns
from solvers.errors import InvalidRules
from solvers.games import hog, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.linear import solve_linear
from solvers.games.turn import Turn
from solvers.length import exact as length
from solvers.questions.exact import Exact, largest_difference, refuse_long
from solvers.race import exact as race
from solvers.race.solve import optimal_play
from tests import oracle
from tests.oracle_exact import wrong_states
from tests.strategies import FEW, goals, move_sets, pigs, thresholds, turns


def test_piglet__to_2_is_as_the_paper_says() -> None:
    """Neller, Russell & Markov 2012, section 3.3."""
    exact = race.solve(piglet.turn(), 2, optimal_play(piglet.turn(), 2).value)
    assert exact.value.tolist() == [[Fraction(4, 7), Fraction(2, 5)], [Fraction(4, 5), Fraction(2, 3)]]
    assert exact.standing(0, 0, 1) == Fraction(5, 7)
    assert exact.standing(0, 1, 1) == Fraction(3, 5)
    assert exact.improved == 0


@FEW
@given(turns(full=True), goals(4), st.booleans())
def test_race__satisfies_its_equations_exactly(turn: Turn, goal: int, blind: bool) -> None:
    floats = optimal_play(turn, goal).value
    exact = race.solve(turn, goal, np.full((goal, goal), 0.5) if blind else floats)
    assert wrong_states(turn, goal, exact.value) == []
    assert largest_difference(floats, exact.value) <= 1e-12


@pytest.mark.parametrize(
    "turn", [pig.turn(), progressive_pig.turn(), two_dice_pig.turn(), hog.turn(4)], ids=lambda turn: turn.name
)
def test_race__of_a_game_that_is_played(turn: Turn) -> None:
    goal = 8
    floats = optimal_play(turn, goal).value
    exact = race.solve(turn, goal, floats)
    assert wrong_states(turn, goal, exact.value) == []
    assert 0 < largest_difference(floats, exact.value) <= 1e-14
    slipped = exact.value.copy()
    slipped[3, 4] += Fraction(1, 10**30)
    assert (3, 4) in wrong_states(turn, goal, slipped)


def test_race__improves_bad_choices() -> None:
    turn, goal = piglet.turn(), 10
    right = race.solve(turn, goal, optimal_play(turn, goal).value)
    blind = race.solve(turn, goal, np.random.default_rng(3).random((goal, goal)))
    assert right.improved == 0
    assert blind.improved > 0
    assert (right.value == blind.value).all()


def test_race__agrees_with_the_oracle() -> None:
    exact = race.solve(ten_thousand.turn(), 4, optimal_play(ten_thousand.turn(), 4).value)
    slow = oracle.race(oracle.ten_thousand(ten_thousand.MOVES), 4)
    assert all(exact.value[state] == slow[state] for state in product(range(4), repeat=2))


@FEW
@given(turns(full=True))
def test_solitaire__is_what_the_solver_found(turn: Turn) -> None:
    floats = best_turn(turn)
    exact = solitaire.thrown(turn)
    assert largest_difference(floats.throw_value, exact) <= 1e-12
    assert solitaire.not_optimal(turn, exact, floats.policy) == 0


@pytest.mark.long
@FEW
@given(move_sets())
def test_solitaire__agrees_with_the_oracle(moves: frozenset[str]) -> None:
    exact = solitaire.thrown(ten_thousand.turn(moves))
    assert exact[0, 0] == oracle.Solitaire(oracle.ten_thousand(moves), 100).thrown(0, 0)


def test_solitaire__sees_a_bad_choice() -> None:
    turn = pig.turn()
    policy = best_turn(turn).policy.copy()
    policy[10, 0] = 0
    assert solitaire.not_optimal(turn, solitaire.thrown(turn), policy) == 1


@pytest.mark.long
@FEW
@given(pigs(6), st.integers(2, 5), st.one_of(thresholds(1, 6), thresholds(2, 6)))
def test_simultaneous__agrees_with_the_oracle(turn: Turn, goal: int, opponents: tuple[int, ...]) -> None:
    exact, _ = simultaneous.solve(turn, goal, opponents)
    won, hold_at = oracle.best_response(oracle.as_data(turn), goal, opponents)
    assert all(exact.value[state] == value for state, value in won.items())
    assert all(exact.hold_at[state] == action for state, action in hold_at.items())


def test_simultaneous__counts_choices_that_are_not_optimal() -> None:
    turn, goal = pig.turn(), 12
    floats = best_response(turn, goal, (5,))
    exact, improved = simultaneous.solve(turn, goal, (5,), floats.hold_at)
    assert improved == 0
    assert largest_difference(floats.value, exact.value) <= 1e-15
    # Holding at 5 with 3 points is worse than what was found; 0 is no turn total to hold at.
    worse = floats.hold_at.copy()
    worse[0, 0], worse[5, 5] = 1, 0
    assert simultaneous.solve(turn, goal, (5,), worse)[1] == 2


def test_linear__solves_what_it_is_given() -> None:
    left = [[Fraction(row * column + (row == column)) for column in range(5)] for row in range(5)]
    right = [Fraction(row, 7) for row in range(5)]
    found = solve_linear(left, right)
    assert [sum(entry * value for entry, value in zip(row, found, strict=True)) for row in left] == right


def test_largest_difference__sees_less_than_rounding() -> None:
    assert (
        largest_difference(np.array([0.1]), np.array([Fraction(1, 10)], object))
        == float(Fraction(0.1) - Fraction(1, 10))
        > 0
    )
    assert np.isnan(largest_difference(np.array([np.nan]), np.array([Fraction(1)], object)))


def test_text__is_the_fraction_if_it_can_be_read() -> None:
    assert Exact("", Fraction(1, 3), 0.0, 0).text == "1/3"
    assert Exact("", Fraction(1, 3**90), 0.0, 0).text.endswith("a fraction of 1 over 43 digits")


def exactly(name: str, **given: Any) -> Exact:
    """A question's answer in fractions, from what it solves in floats."""
    question = QUESTIONS[name]
    parameters = question.complete(given)
    solution = question.solve(**parameters)
    assert question.exact is not None
    return question.exact(parameters, {output.name: output.read(solution) for output in question.outputs})


@pytest.mark.parametrize(
    ("name", "given", "number"),
    [
        ("race.pig", {"goal": 2, "sides": 2, "bust_face": 2}, Fraction(4, 7)),
        (
            "simultaneous.best_response_to_one",
            {"goal": 2, "sides": 2, "bust_face": 2, "opponent_hold_at": 2},
            Fraction(1, 2),
        ),
        (
            "simultaneous.best_response_to_two",
            {"goal": 2, "sides": 2, "bust_face": 2, "first_hold_at": 2, "second_hold_at": 2},
            Fraction(1, 3),
        ),
    ],
)
def test_questions__have_an_exact_answer(name: str, given: dict[str, Any], number: Fraction) -> None:
    exact = exactly(name, **given)
    assert exact.number == number
    assert (exact.improved, exact.meaning) == (0, "win probability")
    assert exact.difference <= 2e-16


def test_solitaire_questions__have_an_exact_answer() -> None:
    assert round(float(exactly("solitaire.ten_thousand").number), 10) == 5.8720189185
    assert exactly("solitaire.pig").difference <= 1e-14


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("race.pig", {"goal": 100}),
        ("simultaneous.best_response_to_one", {"goal": 100, "opponent_hold_at": 25}),
        ("simultaneous.best_response_to_two", {"goal": 40, "first_hold_at": 25, "second_hold_at": 25}),
    ],
)
def test_questions__refuse_what_takes_too_long(name: str, given: dict[str, Any]) -> None:
    question = QUESTIONS[name]
    assert question.exact is not None
    with pytest.raises(InvalidRules, match=r"goal: expected at most \d+ for fractions in this game, got \d+"):
        question.exact(question.complete(given), {})


def test_bad_input__is_refused() -> None:
    with pytest.raises(InvalidRules, match="goal: expected 2 or more, got 1"):
        race.solve(pig.turn(), 1, np.zeros((1, 1)))
    with pytest.raises(InvalidRules, match="guess: expected an array of 3 by 3"):
        race.solve(pig.turn(), 3, np.zeros((2, 3)))
    with pytest.raises(InvalidRules, match="turn: expected a game whose only way"):
        simultaneous.solve(ten_thousand.turn(), 5, (3,))
    for turn in (two_dice_pig.turn(), progressive_pig.turn()):
        with pytest.raises(InvalidRules, match="turn: expected a game in which a bust scores nothing"):
            simultaneous.solve(turn, 5, (3,))
    with pytest.raises(InvalidRules, match="goal: expected 2 or more, got 1"):
        simultaneous.solve(pig.turn(), 1, (3,))
    with pytest.raises(InvalidRules, match="goal: expected at most 9"):
        refuse_long(10, 9)


def test_docs__name_the_largest_goals_and_files_that_exist() -> None:
    text = (Path(__file__).parents[3] / "docs" / "mathematics.md").read_text(encoding="utf-8")
    largest = dict(re.findall(r"^\| ([\w ,-]+) \| (\d+) \|", text, re.MULTILINE))
    assert largest == {
        "race, Piglet": str(race.most_goal(piglet.turn())),
        "race, Pig": str(race.most_goal(pig.turn())),
        "race, two-dice Pig": str(race.most_goal(two_dice_pig.turn())),
        "length, Pig": str(length.most_goal(pig.turn(), 200, 20)),
        "equal turns, Pig": str(equal_turns.most_goal(pig.turn())),
        "best response to one, Pig": str(simultaneous.most_goal(pig.turn(), 1)),
        "best response to two, Pig": str(simultaneous.most_goal(pig.turn(), 2)),
    }
    paths = re.findall(r"`(solvers/[\w/.]+)`", text)
    assert len(paths) >= 7
    assert all((Path(__file__).parents[3] / path).exists() for path in paths)
