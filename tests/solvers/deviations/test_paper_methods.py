"""Symmetric value iteration and Stackelberg value iteration (Zhu, Ma, Chen & Liu 2023): against a slow
oracle, and the printed figures.
"""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.at_once.best_response import best_response
from solvers.deviations import certificate_of_stackelberg as stackelberg_certificate
from solvers.deviations import certificate_of_value_iteration as cycle_certificate
from solvers.deviations import stackelberg, symmetric_value_iteration, worth_of_scores
from solvers.deviations.against import value_against
from solvers.deviations.exploitability import exploit
from solvers.deviations.strategy import Strategy
from solvers.errors import InvalidRules, NotConverged
from solvers.games import pig
from tests import oracle, oracle_deviations
from tests.interpreted import interpret
from tests.strategies import FEW, pig_rules

solve_cycle = symmetric_value_iteration.symmetric_value_iteration
solve_stackelberg = stackelberg.stackelberg


def as_table(goal: int, found: dict[oracle.State, float]) -> np.ndarray:
    return np.array([[found[banked, opponent] for opponent in range(goal)] for banked in range(goal)])


@FEW
@given(pig_rules(most_sides=6), st.integers(2, 4), st.integers(1, 6))
def test_cycle__is_what_so_many_sweeps_leave(rules: tuple[int, int], goal: int, start: int) -> None:
    found = solve_cycle(pig.turn(*rules), goal, start)
    value, hold_at = (
        dict.fromkeys(product(range(goal), repeat=2), 0.0),
        dict.fromkeys(product(range(goal), repeat=2), start),
    )
    for _ in range(found.sweeps):
        oracle_deviations.sweep(oracle.pig(*rules), goal, value, hold_at)
    np.testing.assert_allclose(found.second_value, as_table(goal, value), rtol=0, atol=1e-12)
    assert found.residual <= 1e-14


def test_cycle__goes_round_in_a_small_game() -> None:
    """A die of five on which the five busts, to 24: two states answer each other for ever."""
    found = solve_cycle(pig.turn(5, 5), 24)
    assert (found.period, found.cycling_states) == (2, 2)
    every = list(product(range(24), repeat=2))
    value, hold_at = (
        {at: float(found.value[at]) for at in every},
        {at: int(found.hold_at[at]) for at in every},
    )
    oracle_deviations.sweep(oracle.pig(5, 5), 24, value, hold_at)
    np.testing.assert_allclose(found.second_value, as_table(24, value), rtol=0, atol=1e-14)
    assert int((as_table(24, hold_at) != found.second_hold_at).sum()) == 0
    assert int((found.hold_at != found.second_hold_at).sum()) == 2
    # Neither policy is an equilibrium; where iteration settles, it is one.
    assert exploit(pig.turn(5, 5), Strategy.pure(found.hold_at)).nash_conv.max() > 1e-6
    settled = solve_cycle(pig.turn(5, 5), 20)
    assert (settled.period, settled.cycling_states) == (1, 0)
    assert exploit(pig.turn(5, 5), Strategy.pure(settled.hold_at)).nash_conv.max() <= 1e-14


@pytest.mark.long
def test_cycle__has_the_printed_figures() -> None:
    """141 states, 2.020e-4 at (69, 47), in whichever phase; the two actions that the print exchanges."""
    found = solve_cycle(pig.turn(), 100)
    assert (found.period, found.cycling_states) == (2, 141)
    assert found.largest_difference == pytest.approx(2.020e-4, abs=5e-8)
    assert np.unravel_index(np.abs(found.value - found.second_value).argmax(), (100, 100)) == (69, 47)
    phases = {(int(policy[47, 69]), int(policy[69, 47])) for policy in (found.hold_at, found.second_hold_at)}
    assert phases == {(26, 16), (28, 31)}
    assert found.mean_difference == pytest.approx(3.367e-7, abs=5e-11)
    assert 1.75e-6 < found.mix.least < found.mix.most < 2.74e-6


