"""Zero-sum matrix games, also such as are played again until they end: against linear programs and fractions,
and matrices made to hurt.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
from solvers.errors import InvalidRules, NotConverged
from solvers.linear import elimination
from solvers.matrix_games import looping_game, matrix_game, simplex, support
from tests import oracle_equilibrium as oracle
from tests.interpreted import interpret
from tests.strategies import FEW, MANY

KERNELS = (elimination, simplex, support, matrix_game, looping_game)


def check(payoff: Array) -> matrix_game.MatrixGame:
    """Strategies are such, and neither player gains by any of its own."""
    found = matrix_game.solve(payoff)
    scale = max(1.0, float(np.ptp(payoff)))
    for mix in (found.rows, found.columns):
        assert mix.min() >= 0
        assert mix.sum() == pytest.approx(1, abs=1e-13)
    assert (payoff @ found.columns).max() <= found.value + 1e-12 * scale
    assert (found.rows @ payoff).min() >= found.value - 1e-12 * scale
    assert found.gap <= 1e-12 * scale
    return found


def by_linear_program(payoff: Array) -> float:
    """The value, from SciPy."""
    from scipy.optimize import linprog

    rows, columns = payoff.shape
    # The most v with x payoff >= v in each column.
    best = linprog(
        np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-payoff.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.r_[np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(-best.fun)


def cyclic(size: int) -> Array:
    """Each beats the next half of the others and loses to the rest: everybody mixes all evenly."""
    ahead = (np.arange(size) - np.arange(size)[:, None]) % size
    return np.sign(ahead) - 2.0 * (ahead > size // 2)


RANDOM = np.random.default_rng(4)
HURTFUL = {
    "one entry": np.array([[3.0]]),
    "one row": np.array([[3.0, -2.0, 5.0]]),
    "one column": np.array([[3.0], [-2.0], [5.0]]),
    "constant": np.full((4, 3), -7.0),
    "zeros": np.zeros((2, 5)),
    "duplicate rows": np.repeat([[1.0, -1.0], [-1.0, 1.0]], 5, axis=0),
    "duplicate columns": np.repeat([[1.0, -1.0], [-1.0, 1.0]], 5, axis=1),
    "duplicates of what mixes": np.tile(cyclic(5), (3, 2)),
    "ties of saddle points": np.array([[1.0, 1.0, 2.0], [1.0, 1.0, 3.0], [0.0, 1.0, 1.0]]),
    "more rows than needed": np.array([[2.0, 0.0], [0.0, 2.0], [1.0, 1.0], [0.5, 1.5]]),
    "degenerate support": np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]),
    "rank one": np.outer([1.0, -2.0, 3.0], [1.0, -1.0, 2.0, -3.0]),
    "a large cycle": cyclic(31),
    "identity": np.eye(40),
    "far apart": np.array([[1e9, -1.0], [-1.0, 1e-9]]),
    "nearly alike": 0.5 + 1e-10 * RANDOM.random((8, 8)),
    "alike but for rounding": np.full((6, 6), 1.0) + np.finfo(float).eps * RANDOM.integers(0, 2, (6, 6)),
    "a diagonal of many sizes": np.diag(10.0 ** -np.arange(8.0)),
    "Hilbert": 1.0
    / (1.0 + np.arange(9)[:, None] + np.arange(9))
    * np.where(np.indices((9, 9)).sum(axis=0) % 2, -1, 1),
    "very long": RANDOM.random((3, 300)),
    "very tall": RANDOM.random((300, 3)),
    "large": RANDOM.random((100, 100)),
}


@pytest.mark.parametrize("payoff", HURTFUL.values(), ids=HURTFUL)
def test_solve__closes_the_gap_of_matrices_made_to_hurt(payoff: Array) -> None:
    scale = max(1.0, float(np.ptp(payoff)))
    assert check(payoff).value == pytest.approx(by_linear_program(payoff), abs=1e-7 * scale)
    # What one player gets the other pays.
    assert check(-payoff.T).value == pytest.approx(-check(payoff).value, abs=1e-12 * scale)


sizes = st.integers(1, 12)


@MANY
@given(sizes, sizes, st.integers(0, 9), st.integers(0, 2**32 - 1))
def test_solve__agrees_with_a_linear_program_on_whole_numbers(
    rows: int, columns: int, most: int, seed: int
) -> None:
    payoff = np.random.default_rng(seed).integers(-most, most + 1, (rows, columns)).astype(float)
    assert check(payoff).value == pytest.approx(by_linear_program(payoff), abs=1e-8)


@FEW
@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 2**32 - 1), st.sampled_from([1e-9, 1.0, 1e9]))
def test_solve__agrees_with_a_linear_program_on_any_numbers(
    rows: int, columns: int, seed: int, scale: float
) -> None:
    payoff = np.random.default_rng(seed).normal(size=(rows, columns))
    assert check(scale * payoff).value / scale == pytest.approx(by_linear_program(payoff), abs=1e-8)


@MANY
@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=4))
def test_solve__is_exact_to_the_last_places(payoff: list[list[int]]) -> None:
    value, _, _ = oracle.matrix_game([[Fraction(paid) for paid in row] for row in payoff])
    assert check(np.array(payoff, float)).value == pytest.approx(float(value), abs=4e-15)


def test_solve__takes_the_least_saddle_point() -> None:
    found = matrix_game.solve(HURTFUL["ties of saddle points"])
    assert (found.rows.tolist(), found.columns.tolist()) == ([1, 0, 0], [1, 0, 0])
    assert found.gap == 0


@pytest.mark.parametrize(
    ("payoff", "message"),
    [
        ([], r"payoff: expected a row and a column or more, got \(0,\)"),
        ([[]], r"got \(1, 0\)"),
        ([1.0, 2.0], r"got \(2,\)"),
        ([[1.0, np.nan]], "payoff: expected finite numbers, got nan"),
        ([[np.inf]], "payoff: expected finite numbers, got inf"),
    ],
)
def test_solve__refuses_what_is_no_game(payoff: Sequence[object], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        matrix_game.solve(payoff)  # type: ignore[arg-type]


def test_solve__never_stops_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, *KERNELS)
    monkeypatch.setattr(simplex, "MOST_PIVOTS", 0)
    # What was imported by name is the plain function, which reads the module's constant.
    with pytest.raises(NotConverged, match=r"gap: expected at most 2e-12, got inf \(3 x 3 payoffs\)"):
        matrix_game.solve(cyclic(3))


@pytest.mark.parametrize("name", ["one row", "degenerate support", "duplicates of what mixes", "Hilbert"])
def test_solve__as_plain_python_gives_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = matrix_game.solve(HURTFUL[name])
    interpret(monkeypatch, *KERNELS)
    plain = matrix_game.solve(HURTFUL[name])
    assert plain.value == pytest.approx(compiled.value, abs=1e-14)
    np.testing.assert_allclose(plain.rows, compiled.rows, rtol=0, atol=1e-12)


def test_careful_rule__ends_a_degenerate_game(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, *KERNELS)
    plain = simplex._entering
    monkeypatch.setattr(simplex, "_entering", lambda shape, careful, space: plain(shape, True, space))
    for name in ("degenerate support", "duplicates of what mixes", "more rows than needed"):
        check(HURTFUL[name])


# --- Played again until it ends


@pytest.mark.long
@MANY
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32 - 1), st.integers(1, 8))
def test_loop__is_the_fixed_point_of_value_iteration(rows: int, columns: int, seed: int, seldom: int) -> None:
    random = np.random.default_rng(seed)
    payoff, leave = (
        random.normal(size=(rows, columns)),
        1e-3 + 0.999 * random.random((rows, columns)) ** seldom,
    )
    found = looping_game.solve(payoff, leave)
    assert by_linear_program(payoff - found.value * leave) == pytest.approx(
        0, abs=1e-7 * max(1.0, abs(found.value))
    )
    net = payoff - found.value * leave
    assert (net @ found.columns).max() - (found.rows @ net).min() <= 1e-12 * max(1.0, abs(found.value))


@FEW
@given(st.lists(st.tuples(*[st.integers(-2, 2)] * 2, *[st.integers(1, 9)] * 2), min_size=1, max_size=3))
def test_loop__is_exact_to_the_last_places(rows: list[tuple[int, int, int, int]]) -> None:
    payoff = [[Fraction(paid) for paid in row[:2]] for row in rows]
    leave = [[Fraction(chance, 9) for chance in row[2:]] for row in rows]
    value = float(oracle.looping_game(payoff, leave))
    assert looping_game.solve(np.array(payoff, float), np.array(leave, float)).value == pytest.approx(
        value, rel=1e-14, abs=1e-15
    )


def test_loop__ends_where_newton_alone_runs_in_circles() -> None:
    payoff, leave = np.array([[0.0, 2.0], [1.0, 0.0]]), np.array([[1.0, 6.0], [1.0, 1.0]]) / 9
    values = [0.5]
    for _ in range(8):
        found = matrix_game.solve(payoff - values[-1] * leave)
        values.append(values[-1] + found.value / (found.rows @ leave @ found.columns))
    assert values[-1] == pytest.approx(values[-3], abs=1e-12)
    assert abs(values[-1] - values[-2]) > 0.1
    found = looping_game.solve(payoff, leave)
    assert matrix_game.solve(payoff - found.value * leave).value == pytest.approx(0, abs=1e-15)


def test_loop__keeps_its_digits_where_it_hardly_ever_ends() -> None:
    chance = np.array([[1e-15, 2e-15], [3e-15, 1e-15]])
    found = looping_game.solve(chance * [[0.25, 0.5], [0.5, 0.125]], chance)
    exact = oracle.looping_game(
        [
            [Fraction(paid) for paid in row]
            for row in (np.array([[1, 2], [3, 1]]) * [[0.25, 0.5], [0.5, 0.125]]).tolist()
        ],
        [[Fraction(1), Fraction(2)], [Fraction(3), Fraction(1)]],
    )
    assert found.value == pytest.approx(float(exact), rel=1e-13)


@FEW
@given(st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_loop__solves_small_stochastic_games_from_the_end(states: int, seed: int) -> None:
    """States lead to themselves and to later ones: what one step of value iteration by linear programs does
    not change is the value.
    """
    random = np.random.default_rng(seed)
    shape = (3, 2)
    onward = random.dirichlet(np.ones(states + 1), size=(states, *shape))
    for state in range(states):
        onward[state, ..., :state] = 0.0
    paid = random.normal(size=(states, *shape))
    value = np.zeros(states)
    for state in reversed(range(states)):
        loop = onward[state, ..., state]
        later = onward[state, ..., state + 1 : states] @ value[state + 1 :]
        value[state] = looping_game.solve(paid[state] + later, 1.0 - loop).value
    iterated = [
        by_linear_program(paid[state] + onward[state, ..., :states] @ value) for state in range(states)
    ]
    np.testing.assert_allclose(iterated, value, rtol=0, atol=1e-7)


@pytest.mark.parametrize(
    ("payoff", "leave", "message"),
    [
        (
            [[1.0, 2.0]],
            [[1.0]],
            "payoff: expected a row and a column or more, and a chance to leave for each entry",
        ),
        ([[np.nan]], [[1.0]], "payoff: expected finite numbers, got nan"),
        ([[1.0]], [[0.0]], r"leave: expected chances more than 0 and at most 1, got 0\.0"),
        ([[1.0]], [[1.5]], r"leave: expected chances more than 0 and at most 1, got 1\.5"),
        ([[1.0]], [[np.nan]], "leave: expected chances more than 0 and at most 1, got nan"),
    ],
)
def test_loop__refuses_what_is_no_game(
    payoff: list[list[float]], leave: list[list[float]], message: str
) -> None:
    with pytest.raises(InvalidRules, match=message):
        looping_game.solve(payoff, leave)


def test_loop__never_stops_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, *KERNELS)
    monkeypatch.setattr(looping_game, "MOST_STEPS", 1)
    with pytest.raises(NotConverged, match=r"gap: expected at most 1\S*e-12, got inf \(2 x 2 payoffs\)"):
        looping_game.solve([[1, 0], [0, 1]], [[1, 0.5], [0.5, 1]])


def test_loop__takes_sure_steps_where_newton_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, *KERNELS)
    monkeypatch.setattr(looping_game, "MOST_NEWTON", 0)
    found = looping_game.solve([[1, 0], [0, 1]], [[1, 0.5], [0.5, 1]])
    assert found.value == pytest.approx(2 / 3, abs=1e-14)
