"""`jp.verify` passes what is right and finds each lie, in one case and in sweeps, whole or in part."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

import jeopardice as jp
from tests.sweeps import new_store, race, solve

Lie = Callable[[xr.Dataset], None]


@pytest.fixture(scope="module")
def pig() -> xr.Dataset:
    """One case, all of it."""
    return jp.solve("pig", goal=12)


@pytest.fixture(scope="module")
def swept() -> xr.Dataset:
    """Three goals, with the tables that prove them."""
    return jp.sweep("pig", goal=[6, 8, 9], keep=["value", "hold_at", "win_probability"], progress=False)


def test_verify__passes_what_is_right(pig: xr.Dataset, swept: xr.Dataset) -> None:
    for answer in (pig, swept, swept.sel(goal=8), swept.sel(goal=[9]), pig[["win_probability"]]):
        found = jp.verify(answer, progress=False)
        assert found, found
        assert found.certificate < 1e-13
        assert (found.wrong, found.cases) == ((), max(1, answer.sizes.get("goal", 1)))
    assert "Proved: value" in str(jp.verify(pig))
    assert "The proof needs value, not stored here." in str(jp.verify(pig[["win_probability"]]))


def test_verify__of_a_store_is_that_of_the_command(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(race(range(5, 8), ("value", "hold_at")), store)
    opened = jp.open(store.url)
    assert jp.verify(opened, progress=False)
    # Whole numbers that are padded are floats where xarray opens them.
    assert opened.hold_at.dtype.kind == "f"
    lie = opened.load().copy(deep=True)
    lie.hold_at[0, 0, 0] += 1
    found = jp.verify(lie, progress=False)
    assert [label for label, _ in found.wrong] == ["goal=5"]
    assert list(found.findings()) == ["goal=5: hold_at at banked=0, opponent=0: expected 5, got 6"]


def _off(name: str, by: float) -> Lie:
    def tell(answer: xr.Dataset) -> None:
        answer[name][(0,) * answer[name].ndim] += by

    return tell


@pytest.mark.parametrize(
    ("lie", "variable"),
    [
        (_off("value", 1e-9), "value"),
        (_off("value", np.nan), "value"),
        (_off("hold_at", 1), "hold_at"),
        (_off("win_probability", 1e-9), "win_probability"),
        (_off("advantage", 1e-9), "advantage"),
    ],
)
def test_verify__finds_a_lie(lie: Lie, variable: str, pig: xr.Dataset) -> None:
    told = pig.copy(deep=True)
    lie(told)
    found = jp.verify(told)
    assert not found
    assert variable in [one.variable for _, findings in found.wrong for one in findings]
    assert f"not verified: {variable}" in repr(found)


def test_verify__finds_numbers_that_should_be_whole(swept: xr.Dataset) -> None:
    told = swept.copy(deep=True)
    told.hold_at[1, 0, 0] += 0.5
    found = jp.verify(told, progress=False)
    assert list(found.findings()) == ["goal=8: hold_at: expected int16, got float32"]


def test_verify__finds_a_table_that_is_cut_off(pig: xr.Dataset) -> None:
    assert "value: expected the shape (12, 12), got (5, 12)" in repr(jp.verify(pig.isel(banked=slice(5))))


def test_verify__takes_dimensions_in_any_order(pig: xr.Dataset) -> None:
    assert jp.verify(pig.transpose(..., "banked"))


@pytest.mark.parametrize("tolerance", [-1e-12, np.nan, "small", None])
def test_tolerance__is_a_number_of_0_or_more(tolerance: Any, pig: xr.Dataset) -> None:
    with pytest.raises(jp.InvalidRules, match="tolerance: expected a number of 0 or more, got "):
        jp.verify(pig, tolerance=tolerance)


def test_verify__finds_numbers_behind_a_shorter_table(swept: xr.Dataset) -> None:
    told = swept.copy(deep=True)
    told.value[0, 8, 8] = 0.5
    (text,) = jp.verify(told, progress=False).findings()
    assert text == "goal=6: value at banked=8, opponent=8: expected nan, for the table ends before, got 0.5"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda answer: answer.value, "expected an xarray.Dataset, got 'DataArray'"),
        (lambda answer: 3, "expected an xarray.Dataset, got 'int'"),
        (lambda answer: answer.drop_attrs(), "expected an attribute `question`"),
        (lambda answer: answer.drop_vars("goal"), "expected labels of goal and a `status` along them"),
        (lambda answer: answer.drop_vars("status"), "expected labels of goal and a `status` along them"),
        (lambda answer: answer.isel(goal=slice(0)), "expected at least one case with an answer, got nothing"),
        (
            lambda answer: answer.mean("banked"),
            "dataset, value: expected along banked, opponent, got 'along opponent'",
        ),
        (lambda answer: answer.mean("goal"), "expected labels of goal and a `status` along them"),
    ],
)
def test_verify__refuses_what_is_no_answer(
    spoil: Callable[[xr.Dataset], xr.Dataset], words: str, swept: xr.Dataset
) -> None:
    with pytest.raises(jp.InvalidRules, match=words) as caught:
        jp.verify(spoil(swept))
    assert "Pass what jp.solve, jp.sweep or jp.open returns" in str(caught.value)
