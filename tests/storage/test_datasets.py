"""Stored sweeps as a person uses them with xarray: means over ragged axes, and whole datasets merged,
selected, written and copied.
"""

import pickle
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from storage.publishing import publish
from storage.repository import Store
from storage.schema import DONE
from tests.solvers.questions.test_catalog import SAMPLE, SMALL
from tests.sweeps import new_store, race, solve

# Where the search below finds no parameter that changes how long a table is.
RAGGED: dict[str, tuple[str, tuple[Value, Value]]] = {
    "risk.battle": ("attackers", (2, 5)),
    "solitaire.piglet": ("heads", (0.25, 0.75)),
    "solitaire.ten_thousand": ("m5", (False, True)),
}
# Their tables are as long whatever number is asked for.
EVEN = {"solitaire.own", "solitaire.pass_the_pigs", "yahtzee.hooligan"}
LARGEST = 8
UNEVEN = [
    pytest.param(question, id=name, marks=() if name in SAMPLE else pytest.mark.exhaustive)
    for name, question in QUESTIONS.items()
    if name not in EVEN
]


def lengths(question: Question, parameters: dict[str, Value]) -> list[int]:
    return [np.asarray(dimension.labels(parameters)).size for dimension in question.dimensions]


def ragged(question: Question) -> tuple[str, tuple[Value, Value]]:
    """A parameter with two small values whose tables differ in length."""
    base = question.complete(SMALL[question.name][-1])
    for parameter in question.parameters:
        if parameter.kind is not int:
            continue
        usual = int(base[parameter.name])
        for value in (min(usual, LARGEST), usual + 1):
            shorter, longer = base | {parameter.name: value - 1}, base | {parameter.name: value}
            if not accepted(question, shorter, longer):
                continue
            if lengths(question, shorter) != lengths(question, longer):
                return parameter.name, (value - 1, value)
    return RAGGED[question.name]


def accepted(question: Question, *cases: dict[str, Value]) -> bool:
    """Whether the question takes them all: some games ask for points to get in, at most the goal."""
    try:
        return all(question.complete(case) for case in cases)
    except InvalidRules:
        return False


def padded_sweep(question: Question) -> dict[str, Any]:
    axis, labels = ragged(question)
    fixed = {
        name: value for name, value in question.complete(SMALL[question.name][-1]).items() if name != axis
    }
    return {
        "name": "padded",
        "title": "Tables of two lengths",
        "question": question.name,
        "parameters": fixed,
        "axes": {axis: list(labels)},
        "keep": [output.name for output in question.outputs],
    }


def mean_of_answers(question: Question, content: dict[str, Any], name: str) -> float:
    """Over what two solves answer, one after the other; a negative whole number is none."""
    axis, labels = next(iter(content["axes"].items()))
    cells = []
    for label in labels:
        solution = question.solve(**question.complete(content["parameters"] | {axis: label}))
        answer = np.asarray(question.output(name).read(solution), question.output(name).dtype)
        cells.append(
            np.where(answer < 0, np.nan, answer).ravel() if answer.dtype.kind == "i" else answer.ravel()
        )
    return float(np.nanmean(np.concatenate(cells)))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:Mean of empty slice")