@pytest.mark.long
def test_cycle__from_the_best_response_to_43_has_the_printed_mean_difference() -> None:
    """And is even within the printed error; neither is so from hold at 25."""
    response = best_response(pig.turn(), 100, (43,))
    found = symmetric_value_iteration.sweep_from(pig.turn(), response.value, response.hold_at)
    assert (found.period, found.cycling_states) == (2, 141)
    assert found.residual <= 1e-14
    assert found.mean_difference == pytest.approx(3.34591e-7, abs=5e-13)
    assert found.largest_difference == pytest.approx(2.020e-4, abs=5e-8)
    even, uneven = (
        value_against(pig.turn(), *policies_of(cycle))[0, 0]
        for cycle in (found, solve_cycle(pig.turn(), 100))
    )
    assert abs(even - 0.5) == pytest.approx(1.844e-7, abs=5e-11)
    assert abs(uneven - 0.5) == pytest.approx(1.2036e-6, abs=5e-11)


@pytest.mark.exhaustive
@pytest.mark.timeout(1200)
def test_cycle__depends_on_the_start_as_the_notes_of_the_figures_say(monkeypatch: pytest.MonkeyPatch) -> None:
    # Certificates take three times as long as the sweeps.
    monkeypatch.setattr(symmetric_value_iteration, "residual", lambda *_: 0.0)
    states, differences, errors = [], [], []
    for n in range(1, 101):
        response = best_response(pig.turn(), 100, (n,))
        from_response = symmetric_value_iteration.sweep_from(pig.turn(), response.value, response.hold_at)
        for found in (from_response, solve_cycle(pig.turn(), 100, n)):
            states.append(found.cycling_states)
            differences.append(found.mean_difference)
            errors.append(abs(value_against(pig.turn(), *policies_of(found))[0, 0] - 0.5))
    assert (states.count(141), states.count(142)) == (55, 145)
    assert 3.337e-7 < min(differences) < 3.338e-7
    assert 3.401e-7 < max(differences) < 3.402e-7
    assert sum(error < 1e-6 for error in errors) == 164
    assert 1.52e-6 < max(errors) < 1.53e-6


def policies_of(cycle: symmetric_value_iteration.Cycle) -> tuple[Strategy, Strategy]:
    return Strategy.pure(cycle.hold_at), Strategy.pure(cycle.second_hold_at)


@FEW
@given(pig_rules(most_sides=6), st.integers(2, 4), st.data())
def test_cycle__starts_from_any_tables(rules: tuple[int, int], goal: int, data: st.DataObject) -> None:
    every = list(product(range(goal), repeat=2))
    value: dict[oracle.State, float] = {at: data.draw(st.floats(0, 1)) for at in every}
    hold_at = {at: data.draw(st.integers(1, goal)) for at in every}
    start = as_table(goal, value), as_table(goal, hold_at).astype(np.int16)
    before = start[1].copy()
    found = symmetric_value_iteration.sweep_from(pig.turn(*rules), *start)
    for _ in range(found.sweeps):
        oracle_deviations.sweep(oracle.pig(*rules), goal, value, hold_at)
    np.testing.assert_allclose(found.second_value, as_table(goal, value), rtol=0, atol=1e-12)
    np.testing.assert_array_equal(start[1], before)


@pytest.mark.long
@pytest.mark.parametrize("start", [1, 50])
def test_cycle__against_25_both_policies_win_1_0382_from_whatever_start(start: int) -> None:
    found = solve_cycle(pig.turn(), 100, start)
    hold_at_25 = Strategy.pure(np.full((100, 100), 25))
    policies = (found.hold_at, found.second_hold_at)
    wins = [float(value_against(pig.turn(), Strategy.pure(policy), hold_at_25)[0, 0]) for policy in policies]
    assert sum(wins) == pytest.approx(1.0382, abs=5e-5)
    assert min(wins) < 0.51915


