"""Best responses to four opponents layer by layer: the bits of all at once, and what a certificate sees."""

from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.arrays import Array, Integers
from solvers.at_once import best_response as in_memory
from solvers.at_once.best_response import best_response, fits_into_memory
from solvers.at_once.in_layers import layers
from solvers.at_once.in_layers.layers import Layers, best_response_in_layers
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games import pig
from solvers.games.turn import Turn
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pigs, thresholds

opponents = st.one_of(thresholds(4, 3), thresholds(4, 7))


def solved(game: Layers, seed: int = 0) -> tuple[list[layers.Solved], dict[tuple[int, ...], Array]]:
    """All sheets of a game, those of a layer in a random order, and their rows by their scores.

    Nothing is in the window beforehand that could pass for an answer.
    """
    window, found, rows = np.full(game.shape, np.nan), [], {}
    for layer in game.blocks:
        sheets = np.concatenate(layer)
        for sheet in np.random.default_rng(seed).permutation(sheets):
            found.append(game.solve(sheet[None], window))
            rows[tuple(sheet.tolist())] = window[game.rows_of(sheet)].copy()
    return found, rows


@pytest.mark.long
@settings(FEW, max_examples=5)
@given(pigs(), goals(8), opponents, st.integers(0, 99))
def test_layers__are_all_states_to_the_last_bit(
    turn: Turn, goal: int, hold_at: tuple[int, ...], seed: int
) -> None:
    whole, game = best_response(turn, goal, hold_at, only_from_0=True), Layers(turn, goal, hold_at)
    found, rows = solved(game, seed)
    solution = game.finish(found)
    # Greatest scores come first in the table of all states.
    table = np.concatenate([rows[sheet][:, :goal] for sheet in sorted(rows, reverse=True)])
    np.testing.assert_array_equal(table, whole.table)
    np.testing.assert_array_equal(solution.level_value, whole.level_value)
    np.testing.assert_array_equal(solution.level_hold_at, whole.level_hold_at)
    assert solution.win_probability == whole.win_probability
    assert solution.opening_hold_at == whole.opening_hold_at
    assert solution.residual == pytest.approx(whole.residual, abs=1e-14)


@pytest.mark.long
@FEW
@given(pigs(), goals(8), opponents, st.sampled_from([-1, 1]), st.data())
def test_certificate__shows_one_wrong_value_or_row(
    turn: Turn, goal: int, hold_at: tuple[int, ...], sign: int, data: st.DataObject
) -> None:
    game = Layers(turn, goal, hold_at)
    window = np.full(game.shape, np.nan)
    sheets: list[Integers] = list(chain.from_iterable(np.concatenate(layer) for layer in game.blocks))
    last = data.draw(st.integers(0, len(sheets) - 1))
    for sheet in sheets[: last + 1]:
        actions = game.fill(sheet[None], window)
    own = window[game.rows_of(sheets[last])]
    row, banked = data.draw(st.integers(0, len(own) - 1)), data.draw(st.integers(0, goal - 1))
    assert game.certify(sheets[last][None], window, actions) <= 1e-13
    own[row, banked] += sign * 1e-6
    assert game.certify(sheets[last][None], window, actions) > 1e-9
    own[row, banked] = np.nan
    assert game.certify(sheets[last][None], window, actions) == np.inf
    game.fill(sheets[last][None], window)
    own[row, goal] += sign
    assert game.certify(sheets[last][None], window, actions) == np.inf


@pytest.mark.long
def test_certificate__shows_one_wrong_turn_total() -> None:
    game = Layers(pig.turn(), 30, (5, 6, 7, 8))
    window, last = np.full(game.shape, np.nan), np.zeros((1, 2), np.int64)
    for layer in game.blocks:
        for block in layer:
            actions = game.fill(block, window)
    assert block.tolist() == last.tolist()
    assert game.certify(last, window, actions) <= 1e-13
    actions[0, 0, 0] = 2
    assert game.certify(last, window, actions) > 1e-3
    actions[0, 0, 0] = 31
    assert game.certify(last, window, actions) == np.inf


def test_layers__in_the_wrong_order_are_not_certified() -> None:
    game = Layers(pig.turn(), 9, (2, 3, 4, 3))
    window = np.full(game.shape, np.nan)
    assert max(game.solve(block, window).residual for layer in game.blocks[::-1] for block in layer) == np.inf


def test_layers__that_lack_a_block_are_not_certified() -> None:
    game = Layers(pig.turn(), 9, (2, 3, 4, 3))
    found, _ = solved(game)
    assert game.finish(found).residual <= 1e-13
    assert game.finish(found[1:]).residual == np.inf


def test_layers__keep_a_part_of_the_values() -> None:
    game = Layers(pig.turn(), 40, (2, 3, 4, 5))
    assert game.shape[0] * 3 < game.states / 40


def test_window__of_any_thresholds_at_goal_100_is_small_enough() -> None:
    for least in range(1, 25, 4):
        assert not fits_into_memory(pig.turn(), 100, (least, 10, 11, 12), only_from_0=True)
        Layers(pig.turn(), 100, (least, 10, 11, 12))


def test_layers__refuse_what_takes_too_much_memory() -> None:
    rule = r"opponents_hold_at: expected at most 12 GB of values at a time, got '1\d\d\.\d GB'. Make more"
    with pytest.raises(InvalidRules, match=rule):
        best_response_in_layers(pig.turn(), 200, (2, 3, 4, 5))
    with pytest.raises(InvalidRules, match=r"opponents_hold_at: expected 4 turn totals, got \(2, 3, 4\)"):
        best_response_in_layers(pig.turn(), 20, (2, 3, 4))


def test_question__goes_layer_by_layer_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    question = QUESTIONS["simultaneous.best_response_to_four"]
    parameters = question.complete(
        {"goal": 12, "first_hold_at": 5, "second_hold_at": 3, "third_hold_at": 5, "fourth_hold_at": 2}
    )
    at_once = question.solve(**parameters)
    monkeypatch.setattr(in_memory, "MOST_STATES", 1000)
    in_layers = question.solve(**parameters)
    assert isinstance(in_layers, layers.LevelResponse)
    answered = {output.name: output.read(in_layers) for output in question.outputs}
    for output in question.outputs:
        if output.name != "residual":
            np.testing.assert_array_equal(answered[output.name], output.read(at_once))
    assert question.certify(parameters, answered) <= 1e-13


@pytest.mark.long
def test_layers__of_79_million_states_are_all_states_to_the_last_bit() -> None:
    whole = best_response(pig.turn(), 40, (2, 3, 4, 5), only_from_0=True)
    some = best_response_in_layers(pig.turn(), 40, (2, 3, 4, 5))
    np.testing.assert_array_equal(some.level_value, whole.level_value)
    np.testing.assert_array_equal(some.level_hold_at, whole.level_hold_at)
    assert some.residual == pytest.approx(whole.residual, abs=1e-15)


@pytest.mark.long
@pytest.mark.parametrize("hold_at", [(2, 3, 4, 5), (2, 3, 2, 2), (2, 2, 3, 3), (2, 2, 2, 2)], ids=str)
def test_layers__as_plain_python_give_the_same(
    hold_at: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = best_response_in_layers(pig.turn(), 7, hold_at)
    interpret(monkeypatch)
    plain = best_response_in_layers(pig.turn(), 7, hold_at)
    np.testing.assert_allclose(plain.level_value, compiled.level_value, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(plain.level_hold_at, compiled.level_hold_at)