@pytest.mark.parametrize("question", UNEVEN)
def test_mean__over_a_ragged_axis_is_that_of_the_answers(question: Question, tmp_path: Path) -> None:
    store, content = new_store(tmp_path), padded_sweep(question)
    solve(content, store)
    stored = xr.open_zarr(store.at().store, group="padded", consolidated=False, chunks=None).load()
    copied = xr.open_zarr(publish(store, "padded", tmp_path), chunks=None).load()
    assert (stored.status == DONE).all()
    for output in question.outputs:
        right = mean_of_answers(question, content, output.name)
        for dataset in (stored, copied):
            assert float(dataset[output.name].mean()) == pytest.approx(
                right, rel=1e-5, abs=1e-12, nan_ok=True
            ), output.name


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Two sweeps that differ in a fixed parameter, one with tables and one whose labels are text."""
    store = new_store(tmp_path_factory.mktemp("datasets"))
    keep = ["win_probability", "value", "hold_at", "policy"]
    solve(race([5, 6, 8], keep, "six") | {"parameters": {"sides": 6}}, store)
    solve(race([6, 9], keep, "eight") | {"parameters": {"sides": 8}}, store)
    hooligan = QUESTIONS["yahtzee.hooligan"]
    text = {"question": hooligan.name, "parameters": {"used": 3, "throws": 1}, "axes": {"straight": [20, 30]}}
    solve(
        {"name": "words", "title": "Hooligan", "keep": [output.name for output in hooligan.outputs], **text},
        store,
    )
    return store


@pytest.fixture(params=["store", pytest.param("copy", marks=pytest.mark.long)])
def opened(request: pytest.FixtureRequest, store: Store, tmp_path: Path) -> Callable[[str], xr.Dataset]:
    """Open a sweep of the store, or its plain copy, as the README does."""
    if request.param == "copy":
        return lambda name: xr.open_zarr(publish(store, name, tmp_path / "published"))
    return lambda name: xr.open_zarr(store.at().store, group=name, consolidated=False)


@pytest.fixture(autouse=True)
def xarray_of_tomorrow() -> Iterator[None]:
    """Defaults that xarray announces; it warns of each where they would matter."""
    with xr.set_options(use_new_combine_kwarg_defaults=True), warnings.catch_warnings():
        yield


Opened = Callable[[str], xr.Dataset]


def test_fixed_parameters__are_scalar_coordinates(opened: Opened) -> None:
    dataset = opened("six")
    assert (dataset.sides.item(), dataset.bust_face.item(), dataset.sides.dims) == (6, 1, ())
    assert dataset.sides.attrs["long_name"] == "die faces"
    assert "sides" in dataset.win_probability.coords


def test_concat__joins_sweeps_along_a_fixed_parameter(opened: Opened) -> None:
    both = xr.concat([opened("six"), opened("eight")], dim="sides", join="outer")
    assert both.sides.values.tolist() == [6, 8]
    assert both.goal.values.tolist() == [5, 6, 8, 9]
    one = both.win_probability.sel(sides=8, goal=9)
    assert float(one) == float(opened("eight").win_probability.sel(goal=9))
    assert np.isnan(both.win_probability.sel(sides=8, goal=5))
    assert (
        float(both.hold_at.sel(sides=6, goal=5).max()) == float(opened("six").hold_at.sel(goal=5).max()) == 5
    )


def test_merge__joins_sweeps(opened: Opened) -> None:
    both = xr.merge(
        [opened("six").expand_dims("sides"), opened("eight").expand_dims("sides")],
        join="outer",
        compat="no_conflicts",
    )
    xr.testing.assert_identical(
        both.win_probability.sel(sides=6, goal=[5, 6, 8]).load().drop_vars("sides"),
        opened("six").win_probability.load().drop_vars("sides"),
    )


@pytest.mark.parametrize("name", ["six", "words"])
def test_whole_datasets__take_what_xarray_does(opened: Opened, name: str, tmp_path: Path) -> None:
    dataset = opened(name)
    axis = str(dataset.status.dims[0])
    last = dataset[axis].values[-1]
    assert dataset.where(dataset[axis] == last).load().sizes == dataset.sizes
    assert dataset.where(dataset[axis] == last, drop=True).sizes[axis] == 1
    assert dataset.reindex({axis: [last, last + 7]}).load().sizes[axis] == 2
    assert dataset.sel({axis: last + 0.4}, method="nearest")[axis] == last
    assert dataset.isel({axis: 0}).to_dataframe().shape[0] > 1
    assert dataset.mean(axis).load().sizes
    assert pickle.loads(pickle.dumps(dataset)).identical(dataset)
    dataset.to_netcdf(tmp_path / "whole.nc", engine="h5netcdf")
    with xr.open_dataset(tmp_path / "whole.nc", engine="h5netcdf") as back:
        for variable in dataset.data_vars:
            np.testing.assert_array_equal(back[variable], dataset[variable])
    dataset.to_zarr(tmp_path / "whole.zarr", consolidated=False)
    assert xr.open_zarr(tmp_path / "whole.zarr", consolidated=False).load().equals(dataset.load())


def test_record__is_in_a_group_of_its_own(opened: Opened, store: Store, tmp_path: Path) -> None:
    assert not {"key", "run", "finished", "error", "seconds"} & set(opened("six").variables)
    record = xr.open_zarr(publish(store, "six", tmp_path), group="record")
    assert set(record.data_vars) == {"key", "run", "finished", "error", "seconds"}
    assert (record.seconds > 0).all()
    tree = xr.open_datatree(publish(store, "six", tmp_path), engine="zarr")
    assert tree["record/key"].shape == tree["win_probability"].shape
