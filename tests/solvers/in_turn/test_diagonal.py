"""Sweeps of the blocks of a diagonal: turns of one throw in a ring of rows, and lines that hold a while."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.solve import optimal_play as with_equal_turns
from solvers.errors import InvalidRules
from solvers.games import big_pig, pass_the_pigs, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.in_turn import best, diagonal, seat
from solvers.in_turn.pairs import new_row
from solvers.jit import jit
from solvers.race.solve import optimal_play
from solvers.turns import one_throw
from solvers.turns.backward import LANES, opening, rows, set_ends, sweep, workspace
from solvers.turns.one_throw import Lines, Ring, Turns, new_ring
from tests.interpreted import interpret
from tests.strategies import FEW, goals, wiping_turns

ONE_THROW = [
    pytest.param(pig.turn(), 40, id="pig"),
    pytest.param(pig.turn(2, 2), 5, id="coin"),
    pytest.param(pig.turn(20, 3), 12, id="more faces than points"),
    pytest.param(piglet.turn(), 20, id="piglet"),
    pytest.param(big_pig.turn(), 60, id="big pig"),
    pytest.param(pass_the_pigs.turn(), 90, id="pass the pigs"),
    pytest.param(two_dice_pig.turn(), 50, id="two dice"),
]


class Given(NamedTuple):
    """What LANES turns to a goal are given: values of banking, of busts and of wipes."""

    goal: int
    hold: Array
    bust: Array
    wiped: Array


@jit
def _in_the_ring(tables: TurnArrays, hold: Array, ends: Array, goal: int, ring: Ring, out: Lines) -> None:
    """Sweep turns that begin with goal - 1 points and less, as far as there are points."""
    count = min(goal, LANES)
    one_throw.sweep(tables, hold, 0, ends, (goal - count, goal), ring, Turns(0, count, goal - 1), out)


def lines(turn: Turn, given: Given) -> Lines:
    """What the ring finds of the turns, the first of which begins with goal - 1 points."""
    compiled = tables(turn, given.goal)
    ends, out = np.zeros((1, 2 * LANES)), Lines(*np.zeros((3, LANES)))
    set_ends(compiled, given.bust, given.wiped, 1.0, ends)
    ring = new_ring(compiled)
    assert ring is not None
    _in_the_ring(compiled, given.hold, ends, given.goal, ring, out)
    return Lines(*(array[: given.goal] for array in out))


def swept(turn: Turn, given: Given) -> tuple[Array, Array]:
    """Values of openings and of throws by the turn kernel for any turn, float64[turn, 2] and [x, 2 LANES]."""
    compiled = tables(turn, given.goal)
    throws, positions = workspace(compiled, given.goal, turn.longest_gain)
    positions[given.goal * compiled.depth.size :, :LANES] = 1.0
    ends = np.zeros((compiled.bust.size, 2 * LANES))
    set_ends(compiled, given.bust, given.wiped, 1.0, ends)
    sweep(compiled, given.hold, 0, ends, (0, given.goal), throws, positions)
    found = [opening(compiled, throws, given.goal - 1 - lane, lane) for lane in range(min(given.goal, LANES))]
    return np.array(found), throws


def some_values(goal: int, longest: int, seed: int) -> Given:
    """Values of banking that rise with the score to 1, for one throw past the goal, and any of busts and
    wipes.
    """
    random = np.random.default_rng(seed)
    hold = rows(goal + longest, goal + LANES)
    hold[:goal] = np.sort(random.random((goal, goal + LANES)), axis=0)
    hold[goal:] = 1.0
    return Given(goal, hold, random.random(LANES), random.random(LANES))


@FEW
@given(wiping_turns(), goals(70), st.integers(0, 99))
def test_ring__finds_the_same_bits(turn: Turn, goal: int, seed: int) -> None:
    values = some_values(goal, turn.longest_gain, seed)
    found = lines(turn, values)
    np.testing.assert_array_equal(np.column_stack(found[:2]), swept(turn, values)[0])


@pytest.mark.parametrize(("turn", "goal"), ONE_THROW)
def test_ring__is_for_games_of_one_throw(turn: Turn, goal: int) -> None:
    values = some_values(goal, turn.longest_gain, 1)
    found = lines(turn, values)
    np.testing.assert_array_equal(np.column_stack(found[:2]), swept(turn, values)[0])


def test_ring__is_not_for_other_games() -> None:
    assert new_ring(tables(ten_thousand.turn())) is None


@FEW
@given(wiping_turns(), goals(40), st.integers(0, 99))
def test_margin__is_the_least_of_all_choices(turn: Turn, goal: int, seed: int) -> None:
    values = some_values(goal, turn.longest_gain, seed)
    throws = swept(turn, values)[1]
    gaps = np.abs(throws[:, :LANES] - values.hold[:goal, :LANES])
    for lane, margin in enumerate(lines(turn, values).margin):
        assert margin == gaps[goal - lane :, lane].min(initial=1.0)


@FEW
@given(wiping_turns(), goals(40), st.integers(0, 99), st.sampled_from([-0.999, 0.999]))
def test_line__holds_as_far_as_its_margin(turn: Turn, goal: int, seed: int, part: float) -> None:
    values = some_values(goal, turn.longest_gain, seed)
    found = lines(turn, values)
    count = found.value.size
    moved = values.bust.copy()
    moved[:count] += part * found.margin
    there = lines(turn, values._replace(bust=moved))
    np.testing.assert_allclose(
        found.value + found.slope * part * found.margin, there.value, rtol=0, atol=1e-14
    )
    np.testing.assert_array_equal(found.slope, there.slope)


def _no_ring(_: TurnArrays) -> None:
    """As for turns of several throws."""


@pytest.mark.parametrize(("turn", "goal"), ONE_THROW)
def test_race__is_the_same_without_the_ring(turn: Turn, goal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    here = optimal_play(turn, goal).value
    monkeypatch.setattr(seat, "new_ring", _no_ring)
    np.testing.assert_allclose(optimal_play(turn, goal).value, here, rtol=0, atol=2e-15)


@pytest.mark.parametrize(
    ("turn", "tried"),
    [
        pytest.param(pig.turn(), [False], id="one throw"),
        pytest.param(piglet.turn(0.05), [False, True], id="one throw that nearly always busts"),
        pytest.param(ten_thousand.turn(["m5"]), [True], id="several throws"),
    ],
)
def test_race__plays_out_turns_of_one_throw_only_where_they_are_seldom_left(
    turn: Turn, tried: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    can_play_out: list[bool] = []

    def noting(solve: Callable[..., float]) -> Callable[..., float]:
        def notes(*given: Any) -> float:
            can_play_out.append(given[4] is not None)
            return solve(*given)

        return notes

    monkeypatch.setattr(best, "_solve", noting(best._solve))
    assert optimal_play(turn, 12).residual < 1e-15
    assert can_play_out == tried


def test_line__is_not_followed_past_its_margin_in_steps() -> None:
    """Two steps of the same way are one as long as both."""
    moved, row = 0.6, new_row(2)
    diagonal.begin.py_func(2, row)  # type: ignore[attr-defined]
    row.margin[:], row.slope[:] = 1.0, 0.5
    for due in (False, True):
        row.stake[:] += moved
        assert diagonal.is_due.py_func(0, 2, row) == due  # type: ignore[attr-defined]
        if not due:
            diagonal.follow.py_func(0, 2, row)  # type: ignore[attr-defined]
    np.testing.assert_allclose(row.value, 0.5 * moved)


@pytest.mark.parametrize(("turn", "most"), [(pig.turn(), 1.5), (progressive_pig.turn(), 1.0)])
def test_race__sweeps_few_blocks_twice(turn: Turn, most: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """To 20, the lines of one sweep mostly hold as far as the values that come of them; where a bust scores,
    always.
    """
    counted: list[tuple[object, ...]] = []

    def counting(whole: Callable[..., None]) -> Callable[..., None]:
        def counts(*given: object) -> None:
            counted.append(given[1:4])
            whole(*given)

        return counts

    interpret(monkeypatch)
    monkeypatch.setattr(diagonal, "_find_lines", counting(diagonal._find_lines))
    optimal_play(turn, 20)
    assert len(set(counted)) == 39 <= len(counted) <= most * 39


@pytest.mark.parametrize("solved", [optimal_play, lambda turn, goal: with_equal_turns(turn, goal, Tie.LAST)])
def test_entry__that_is_more_than_the_goal_is_refused(solved: Callable[[Turn, int], object]) -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected 7 or more, the entry of these rules, got 6\."):
        solved(replace(pig.turn(), entry=7), 6)
