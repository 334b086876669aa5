"""Products, least squares and GMRES beside NumPy's, which leave sums to BLAS."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.linear.gmres import gmres
from solvers.linear.least_squares import least_squares
from solvers.linear.products import length, product

SHAPES = [((3,), (3,)), ((3,), (3, 2)), ((4, 3), (3,)), ((4, 3), (3, 2)), ((2, 4, 3), (3,)), ((0,), (0, 2))]


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_product__is_numpys_but_for_rounding(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    draw = np.random.default_rng(1)
    one, other = draw.random(left), draw.random(right)
    found = product(one, other)
    assert found.shape == (one @ other).shape
    np.testing.assert_allclose(found, one @ other, rtol=1e-15)
    np.testing.assert_allclose(product(one[..., ::-1], other[::-1]), one @ other, rtol=1e-15)


def test_product__adds_up_in_the_order_of_the_terms() -> None:
    # 1e16 swallows each 1 that comes after it, and none that came before.
    small = [1.0] * 8
    assert product(np.array([*small, 1e16]), np.ones(9)) == 1e16 + 8.0
    assert product(np.array([1e16, *small]), np.ones(9)) == 1e16


def test_length__is_euclidean() -> None:
    assert length(np.array([[3.0], [4.0]])) == 5.0


@given(st.integers(1, 6), st.integers(6, 40), st.integers(0, 2**32 - 1))
def test_least_squares__leaves_as_little_as_numpys(count: int, places: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    # Lengths far apart, as changes of an iteration have.
    rows = draw.standard_normal((count, places)) * 10.0 ** draw.uniform(-6, 0, (count, 1))
    target = draw.standard_normal(places)
    weights = least_squares(rows, target, 1e-14)
    best = np.linalg.lstsq(rows.T, target, rcond=None)[0]
    np.testing.assert_allclose(weights, best, rtol=1e-8, atol=1e-8 * np.abs(best).max())


def test_least_squares__gives_no_weight_to_what_others_make_up() -> None:
    rows = np.array([[2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    weights = least_squares(rows, np.array([2.0, 3.0, 4.0]), 1e-14)
    assert np.count_nonzero(weights) == 2
    np.testing.assert_allclose(weights @ rows, [2.0, 3.0, 0.0], atol=1e-15)


@given(st.integers(1, 80), st.integers(0, 2**32 - 1))
def test_gmres__solves_chains_that_seldom_end(states: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    moves = draw.random((states, states))
    moves *= 0.999 / moves.sum(axis=1, keepdims=True)
    matrix, right = np.eye(states) - moves, draw.random(states)
    found = gmres(lambda x: matrix @ x, right, 1e-10)
    assert np.linalg.norm(right - matrix @ found) <= 1e-10 * np.linalg.norm(right)
    np.testing.assert_allclose(found, np.linalg.solve(matrix, right), rtol=1e-6)


def test_gmres__takes_a_turn_of_all_unknowns_in_its_last_step() -> None:
    # Each step but the last leaves all of the error.
    found = gmres(lambda x: np.roll(x, 1), np.eye(20)[0], 1e-12)
    np.testing.assert_allclose(found, np.eye(20)[19], atol=1e-12)


def test_gmres__of_nothing_is_nothing() -> None:
    assert gmres(lambda x: x, np.zeros(3), 1e-8).tolist() == [0.0, 0.0, 0.0]
