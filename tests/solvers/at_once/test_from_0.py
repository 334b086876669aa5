"""Best responses that leave out what opponents never have on their way from 0: the same answers, and no
others.
"""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.at_once import certificate_of_any_rule as stopping_certificate
from solvers.at_once import certificate_of_many
from solvers.at_once.any_rule import NOT_STORED, best_response_any_rule
from solvers.at_once.best_response import BestResponse, best_response
from solvers.at_once.opponents import scores_from_0
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games import pig
from solvers.games.turn import Turn
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pigs, thresholds

opponents = st.one_of(thresholds(1, 20), thresholds(2, 15), thresholds(3, 9), thresholds(4, 7))


def comes_up(turn: Turn, goal: int, n: int) -> list[bool]:
    """Whether an opponent that holds at n ever has a score, throw by throw."""
    found, fresh = {(0, 0)}, [(0, 0)]
    while fresh:
        score, total = fresh.pop()
        if total >= min(n, goal - score):
            after = [(score + total, 0)] if score + total < goal else []
        else:
            after = [(score, total + outcome.gain) for outcome in turn.throws[0].outcomes]
        fresh += [one for one in after if one not in found]
        found |= set(after)
    return [(score, 0) in found for score in range(goal)]


def stored(solution: BestResponse) -> np.ndarray:
    """Which of all opponents' scores come up."""
    shape = (solution.goal,) * len(solution.opponents_hold_at)
    alone = [comes_up(solution.turn, solution.goal, n) for n in solution.opponents_hold_at]
    found = np.zeros(shape, np.bool_)
    for scores in product(range(solution.goal), repeat=len(shape)):
        found[scores] = all(own[score] for own, score in zip(alone, scores, strict=True))
    return found


@FEW
@given(pigs(), goals(30), st.integers(1, 30))
def test_scores_from_0__are_those_of_all_turns(turn: Turn, goal: int, n: int) -> None:
    expected = comes_up(turn, goal, n)
    assert scores_from_0(turn, goal, min(n, goal)).tolist() == [
        score for score in range(goal) if expected[score]
    ]


def test_scores_from_0__are_34_of_100_at_25() -> None:
    assert scores_from_0(pig.turn(), 100, 25).tolist() == [0, *range(25, 31), *range(50, 61), *range(75, 91)]


@FEW
@given(pigs(), goals(8), opponents)
def test_from_0__is_the_answer_of_all_scores_to_the_last_bit(
    turn: Turn, goal: int, hold_at: tuple[int, ...]
) -> None:
    whole, some = best_response(turn, goal, hold_at), best_response(turn, goal, hold_at, only_from_0=True)
    found = stored(some)
    for all_scores, from_0, missing in ((whole.value, some.value, np.nan), (whole.hold_at, some.hold_at, -1)):
        np.testing.assert_array_equal(from_0, np.where(found, all_scores, missing))
    assert some.win_probability == whole.win_probability
    assert some.opening_hold_at == whole.opening_hold_at
    assert some.residual <= 1e-13
    level = [found[(score,) * len(hold_at)] for score in range(goal)]
    np.testing.assert_array_equal(some.level_value, np.where(level, whole.level_value, np.nan))
    np.testing.assert_array_equal(some.level_hold_at, np.where(level, whole.level_hold_at, -1))


@pytest.mark.long
@FEW
@given(pigs(), goals(8), opponents)
def test_any_rule_from_0__is_the_answer_of_all_scores(
    turn: Turn, goal: int, hold_at: tuple[int, ...]
) -> None:
    whole, some = (
        best_response_any_rule(turn, goal, hold_at),
        best_response_any_rule(turn, goal, hold_at, only_from_0=True),
    )
    found = stored(some)
    # Newton steps of other states side by side end a step sooner or later.
    np.testing.assert_allclose(some.value, np.where(found, whole.value, np.nan), rtol=0, atol=1e-14)
    np.testing.assert_allclose(some.gain, np.where(found, whole.gain, np.nan), rtol=0, atol=1e-14)
    np.testing.assert_array_equal(some.throws_again, np.where(found, whole.throws_again, NOT_STORED))
    assert some.not_thresholds == whole.throws_again[:, found].sum()
    assert some.stored_not_thresholds <= some.not_thresholds
    assert some.win_probability == pytest.approx(whole.win_probability, abs=1e-14)
    assert some.residual <= 1e-13
    level = np.stack(
        [some.throws_again[(slice(None), *[score] * len(hold_at))] for score in range(goal)], axis=1
    )
    np.testing.assert_array_equal(some.level_throws_again, level)


