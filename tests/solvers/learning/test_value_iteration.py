"""Value iteration: sweep by sweep as in fractions, its limits as printed, and a certificate that sees a wrong
estimate.
"""

from fractions import Fraction
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules, NotConverged
from solvers.games import pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import Turn
from solvers.learning import value_iteration
from solvers.learning.certificate_of_value_iteration import residual
from solvers.learning.game import states
from solvers.learning.value_iteration import trace
from solvers.published.figures import figure
from solvers.race.solve import optimal_play
from tests import oracle_learning
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pigs

PIGLET = piglet.turn()
PRINTED = {
    (0, 0, 0): "000",
    (0, 0, 1): "001",
    (0, 1, 0): "010",
    (0, 1, 1): "011",
    (1, 0, 0): "100",
    (1, 1, 0): "110",
}


def as_throw(turn: Turn) -> oracle_learning.Throw:
    """The rules as the oracle wants them."""
    return [(outcome.probability, outcome.gain) for outcome in turn.throws[0].outcomes]


@pytest.mark.parametrize("in_place", [True, False])
def test_trace__approaches_the_printed_values_of_piglet(in_place: bool) -> None:
    printed = {digits: float(figure(f"piglet-{digits}").value[0]) for digits in PRINTED.values()}
    answer = trace(PIGLET, 2, 120, in_place=in_place)
    for state, digits in PRINTED.items():
        assert answer.estimate[-1][state] == pytest.approx(printed[digits], abs=1e-15)
        assert answer.value[state] == pytest.approx(printed[digits], abs=1e-15)
    assert np.isfinite(answer.estimate).sum() == 121 * len(PRINTED)


def test_trace__begins_as_the_papers_program_does() -> None:
    # By hand, from the six equations (1) in the order of the program's loops.
    first = {
        "000": (1, 1 / 2),
        "001": (1, 3 / 4),
        "010": (1, 3 / 4),
        "011": (1, 3 / 4),
        "100": (1 / 2, 5 / 8),
        "110": (1, 1 / 2),
    }
    answer = trace(PIGLET, 2, 2)
    for state, digits in PRINTED.items():
        assert tuple(answer.estimate[:, *state]) == (0.0, *first[digits])


@pytest.mark.parametrize("in_place", [True, False])
@FEW
@given(turn=pigs(), goal=goals(5), sweeps=st.integers(1, 6))
def test_trace__is_that_of_fractions(in_place: bool, turn: Turn, goal: int, sweeps: int) -> None:
    slow = list(islice(oracle_learning.value_iteration(goal, as_throw(turn), in_place), sweeps + 1))
    fast = trace(turn, goal, sweeps, in_place=in_place)
    for count, estimates in enumerate(slow):
        for state, estimate in estimates.items():
            assert fast.estimate[count][state] == pytest.approx(float(estimate), abs=1e-14)
    changes = [float(max(abs(after[s] - before[s]) for s in after)) for before, after in pairwise(slow)]
    np.testing.assert_allclose(fast.largest_change, [np.nan, *changes], rtol=0, atol=1e-14)


@FEW
@given(pigs(), goals(12), st.booleans())
def test_trace__ends_at_optimal_play(turn: Turn, goal: int, in_place: bool) -> None:
    fast = trace(turn, goal, 400, tolerance=1e-13, in_place=in_place)
    best = optimal_play(turn, goal)
    np.testing.assert_allclose(fast.estimate[-1, :, :, 0], best.value, rtol=0, atol=1e-10)
    assert fast.win_probability == best.win_probability
    assert fast.distance[-1] <= 1e-10
    assert fast.residual <= 1e-14


@FEW
@given(pigs(), goals(8), st.sampled_from([1e-2, 1e-5, 1e-9]))
def test_sweeps_needed__is_where_the_papers_program_stops(turn: Turn, goal: int, tolerance: float) -> None:
    fast = trace(turn, goal, 300, tolerance)
    stopped = fast.sweeps_needed
    assert fast.largest_change[stopped] < tolerance
    assert (fast.largest_change[1:stopped] >= tolerance).all()
    assert fast.distance_at_stop == fast.distance[stopped]
    # It does not depend on how many sweeps are kept.
    assert trace(turn, goal, 1, tolerance).sweeps_needed == stopped
    assert trace(turn, goal, 1, tolerance).distance_at_stop == fast.distance_at_stop


