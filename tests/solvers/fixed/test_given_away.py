"""What a fixed policy gives away in each state: published figures, identities, and value iteration of optimal
play and of the best response.
"""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.catalog import QUESTIONS
from solvers.fixed import head_to_head
from solvers.fixed.given_away import given_away
from solvers.games import pig
from solvers.games.turn import Turn
from solvers.plans.plans import always, most_points
from solvers.questions.covering import cover
from solvers.race.solve import optimal_play
from tests import oracle_plans, oracle_policies, oracle_turn
from tests.lies import ROUNDING, as_stored
from tests.one_throw import by_text, optimal
from tests.solvers.fixed.test_head_to_head import any_rules, as_function, one_throw_turns
from tests.strategies import FEW, goals

Scores = dict[tuple[int, ...], float]
RESPONSES = [name for name in QUESTIONS if name.startswith("race_response")]


def optimal_value(turn: Turn, goal: int) -> Scores:
    """What optimal play is worth to whoever is about to move, by (own score, other's), by value iteration."""
    rules, scores = oracle_turn.Rules(turn), list(product(range(goal), repeat=2))
    value, change = dict.fromkeys(scores, 0.5), 1.0
    while change > 1e-15:
        change = 0.0
        for own, other in reversed(scores):
            handed = {x: 1.0 - value[other, x] for x in range(goal)}
            mine = oracle_turn.turn_value(rules, own, goal, handed.__getitem__, handed[0])
            change, value[own, other] = max(change, abs(mine - value[own, other])), mine
    return value


# --- Published figures


def test_published__what_hold_at_20_gives_away_when_it_moves_first() -> None:
    # Neller & Presser 2004, "Optimal play of the dice game Pig": the first of two optimal players wins
    # 0.5306, hold at 20 that moves first 0.4776.
    found = given_away(by_text("hold at 20", 100), 100)
    assert found.given_away[0, 0, 0] == pytest.approx(0.5306 - 0.4776, abs=1e-4)


# --- Value iteration


@FEW
@given(one_throw_turns(), goals(4), st.data())
def test_given_away__agrees_with_value_iteration(turn: Turn, goal: int, data: st.DataObject) -> None:
    rule = data.draw(any_rules(turn, goal))
    found = given_away(rule, goal)
    best = optimal_value(turn, goal)
    response = oracle_policies.best_response(oracle_policies.rules_of(turn), goal, as_function(rule))
    for scored, other, own in product(range(len(rule.parts)), range(goal), range(goal)):
        sure = 1.0 - response[1, scored, other, own]
        assert found.given_away[scored, other, own] == pytest.approx(best[own, other] - sure, abs=1e-10)


@pytest.mark.parametrize(
    ("name", "rules", "plan"),
    [
        (
            "race_response.dice_hog",
            {"goal": 6, "opponent_dice": 3, "most_dice": 4},
            lambda turn: always(turn, 2),
        ),
        ("race_response.hold_at_ten_thousand", {"goal": 5, "opponent_hold_at": 0}, most_points),
    ],
)
def test_given_away__of_a_plan_agrees_with_value_iteration(name: str, rules: Any, plan: Any) -> None:
    question = QUESTIONS[name]
    parameters = question.complete(rules)
    turn, goal = question.turn(parameters), rules["goal"]
    away = question.output("given_away").read(question.solve(**parameters))
    best = optimal_value(turn, goal)
    _, waiting = oracle_plans.best_response(turn, goal, oracle_plans.plan_of(plan(turn)))
    for other, own in product(range(goal), repeat=2):
        assert away[other, own] == pytest.approx(best[own, other] - (1.0 - waiting[other, own]), abs=1e-11)


# --- Identities


def test_given_away__is_nothing_where_the_policy_is_optimal() -> None:
    rule = optimal(optimal_play(pig.turn(), 30))
    assert given_away(rule, 30).given_away.max() <= 1e-13


