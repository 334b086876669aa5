"""Certificates must see a wrong value, a wrong policy and a wrong game; import-linter sees that they share no
kernel with solvers.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.alone import certificate_of_one_turn as solitaire_certificate
from solvers.alone.one_turn import best_turn
from solvers.at_once import certificate as simultaneous_certificate
from solvers.at_once.best_response import best_response
from solvers.games import pig, ten_thousand
from solvers.games.turn import Turn
from solvers.race import certificate as race_certificate
from solvers.race.solve import optimal_play
from tests import oracle
from tests.strategies import FEW, goals, pig_rules, pigs, thresholds, turns

SLIP = 1e-6


def slipped(value: np.ndarray, data: st.DataObject, sign: int) -> np.ndarray:
    """A copy that is wrong in one state."""
    wrong = value.copy()
    wrong.flat[data.draw(st.integers(0, wrong.size - 1), label="state")] += sign * SLIP
    return wrong


signs = st.sampled_from([-1, 1])


@FEW
@given(turns(), goals(30), signs, st.data())
def test_race_residual__shows_one_wrong_value(turn: Turn, goal: int, sign: int, data: st.DataObject) -> None:
    solution = optimal_play(turn, goal)
    assert solution.residual <= 1e-13
    assert race_certificate.residual(turn, goal, slipped(solution.value, data, sign)) >= SLIP * (1 - 1e-6)


@FEW
@given(pigs(), goals(20), st.one_of(thresholds(1, 8), thresholds(2, 8)), signs, st.data())
def test_simultaneous_residual__shows_one_wrong_value(
    turn: Turn, goal: int, hold_at: tuple[int, ...], sign: int, data: st.DataObject
) -> None:
    solution = best_response(turn, goal, hold_at)
    assert solution.residual <= 1e-13
    wrong = slipped(solution.value, data, sign)
    # What comes back to the very same state carries its error with it.
    longest = [simultaneous_certificate.play_out(turn, goal)[min(n, goal), 0] for n in (goal, *hold_at)]
    assert simultaneous_certificate.residual(turn, goal, hold_at, wrong) >= SLIP * (1 - np.prod(longest)) * (
        1 - 1e-6
    )


@FEW
@given(turns(), signs, st.data())
def test_solitaire_residual__shows_one_wrong_value(turn: Turn, sign: int, data: st.DataObject) -> None:
    solution = best_turn(turn)
    assert solution.residual <= 1e-13
    assert solitaire_certificate.residual(turn, slipped(solution.throw_value, data, sign)) >= SLIP * (
        1 - 1e-6
    )


def test_residual__shows_the_values_of_another_game() -> None:
    turn, other = pig.turn(), pig.turn(bust_face=2)
    assert race_certificate.residual(other, 20, optimal_play(turn, 20).value) > 1e-3
    response = best_response(turn, 20, (8, 9))
    assert simultaneous_certificate.residual(turn, 20, (8, 10), response.value) > 1e-4
    assert simultaneous_certificate.residual(turn, 20, (9, 8), response.value) > 1e-4
    assert simultaneous_certificate.residual(other, 20, (8, 9), response.value) > 1e-3
    fewer = ten_thousand.turn([move for move in ten_thousand.MOVES if move != "m51"])
    assert solitaire_certificate.residual(fewer, best_turn(ten_thousand.turn()).throw_value) > 1e-4


@pytest.mark.parametrize("hold_at", [(8,), (8, 9)], ids=("one", "two"))
def test_policy_value__shows_one_wrong_action(hold_at: tuple[int, ...]) -> None:
    turn, goal = pig.turn(), 30
    solution = best_response(turn, goal, hold_at)
    policy = solution.hold_at.copy()
    start = (0,) * policy.ndim
    policy[start] = 1
    value = simultaneous_certificate.policy_value(turn, goal, hold_at, policy)
    assert value[start] < solution.value[start] - 1e-3
    np.testing.assert_allclose(value.flat[1:], solution.value.flat[1:], rtol=0, atol=1e-14)
    # The backup finds the better action.
    assert simultaneous_certificate.residual(turn, goal, hold_at, value) > 1e-3


@FEW
@given(pig_rules(most_sides=6), st.integers(1, 8))
def test_play_out__is_where_turns_end(rules: tuple[int, int], limit: int) -> None:
    played = simultaneous_certificate.play_out(pig.turn(*rules), limit)
    assert not played[0].any()
    for k in range(1, limit + 1):
        ends = oracle.hold_at_ends(oracle.pig(*rules), k)
        np.testing.assert_allclose(
            played[k], [float(ends.get(gain, 0)) for gain in range(played.shape[1])], rtol=0, atol=1e-15
        )
