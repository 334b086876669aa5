"""The crowd: exact on small goals, one crossover, and the same as the best response to opponents who hold at
the goal.
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.at_once.any_rule import best_response_any_rule
from solvers.at_once.best_response import best_response
from solvers.crowd import solve as crowds
from solvers.crowd.certificate import residual
from solvers.crowd.solve import crowd
from solvers.errors import InvalidRules, NotConverged
from solvers.games import pig, ten_thousand
from solvers.games.turn import Turn
from tests import oracle, oracle_stopping
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pig_rules, pigs


@FEW
@given(pig_rules(most_sides=6), goals(8))
def test_crowd__is_exact(rules: tuple[int, int], goal: int) -> None:
    solution, game = crowd(pig.turn(*rules), goal, 5), oracle.pig(*rules)
    for players in range(2, 6):
        exact = oracle_stopping.crowd(game, goal, players)
        assert solution.deviation_gain[players - 2] == pytest.approx(
            float(exact[0] - Fraction(1, players)), abs=1e-14
        )
        assert (exact[0] == Fraction(1, players)) == (players >= solution.players)
        if players == solution.players:
            np.testing.assert_allclose(solution.value, [float(own) for own in exact], rtol=0, atol=1e-14)


@pytest.mark.parametrize(("rules", "goal", "players"), [((2, 2), 4, 8), ((2, 2), 5, 17), ((3, 3), 8, 4)])
def test_crowd__crosses_over_exactly_there(rules: tuple[int, int], goal: int, players: int) -> None:
    game = oracle.pig(*rules)
    assert crowd(pig.turn(*rules), goal).players == players
    assert oracle_stopping.crowd(game, goal, players)[0] == Fraction(1, players)
    assert oracle_stopping.crowd(game, goal, players - 1)[0] > Fraction(1, players - 1)


@FEW
@given(pigs(), goals(25))
def test_crowd__is_an_equilibrium_from_one_number_on(turn: Turn, goal: int) -> None:
    solution = crowd(turn, goal, 60)
    assert solution.residual <= 1e-13
    numbers = np.arange(2, 61)
    np.testing.assert_array_equal(solution.deviation_gain == 0.0, numbers >= solution.players)
    assert solution.margin >= -1e-14
    assert solution.value[0] == pytest.approx(1 / solution.players, abs=1e-15)
    assert np.diff(solution.value).min() >= -1e-15


@pytest.mark.parametrize("goal", [20, 40, 60])
def test_crowd__is_the_best_response_to_who_holds_at_the_goal(goal: int) -> None:
    solution = crowd(pig.turn(), goal, 5)
    for players in (2, 3):
        response = best_response_any_rule(pig.turn(), goal, (goal,) * (players - 1))
        assert solution.deviation_gain[players - 2] == pytest.approx(
            response.win_probability - 1 / players, abs=1e-14
        )
    # A threshold may be worse than the best rule, and never better.
    assert (
        best_response(pig.turn(), goal, (goal,) * 2).win_probability
        <= 1 / 3 + solution.deviation_gain[1] + 1e-14
    )


def test_crowd__needs_fewer_players_than_the_paper_says() -> None:
    solution = crowd(pig.turn(), 100, 100)
    assert solution.paper_bound == 99
    assert solution.players == 59
    assert solution.deviation_gain[58 - 2] > 6e-5
    assert solution.deviation_gain[59 - 2] == 0.0
    assert solution.residual <= 1e-14
    assert solution.reach_probability == pytest.approx(0.0102, abs=5e-5)


def test_residual__shows_one_wrong_value() -> None:
    solution = crowd(pig.turn(), 50)
    players = np.array([solution.players])
    assert residual(pig.turn(), 50, players, solution.value[:, None]) <= 1e-14
    for banked in (0, 20, 49):
        wrong = solution.value.copy()
        wrong[banked] += 1e-6
        assert residual(pig.turn(), 50, players, wrong[:, None]) > 1e-7
    assert residual(pig.turn(), 50, players - 1, solution.value[:, None]) > 1e-3


def test_crowd__as_plain_python_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = crowd(pig.turn(2, 2), 4, 4)
    monkeypatch.setattr(crowds, "MOST_POWER", 6)
    interpret(monkeypatch)
    plain = crowd(pig.turn(2, 2), 4, 4)
    assert plain.players == compiled.players
    np.testing.assert_allclose(plain.value, compiled.value, rtol=0, atol=1e-15)


def test_crowd__refuses_what_it_cannot_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        crowd(pig.turn(), 1)
    with pytest.raises(InvalidRules, match=r"most_players: expected 2 or more, got 1\."):
        crowd(pig.turn(), 10, 1)
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        crowd(ten_thousand.turn(), 10)
    with pytest.raises(InvalidRules, match=r"goal: expected one at which \d+ players suffice, got 60\."):
        crowd(pig.turn(2, 2), 60)


def test_crowd__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch)
    monkeypatch.setattr(crowds, "MOST_SWEEPS", 1)
    with pytest.raises(NotConverged, match=r"residual: expected at most 1e-13, got \d"):
        crowd(pig.turn(), 5)


@FEW
@given(st.integers(2, 80))
def test_bound__is_the_least_number_with_a_share_below_the_chance(goal: int) -> None:
    solution = crowd(pig.turn(), goal)
    assert 1 / solution.paper_bound < solution.reach_probability <= 1 / (solution.paper_bound - 1)
    # It suffices.
    assert solution.players <= max(solution.paper_bound, 2)