def test_distance__counts_every_state_once() -> None:
    answer = trace(PIGLET, 2, 3)
    before = [Fraction(4, 7), Fraction(5, 7), Fraction(2, 5), Fraction(3, 5), Fraction(4, 5), Fraction(2, 3)]
    assert answer.distance[0] == pytest.approx(4 / 5, abs=1e-15)
    assert answer.mean_distance[0] == pytest.approx(float(sum(before) / 6), abs=1e-15)


@pytest.mark.parametrize("in_place", [True, False])
def test_residual__sees_any_wrong_estimate(in_place: bool) -> None:
    game = trace(pig.turn(3), 4, 5, in_place=in_place)
    assert residual(game.turn, 4, in_place, game.estimate, game.value) <= 1e-15
    for place in np.argwhere(np.isfinite(game.estimate)):
        wrong = game.estimate.copy()
        wrong[tuple(place)] += 1e-6
        assert residual(game.turn, 4, in_place, wrong, game.value) > 1e-7
    assert residual(game.turn, 4, in_place, game.estimate, game.value + 1e-6) > 1e-7


@pytest.mark.parametrize("in_place", [True, False])
def test_residual__knows_the_other_order_from_this(in_place: bool) -> None:
    game = trace(pig.turn(), 6, 5, in_place=in_place)
    assert residual(game.turn, 6, not in_place, game.estimate, game.value) > 1e-3


def test_trace__as_plain_python_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = trace(pig.turn(4), 5, 6, 0.01)
    interpret(monkeypatch, value_iteration)
    np.testing.assert_allclose(trace(pig.turn(4), 5, 6, 0.01).estimate, compiled.estimate, rtol=0, atol=1e-15)


def test_trace__has_nan_where_holding_wins() -> None:
    game = trace(PIGLET, 4, 2)
    assert (np.isfinite(game.estimate) == states(4)).all()
    assert (np.isfinite(game.value) == states(4)).all()


def test_trace__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_iteration, "MOST_SWEEPS", 5)
    with pytest.raises(
        NotConverged, match=r"largest change: expected less than 1e-09, got 0\.0703125 \(5 sweeps\)"
    ):
        trace(PIGLET, 2, 1)


def test_trace__of_a_coin_that_hardly_ever_comes_up_heads_converges() -> None:
    seldom = piglet.turn(Fraction(1, 100))
    assert trace(seldom, 3, 1).sweeps_needed > 500


@pytest.mark.parametrize(
    ("turn", "goal", "sweeps", "tolerance", "message"),
    [
        (PIGLET, 1, 5, 1e-9, r"goal: expected 2 or more, got 1\."),
        (PIGLET, 2, 0, 1e-9, r"sweeps: expected 1 or more, got 0\."),
        (PIGLET, 2, 5, 0.0, r"tolerance: expected more than 0, got 0\.0\."),
        (PIGLET, 2, 5, float("nan"), r"tolerance: expected more than 0, got nan\."),
        (
            ten_thousand.turn(),
            5,
            5,
            1e-9,
            (
                "turn: expected one throw over and over, whose bust loses the turn total and no more, got"
                " 'ten thousand'"
            ),
        ),
        (
            progressive_pig.turn(),
            5,
            5,
            1e-9,
            (
                "turn: expected one throw over and over, whose bust loses the turn total and no more, got"
                " 'progressive pig'"
            ),
        ),
        (
            two_dice_pig.turn(),
            5,
            5,
            1e-9,
            (
                "turn: expected one throw over and over, whose bust loses the turn total and no more, got"
                " 'two-dice pig'"
            ),
        ),
    ],
)
def test_trace__refuses_what_it_cannot_do(
    turn: Turn, goal: int, sweeps: int, tolerance: float, message: str
) -> None:
    with pytest.raises(InvalidRules, match=message):
        trace(turn, goal, sweeps, tolerance)