def test_cycle__certificate_shows_a_wrong_value_and_a_wrong_action() -> None:
    found = solve_cycle(pig.turn(), 30)
    wrong, hold_at = found.second_value.copy(), found.second_hold_at.copy()
    wrong[4, 9] += 1e-6
    hold_at[4, 9] = 1
    turn = pig.turn()
    assert cycle_certificate.residual(turn, found.value, wrong, found.hold_at, found.second_hold_at) > 5e-7
    assert cycle_certificate.residual(turn, found.value, found.second_value, found.hold_at, hold_at) > 1e-4


def test_cycle__refuses_and_never_stops_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidRules, match="goal: expected 2 or more, got 1"):
        solve_cycle(pig.turn(), 1)
    with pytest.raises(InvalidRules, match="start_hold_at: expected 1 or more, got 0"):
        solve_cycle(pig.turn(), 20, 0)
    monkeypatch.setattr(symmetric_value_iteration, "MOST_SWEEPS", 5)
    with pytest.raises(
        NotConverged,
        match=r"symmetric value iteration: expected a period of 120 or less in 5 sweeps \(goal 20\)",
    ):
        solve_cycle(pig.turn(), 20)


@FEW
@given(pig_rules(most_sides=6), st.integers(2, 5))
def test_stackelberg__is_what_value_iteration_comes_to(rules: tuple[int, int], goal: int) -> None:
    found = solve_stackelberg(pig.turn(*rules), goal)
    np.testing.assert_allclose(
        found.value,
        as_table(goal, oracle_deviations.stackelberg(oracle.pig(*rules), goal)),
        rtol=0,
        atol=1e-14,
    )
    assert found.residual <= 1e-14
    # The policies are worth that, one against the other.
    own, other = Strategy.pure(found.hold_at), Strategy.pure(found.leader_hold_at)
    np.testing.assert_allclose(value_against(pig.turn(*rules), own, other), found.value, rtol=0, atol=1e-14)


@pytest.mark.long
def test_stackelberg__has_74_states_that_differ_and_not_all_by_one() -> None:
    found = solve_stackelberg(pig.turn(), 100)
    assert (found.differing_states, found.differing_by_one) == (74, 68)
    apart = np.abs(found.hold_at - found.leader_hold_at)
    assert np.argwhere(apart > 1).tolist() == [[48, 38], [52, 30], [54, 25], [63, 59], [69, 47], [73, 32]]
    assert found.win_probability == pytest.approx(0.5000008381, abs=5e-11)
    # Knowing the other's turn total is worth something, so that the one who commits is no equilibrium either.
    assert exploit(pig.turn(), Strategy.pure(found.leader_hold_at)).exploitability == pytest.approx(
        8.3809e-7, abs=5e-12
    )


def test_stackelberg__certificate_shows_one_wrong_value() -> None:
    found = solve_stackelberg(pig.turn(), 20)
    wrong = found.value.copy()
    wrong[4, 9] += 1e-6
    assert stackelberg_certificate.residual(pig.turn(), wrong) > 5e-7
    _, answering, committing = stackelberg_certificate.backup(pig.turn(), found.value)
    np.testing.assert_array_equal(answering, found.hold_at)
    np.testing.assert_array_equal(committing, found.leader_hold_at)


def test_stackelberg__refuses_a_goal_of_one() -> None:
    with pytest.raises(InvalidRules, match="goal: expected 2 or more, got 1"):
        solve_stackelberg(pig.turn(), 1)


def test_methods__are_the_same_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    cycle, game = solve_cycle(pig.turn(), 4), solve_stackelberg(pig.turn(), 5)
    interpret(monkeypatch, worth_of_scores, symmetric_value_iteration, stackelberg)
    np.testing.assert_allclose(
        solve_cycle(pig.turn(), 4).second_value, cycle.second_value, rtol=0, atol=1e-15
    )
    np.testing.assert_allclose(solve_stackelberg(pig.turn(), 5).value, game.value, rtol=0, atol=1e-15)
