"""Throws that gain nothing and lead on: solvers of any turn beside slow oracles, and their certificates."""

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.alone import exact as exact_turn
from solvers.alone.certificate import fewest_turns_residual, most_points_residual, within_turns_residual
from solvers.alone.fewest_turns import fewest_turns
from solvers.alone.most_points import most_points
from solvers.alone.one_turn import best_turn
from solvers.alone.within_turns import within_turns
from solvers.errors import InvalidRules
from solvers.fixed.head_to_head import head_to_head
from solvers.fixed.race_response import best_response
from solvers.games.turn import Outcome, Position, Throw, Turn, Way, tables
from solvers.plans import plans
from solvers.race import exact as exact_race
from solvers.race import policy as race_policy
from solvers.race import solve as race
from solvers.race.certificate import residual
from solvers.race.solve import optimal_play
from solvers.race_of_many.solve import optimal_play as race_of_many
from tests import oracle_plans, oracle_turn
from tests.interpreted import interpret
from tests.strategies import FEW, MANY, goals, turns_that_lead_on

YELLOW = load_game(shipped_rules()["yellow_zombie_dice"]).turn


def as_array(won: dict[tuple[int, int], Any], goal: int) -> np.ndarray[Any, Any]:
    return np.array([[float(won[i, j]) for j in range(goal)] for i in range(goal)])


@MANY
@given(turns_that_lead_on())
def test_tables__have_choices_wait_for_the_first_throw_that_may_follow(turn: Turn) -> None:
    compiled = tables(turn)
    for throw in range(len(turn.throws)):
        for choice in range(int(compiled.waiting[throw]), int(compiled.waiting[throw + 1])):
            ways = compiled.next_throw[int(compiled.way_start[choice]) : int(compiled.way_start[choice + 1])]
            last = len(turn.throws) - 1 if turn.may_gain_nothing else throw
            assert min(ways.tolist(), default=last) >= throw
    assert int(compiled.waiting[-1]) == compiled.depth.size


@pytest.mark.long
@MANY
@given(turns_that_lead_on(), goals(6))
def test_race__agrees_with_value_iteration(turn: Turn, goal: int) -> None:
    solution = optimal_play(turn, goal)
    slow = as_array(oracle_turn.race(turn, goal), goal)
    np.testing.assert_allclose(solution.value, slow, rtol=0, atol=1e-12)
    assert solution.residual <= 1e-13


@pytest.mark.long
@MANY
@given(turns_that_lead_on(), goals(5))
def test_race__is_exact(turn: Turn, goal: int) -> None:
    solution = optimal_play(turn, goal)
    exact = exact_race.solve(turn, goal, solution.value)
    np.testing.assert_allclose(solution.value, exact.value.astype(float), rtol=0, atol=1e-14)


@FEW
@given(turns_that_lead_on(), goals(6), st.data())
def test_race_residual__shows_one_wrong_value(turn: Turn, goal: int, data: st.DataObject) -> None:
    value = optimal_play(turn, goal).value.copy()
    state = tuple(data.draw(st.integers(0, goal - 1), label=name) for name in ("banked", "opponent"))
    value[state] += 1e-6
    assert residual(turn, goal, value) > 1e-9


@FEW
@given(turns_that_lead_on(), goals(6))
def test_turn_with_nothing_yet__goes_on(turn: Turn, goal: int) -> None:
    action = race_policy.inside(optimal_play(turn, goal)).first_turn(goal)
    stood = {one.position for throw in turn.throws for one in throw.outcomes if one.gain == 0}
    assert all(action[0, position] > 0 for position in stood)


@FEW
@given(turns_that_lead_on())
def test_one_turn__is_exact(turn: Turn) -> None:
    solution = best_turn(turn)
    np.testing.assert_allclose(
        solution.throw_value, exact_turn.thrown(turn).astype(float), rtol=1e-13, atol=1e-13
    )
    assert solution.residual <= 1e-12


@FEW
@given(turns_that_lead_on(), st.integers(1, 8), st.integers(1, 3))
def test_within_turns__proves_itself_and_shows_one_wrong_value(turn: Turn, goal: int, count: int) -> None:
    solution = within_turns(turn, goal, count)
    assert solution.residual <= 1e-13
    wrong = solution.value.copy()
    wrong[-1, 0] += 1e-6
    assert within_turns_residual(turn, wrong) > 1e-9


