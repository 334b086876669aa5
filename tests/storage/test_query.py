"""Open, select, tabulate, compare, and copy out."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import xarray as xr

from solvers.outputs.output import Variable
from storage.comparing import Difference, compare
from storage.errors import DoesNotFit, NotInStore
from storage.export import export
from storage.layout import Layout, lay_out
from storage.publishing import publish, publish_to
from storage.query import open_sweep, select, table
from storage.region import write_cases
from storage.repository import Store
from storage.schema import DONE, FAILED

SWEEP = "dice/hold"
VARIABLES = (
    Variable(name="value", dims=("banked",), long_name="win probability", meaning="Chance to win."),
    Variable(
        name="choice", dims=("action",), dtype="int8", unit="", long_name="choice", meaning="What to do."
    ),
    Variable(name="score", unit="points", long_name="score", meaning="Expected score."),
)


def hold(goals: tuple[int, ...] = (2, 3, 5)) -> Layout:
    dims = {"banked": np.arange(max(goals)), "action": np.array(["hold", "roll"])}
    return lay_out({"goal": goals, "chance": (0.1, 0.25), "ties": (False, True)}, dims, VARIABLES)


def solve(store: Store, layout: Layout, run: str, shift: float = 0.0, failed: tuple[int, ...] = ()) -> None:
    session, rows, values = store.begin(), {}, {}
    for index in np.ndindex(*map(len, layout.axes.values())):
        goal = int(layout.labels(index)["goal"])
        rows[index] = {
            "status": FAILED if goal in failed else DONE,
            "run": run,
            "key": run,
            "error": "no" if goal in failed else "",
        }
        if goal not in failed:
            rows[index]["score"] = goal + shift
            values[index] = {"value": np.arange(goal) + shift, "choice": np.array([0, 1], np.int8)}
    fork = store.fork(session)
    write_cases(fork, SWEEP, layout, values)
    store.commit(session, [fork], SWEEP, rows, run, {"run": run})


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store.open(str(tmp_path / "store"), create=True)
    solve(
        store,
        store.prepare(SWEEP, hold(), {"config": {"nested": [1]}, "flag": True}, "prepare", {}),
        "first",
        failed=(5,),
    )
    return store


def test_open_sweep__is_lazy_and_labelled(store: Store) -> None:
    dataset = open_sweep(store, SWEEP)
    assert dataset.value.dims == ("goal", "chance", "ties", "banked")
    assert not dataset.value.variable._in_memory
    assert dataset.value.sel(goal=3, chance=0.25, ties=True).values[:3].tolist() == [0, 1, 2]
    with pytest.raises(NotInStore, match="has no sweep 'dice/roll', only dice/hold"):
        open_sweep(store, "dice/roll")


def test_select__takes_labels_of_every_kind_also_as_text(store: Store) -> None:
    dataset = open_sweep(store, SWEEP)
    for labels in (
        {"goal": 3, "chance": 0.25, "ties": True, "action": "roll"},
        {"goal": "3", "chance": "0.25", "ties": "true"},
    ):
        assert select(dataset, labels).score.item() == 3
    assert select(dataset, {"goal": [2, 5]}).goal.values.tolist() == [2, 5]


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"goals": 3}, "There is no axis 'goals'. The axes are goal, chance, ties, "),
        ({"goal": 4}, r"goal: there is no label 4\. The nearest are 2, 3, 5\."),
        ({"chance": 0.2}, "nearest are 0.1, 0.25"),
        ({"ties": "maybe"}, "nearest are False, True"),
        ({"ties": 1}, "no label 1\\."),
        ({"action": "rol"}, "nearest are roll"),
        ({"goal": "three"}, "no label 'three'\\."),
    ],
)
def test_select__names_what_there_is_instead(store: Store, wanted: dict[str, object], problem: str) -> None:
    with pytest.raises(NotInStore, match=problem):
        select(open_sweep(store, SWEEP), wanted)


def test_table__has_one_row_a_done_case(store: Store) -> None:
    rows = table(open_sweep(store, SWEEP))
    assert list(rows.columns) == ["goal", "chance", "ties", "score"]
    assert len(rows) == 8
    assert (rows.score == rows.goal).all()
    assert rows.ties.dtype == bool


def test_table__takes_selected_data_and_chosen_columns(store: Store) -> None:
    dataset = select(open_sweep(store, SWEEP, record=True), {"ties": True, "banked": 1})
    rows = table(dataset, ["value", "run"], ["chance", "goal"], status=(DONE, FAILED))
    assert list(rows.columns) == ["chance", "goal", "value", "run"]
    assert rows.goal.tolist() == [2, 3, 5, 2, 3, 5]
    assert rows.run.tolist() == ["first"] * 6
    assert table(select(dataset, {"goal": 2, "chance": 0.1})).score.tolist() == [2]
    with pytest.raises(NotInStore, match="choice has several numbers per case, along action"):
        table(dataset, ["choice"])
    with pytest.raises(NotInStore, match="'ties' is not an axis, or is selected already"):
        table(dataset, axes=["ties"])
    with pytest.raises(NotInStore, match="There is no variable 'residual'"):
        table(dataset, ["residual"])


def test_compare__finds_nothing_between_equals(store: Store) -> None:
    dataset = open_sweep(store, SWEEP)
    assert {
        (found.changed, found.only_a, found.only_b, found.largest) for found in compare(dataset, dataset)
    } == {(0, 0, 0, 0.0)}


def test_compare__counts_cases_at_equal_labels_across_growth(store: Store) -> None:
    solve(store, store.prepare(SWEEP, hold((2, 4, 7)), {}, "grow", {}), "second", shift=0.5, failed=(2,))
    found = {
        one.variable: one for one in compare(open_sweep(store, SWEEP, "first"), open_sweep(store, SWEEP))
    }
    # Goals 2 and 3 were done before; now 3, 4, 5 and 7 are, each with four cases.
    assert found["score"] == Difference("score", only_a=4, only_b=12, changed=4, largest=0.5)
    assert found["value"] == Difference("value", 4, 12, 4, 0.5)
    assert found["choice"] == Difference("choice", 4, 12, 0, 0.0)
    with pytest.raises(NotInStore, match="The axes differ"):
        compare(open_sweep(store, SWEEP), select(open_sweep(store, SWEEP), {"ties": True}))


@pytest.mark.parametrize("chunks", [None, {}])
def test_publish__opens_with_xarray_alone(
    store: Store, tmp_path: Path, chunks: dict[str, int] | None
) -> None:
    path = publish(store, SWEEP, tmp_path / "published")
    assert path == tmp_path / "published" / "dice" / "hold.zarr"
    copy = xr.open_zarr(path, chunks=chunks)
    xr.testing.assert_identical(copy.drop_attrs().load(), open_sweep(store, SWEEP).drop_attrs().load())
    xr.testing.assert_identical(xr.open_zarr(path).drop_attrs().load(), copy.drop_attrs())
    assert copy.attrs["snapshot"] == store.at().snapshot_id
    assert copy.score.attrs["units"] == "points"


def test_publish__replaces_an_older_copy_and_leaves_nothing_else(store: Store, tmp_path: Path) -> None:
    leftover = tmp_path / "out" / "dice" / ".hold.zarr.1234.partial"
    leftover.mkdir(parents=True)
    publish(store, SWEEP, tmp_path / "out")
    solve(store, store.prepare(SWEEP, hold(), {}, "prepare", {}), "second", shift=0.5)
    path = publish(store, SWEEP, tmp_path / "out")
    assert xr.open_zarr(path).score.values[0, 0, 0] == 2.5
    assert xr.open_zarr(publish(store, SWEEP, tmp_path / "out", at="first")).score.values[0, 0, 0] == 2
    assert not list((tmp_path / "out" / "dice").glob("*.partial"))
    assert not leftover.exists()


def test_publish_to__never_replaces_something_else(store: Store, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(DoesNotFit, match="holds something else, not a Zarr group"):
        publish_to(store, SWEEP, tmp_path / "mine")
    assert xr.open_zarr(publish_to(store, SWEEP, tmp_path / "mine" / "copy")).sizes["goal"] == 3


def test_export__netcdf_gives_the_same_dataset(store: Store, tmp_path: Path) -> None:
    original = open_sweep(store, SWEEP, record=True)
    path = export(original, tmp_path / "hold.nc", "netcdf")
    with xr.open_dataset(path, group="record", engine="h5netcdf") as record:
        assert record.run.values.tolist() == original.run.values.tolist()
    with xr.open_dataset(path, engine="h5netcdf") as back:
        assert back.ties.dtype == bool
        assert back.sel(ties=True, goal=3, chance=0.1).score.item() == 3
        assert back.attrs["config"] == '{"nested": [1]}'
        original = open_sweep(store, SWEEP)
        assert back.variables.keys() == original.variables.keys()
        assert back.choice.encoding["dtype"] == np.int8
        for name in original.variables:
            assert back[name].values.tolist() == original[name].values.tolist() or np.array_equal(
                back[name], original[name], equal_nan=True
            )
    assert [found.name for found in tmp_path.glob("*hold*")] == ["hold.nc"]


@pytest.mark.parametrize("chosen", [["score"], ["value"]])
def test_export__netcdf_takes_chosen_variables(store: Store, tmp_path: Path, chosen: list[str]) -> None:
    with xr.open_dataset(
        export(open_sweep(store, SWEEP), tmp_path / "hold.nc", "netcdf", chosen), engine="h5netcdf"
    ) as back:
        assert list(back.data_vars) == chosen


def test_export__tables_have_one_row_a_case(store: Store, tmp_path: Path) -> None:
    dataset = open_sweep(store, SWEEP, record=True)
    comma = pd.read_csv(export(dataset, tmp_path / "hold.csv", "csv"))
    packed = pd.read_parquet(export(dataset, tmp_path / "hold.parquet", "parquet"))
    for rows in (comma, packed):
        assert len(rows) == 12
        assert rows.status.value_counts().to_dict() == {"done": 8, "failed": 4}
        assert rows[rows.status == "done"].score.tolist() == [2] * 4 + [3] * 4
        assert list(rows.columns[:4]) == ["goal", "chance", "ties", "score"]


def test_export__tables_have_one_row_an_element_on_request(store: Store, tmp_path: Path) -> None:
    dataset = select(open_sweep(store, SWEEP), {"ties": True})
    for rows in (
        pd.read_csv(export(dataset, tmp_path / "value.csv", "csv", ["value"])),
        pd.read_parquet(export(dataset, tmp_path / "value.parquet", "parquet", ["value"])),
    ):
        assert list(rows.columns) == ["goal", "chance", "banked", "value"]
        assert len(rows) == 2 * (2 + 3)
        assert (rows.value == rows.banked).all()
    choices = pd.read_csv(export(dataset, tmp_path / "choice.csv", "csv", ["choice"]))
    assert choices.action.tolist() == ["hold", "roll"] * 4


def test_export__refuses_what_is_no_table_and_no_format(store: Store, tmp_path: Path) -> None:
    dataset = open_sweep(store, SWEEP)
    with pytest.raises(DoesNotFit, match="differ in their dimensions"):
        export(dataset, tmp_path / "no.csv", "csv", ["value", "choice"])
    with pytest.raises(DoesNotFit, match="expected one of netcdf, csv, parquet, got 'xlsx'"):
        export(dataset, tmp_path / "no.xlsx", "xlsx")
    with pytest.raises(NotInStore, match="There is no variable 'residual'"):
        export(dataset, tmp_path / "no.csv", "csv", ["residual"])
    assert not list(tmp_path.glob("*no*"))