@FEW
@given(pigs(), goals(12), opponents, st.sampled_from([-1, 1]), st.data())
def test_certificates__show_one_wrong_value(
    turn: Turn, goal: int, hold_at: tuple[int, ...], sign: int, data: st.DataObject
) -> None:
    solution = best_response(turn, goal, hold_at, only_from_0=True)
    ordered = tuple(min(hold_at[own], goal) for own in solution.order)
    wrong = solution.table.copy()
    wrong.flat[data.draw(st.integers(0, wrong.size - 1))] += sign * 1e-6
    assert certificate_of_many.residual(turn, goal, ordered, wrong, only_from_0=True) > 1e-9
    any_rule = best_response_any_rule(turn, goal, hold_at, only_from_0=True)
    wrong = any_rule.table.copy()
    wrong.flat[data.draw(st.integers(0, wrong.size - 1))] += sign * 1e-6
    assert stopping_certificate.residual_from_0(turn, goal, ordered, wrong) > 1e-9


def test_certificate__refuses_other_scores() -> None:
    table = best_response(pig.turn(), 20, (8, 9), only_from_0=True).table
    with pytest.raises(ValueError, match="reshape"):
        certificate_of_many.residual(pig.turn(), 20, (8, 9), table)


@pytest.mark.parametrize("hold_at", [(4,), (3, 5), pytest.param((4, 4, 3), marks=pytest.mark.long)], ids=str)
def test_from_0__as_plain_python_gives_the_same(
    hold_at: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = best_response(pig.turn(), 9, hold_at, only_from_0=True)
    any_rule = best_response_any_rule(pig.turn(), 9, hold_at, only_from_0=True)
    interpret(monkeypatch)
    plain = best_response(pig.turn(), 9, hold_at, only_from_0=True)
    np.testing.assert_allclose(plain.table, compiled.table, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(plain.actions, compiled.actions)
    plain_rule = best_response_any_rule(pig.turn(), 9, hold_at, only_from_0=True)
    np.testing.assert_allclose(plain_rule.table, any_rule.table, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(plain_rule.actions, any_rule.actions)


@pytest.mark.long
def test_from_0__solves_five_players_to_100() -> None:
    solution = best_response(pig.turn(), 100, (25, 25, 25, 25), only_from_0=True)
    # Over all scores, minutes and 11 GB: 0.2340.
    assert solution.win_probability == pytest.approx(0.233959181118, abs=1e-12)
    assert solution.opening_hold_at == 27
    assert solution.residual <= 1e-14


def test_from_0__refuses_what_takes_too_much_memory() -> None:
    with pytest.raises(
        InvalidRules, match=r"opponents_hold_at: expected at most 6\.20e\+08 states, got '9\.\d+e\+09'"
    ):
        best_response(pig.turn(), 100, (2, 3, 4, 5), only_from_0=True)
    with pytest.raises(
        InvalidRules, match=r"goal: expected at most 3\.2e\+08 states of all players, got '9\.\d+e\+09'"
    ):
        best_response_any_rule(pig.turn(), 100, (2, 3, 4, 5), only_from_0=True)


@pytest.mark.parametrize("rule", ["", "_any_rule"])
def test_question__says_what_never_comes_up(rule: str) -> None:
    question = QUESTIONS[f"simultaneous.best_response{rule}_to_four"]
    parameters = question.complete(
        {"goal": 12, **{f"{which}_hold_at": 5 for which in ("first", "second", "third", "fourth")}}
    )
    solution = question.solve(**parameters)
    answered = {output.name: output.read(solution) for output in question.outputs}
    never = [not score for score in comes_up(pig.turn(), 12, 5)]
    assert (np.isnan(answered["value"]) == never).all()
    assert ((answered["hold_at"] == -1) == never).all()
    if rule:
        assert ((answered["throws_again"] == NOT_STORED) == never).all()
    assert question.certify(parameters, answered) <= 1e-13
    assert question.certify(parameters, answered | {"value": np.nan_to_num(answered["value"])}) == np.inf