@FEW
@given(turns_that_lead_on(), st.integers(1, 6))
def test_fewest_turns__prove_themselves_and_show_one_wrong_value(turn: Turn, goal: int) -> None:
    solution = fewest_turns(turn, goal)
    assert solution.residual <= 1e-11
    wrong = solution.value.copy()
    wrong[0] *= 1.0 + 1e-6
    assert fewest_turns_residual(turn, wrong) > 1e-9


@FEW
@given(turns_that_lead_on(), st.integers(1, 2))
def test_most_points__in_some_turns_are_so_many_best_turns(turn: Turn, count: int) -> None:
    solution = most_points(turn, count)
    assert abs(solution.value[count, 0] - count * best_turn(turn).expected_score) <= 1e-10
    assert solution.residual <= 1e-11
    wrong = solution.value.copy()
    wrong[-1, 0] += 1e-6
    assert most_points_residual(turn, False, wrong) > 1e-9


@FEW
@given(turns_that_lead_on(), goals(6), st.integers(1, 6), st.integers(1, 6))
def test_plans__agree_with_the_chains_linear_equations(turn: Turn, goal: int, own: int, other: int) -> None:
    mine, theirs = plans.hold_at(turn, own), plans.hold_at(turn, other)
    solution = head_to_head(mine, theirs, goal)
    slow = oracle_plans.head_to_head(turn, goal, oracle_plans.plan_of(mine), oracle_plans.plan_of(theirs))
    np.testing.assert_allclose(solution.value[0, 0], slow[0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(solution.waiting_value[0, 0], slow[1], rtol=0, atol=1e-12)
    assert solution.residual <= 1e-12


@FEW
@given(turns_that_lead_on(), goals(5), st.integers(1, 5))
def test_best_response__agrees_with_value_iteration(turn: Turn, goal: int, n: int) -> None:
    plan = plans.hold_at(turn, n)
    response = best_response(plan, goal)
    value, waiting = oracle_plans.best_response(turn, goal, oracle_plans.plan_of(plan))
    np.testing.assert_allclose(response.value[0], as_array(value, goal), rtol=0, atol=1e-11)
    np.testing.assert_allclose(response.waiting_value[0], as_array(waiting, goal), rtol=0, atol=1e-11)
    assert response.residual <= 1e-12


@FEW
@given(turns_that_lead_on(), goals(6), st.integers(1, 6))
def test_optimal_play__wins_half_against_itself_and_no_less_against_a_plan(
    turn: Turn, goal: int, n: int
) -> None:
    solution = optimal_play(turn, goal)
    against = head_to_head(solution, plans.hold_at(turn, n), goal)
    assert against.residual <= 1e-12
    assert (against.value >= solution.value - 1e-12).all()


@FEW
@given(turns_that_lead_on(), goals(4))
def test_kernels__as_plain_python_give_the_same(turn: Turn, goal: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        compiled = optimal_play(turn, goal)
        interpret(patch, race)
        assert np.array_equal(optimal_play(turn, goal).value, compiled.value)


def test_races_of_many__refuse_it() -> None:
    words = "turn: expected throws that gain something wherever the turn goes on, got 'Yellow Zombie Dice'."
    with pytest.raises(InvalidRules, match=re.escape(words)):
        race_of_many(YELLOW, 5)


@pytest.mark.long
def test_yellow_zombie_dice__are_won_as_often_as_promised() -> None:
    goal, rounds = 13, 4000
    solution = optimal_play(YELLOW, goal)
    player, random = oracle_turn.Player(YELLOW, goal, solution.value), np.random.default_rng(1)
    won = sum(player.first_wins(random) for _ in range(rounds))
    chance = solution.win_probability
    assert abs(won / rounds - chance) <= 4 * (chance * (1 - chance) / rounds) ** 0.5


def test_coin_with_a_warning__is_exact() -> None:
    """Heads are a point; of tails an eighth busts and the others warn, and after that tails bust.

    A turn gains the one point that is missing with 1/2 + 3/8 * 1/2 = 11/16, so w = 11/16 + 5/16 (1 - w).
    """
    half = Fraction(1, 2)
    warned = Throw("warned", half, (Outcome(half, 1, 1),))
    first = Throw("first", Fraction(1, 8), (Outcome(half, 1, 0), Outcome(Fraction(3, 8), 0, 1)))
    turn = Turn(
        "warning", (first, warned), (Position("fresh", (Way(1, 0, 0),)), Position("warned", (Way(1, 0, 1),)))
    )
    assert optimal_play(turn, 2).value[1, 1] == pytest.approx(float(Fraction(16, 21)), abs=1e-15)