@FEW
@given(one_throw_turns(), goals(12), st.data())
def test_given_away__is_no_less_than_what_optimal_play_takes(
    turn: Turn, goal: int, data: st.DataObject
) -> None:
    found = given_away(data.draw(any_rules(turn, goal)), goal)
    taken = found.optimal_value.T + found.optimal.waiting_value[0] - 1.0
    assert (taken <= found.given_away + 1e-11).all()
    assert taken.min() >= -1e-11


# --- Certificate


@pytest.mark.parametrize("name", RESPONSES)
def test_every_response__has_the_same_two_tables(name: str) -> None:
    question = QUESTIONS[name]
    assert question.output("optimal_value").proved
    assert question.output("given_away").follows_from == ("optimal_value", "waiting_value")
    assert question.pictures[0].output == "given_away"


def test_certificate__shows_one_wrong_value_of_optimal_play() -> None:
    question = QUESTIONS["race_response_to_rule.pig"]
    parameters = question.complete({"goal": 12, "rule": "hold at 5"})
    truth = as_stored(question, parameters)
    for place, wrong in (((3, 4), 1e-6), ((11, 0), np.nan)):
        value = truth["optimal_value"].copy()
        value[place] += wrong
        found = cover(question, parameters, truth | {"optimal_value": value}, ROUNDING)
        assert not found.certificate <= 1e-7
        assert {finding.variable for finding in found.findings} == {"optimal_value", "given_away"}


def test_certificate__proves_what_a_solver_believes() -> None:
    """Another game's value, from a solver and in the store alike."""
    question = QUESTIONS["race_response_to_rule.pig"]
    parameters = question.complete({"goal": 12, "rule": "hold at 5"})
    other = optimal_play(pig.turn(4), 12).value
    wrong = replace(question.output("optimal_value"), of=lambda solved: other)
    liar = replace(
        question, outputs=tuple(wrong if one.name == wrong.name else one for one in question.outputs)
    )
    assert cover(liar, parameters, as_stored(liar, parameters), ROUNDING).findings


def test_certify__is_not_a_number_where_anything_that_is_stored_is_not() -> None:
    question = QUESTIONS["race_response_to_rule.pig"]
    parameters = question.complete({"goal": 12, "rule": "hold at 5"})
    truth = as_stored(question, parameters)
    averages = {one.name for one in question.outputs if one.name.startswith("average_")}
    for name in averages | {one.name for one in question.outputs if one.proved}:
        wrong = np.array(truth[name])
        wrong.flat[-1] = np.nan
        assert np.isnan(question.certify(parameters, truth | {name: wrong})), name


@pytest.mark.parametrize("goal", [37, 60])
def test_certify__knows_that_of_equally_good_choices_others_may_mind_which(goal: int) -> None:
    # With a fair coin Piglet has ties: to an equal they are the same, to whoever holds at n they are not.
    question = QUESTIONS["race_response_to_rule.piglet"]
    parameters = question.complete({"goal": goal, "rule": "hold at 3"})
    stored = as_stored(question, parameters)
    assert question.certify(parameters, stored) < 1e-13
    for name in ("value_of_optimal", "waiting_value_of_optimal"):
        for slip in (1e-9, -1e-9):
            wrong = stored[name].copy()
            wrong[goal - 1, goal - 1] += slip
            assert question.certify(parameters, stored | {name: wrong}) > 5e-10


def test_certify__sees_that_what_is_said_to_be_optimal_play_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver believes it: its tables are those of the wrong policy, and fit each other."""
    question = QUESTIONS["race_response_to_rule.pig"]
    parameters = question.complete({"goal": 30, "rule": "hold at 20"})
    monkeypatch.setattr(head_to_head, "played_optimally", lambda race: by_text("hold at 19", 30).played())
    stored = as_stored(question, parameters)
    assert question.certify(parameters, stored) > 1e-3
    kept = {name: stored[name] for name in ("average_optimal_win_probability", "residual")}
    found = cover(question, parameters, kept, ROUNDING)
    assert [finding.variable for finding in found.findings] == ["certificate"]
