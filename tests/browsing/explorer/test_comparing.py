"""Comparisons without a browser: case by case, with no more read than is said, and as files."""

import io
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xarray as xr

from browsing.explorer import case_by_case as module
from browsing.explorer.address import Address
from browsing.explorer.case_by_case import MOST_LISTED, Apart, CaseByCase, case_by_case
from browsing.explorer.contrast import contrast, in_words
from browsing.explorer.downloads import download, file_name
from browsing.explorer.listings import cases_table
from browsing.explorer.markup import contrast_table, point_text
from browsing.explorer.runs import opponent, runs_of, states_of
from browsing.explorer.slicing import LEAST_BYTES, cross_sections, cut, settle
from playing.numbers import percent
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import FAILED
from tests.sweeps import new_store, race, solve, trio

KEEP = ("win_probability", "hold_at", "value")
RACE, TRIO = "small/race", "small/trio"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The race twice, with other goals and then with other dice, and another sweep."""
    found = new_store(tmp_path_factory.mktemp("compared"))
    solve(race(range(5, 9), KEEP), found)
    solve(race(range(6, 11), KEEP, name="small/later") | {"parameters": {"sides": 8}}, found)
    solve(race(range(5, 11), KEEP), found)
    solve(trio(), found)
    return found


@pytest.fixture
def dataset(store: Store) -> xr.Dataset:
    return open_sweep(store, RACE)


def shifted(dataset: xr.Dataset, variable: str, cells: xr.DataArray, by: float) -> xr.Dataset:
    """A copy in memory with other numbers in these cells."""
    copy = dataset.load().copy(deep=True)
    copy[variable] = copy[variable].copy(data=copy[variable].where(~cells, copy[variable] + by).values)
    return copy


@pytest.mark.long
def test_cases__of_the_same_answers_do_not_differ(dataset: xr.Dataset, store: Store) -> None:
    for name in (*KEEP, "status"):
        found = case_by_case(dataset, open_sweep(store, RACE), name)
        assert found is not None
        assert (found.differ, found.compared, found.shared, found.rows) == (0, 6, 6, ())
        assert "that both have: the answers are the same in all" in cases_table(found, Address(RACE))


def test_cases__are_those_that_differ_most_first_with_their_worst_cell(dataset: xr.Dataset) -> None:
    one = (dataset.goal == 9) & (dataset.banked == 2) & (dataset.opponent >= 7)
    two = (dataset.goal == 6) & (dataset.banked == 5) & (dataset.opponent == 1)
    other = shifted(shifted(dataset, "value", one, 0.125), "value", two, -0.5)
    found = case_by_case(dataset, other, "value")
    assert found is not None
    assert (found.axes, found.dims, found.differ, found.compared) == (("goal",), ("banked", "opponent"), 2, 6)
    worst, second = found.rows
    assert (worst.labels, worst.largest, worst.cells, worst.at) == (("6",), 0.5, 1, ("5", "1"))
    assert (second.labels, second.cells, second.at[0]) == (("9",), 2, "2")
    assert second.largest == pytest.approx(0.125)
    stored = dataset["value"].sel(goal=6, banked=5, opponent=1).item()
    assert (float(worst.a), float(worst.b)) == pytest.approx((stored, stored - 0.5), abs=1e-7)


def test_cases__are_compared_label_by_label_where_sweeps_differ_in_length(
    dataset: xr.Dataset, store: Store
) -> None:
    later = open_sweep(store, "small/later")
    for a, b in ((dataset, later), (later, dataset)):
        found = case_by_case(a, b, "value")
        assert found is not None
        # Goals 6 to 10 are in both, and other dice are other chances.
        assert (found.differ, found.compared, found.shared) == (5, 5, 5)
        gap = abs(a["value"].sel(goal=slice(6, 10)) - b["value"].sel(goal=slice(6, 10)))
        largest = gap.max(("banked", "opponent"))
        assert {case.labels[0]: case.largest for case in found.rows} == pytest.approx(
            dict(zip(map(str, largest.goal.values), largest.values, strict=True))
        )


def test_cases__of_which_one_has_no_answer_are_not_compared(tmp_path: Path) -> None:
    place = new_store(tmp_path)
    plan, _ = solve(race(range(5, 8)), place)
    before = open_sweep(place, RACE)
    row = {"status": FAILED, "error": "E", "run": "R", "finished": "2026"}
    place.commit(place.begin(), [], RACE, {(1,): row}, "fail", {"run": "R"}, plan.layout)
    found = case_by_case(before, open_sweep(place, RACE), "win_probability")
    assert found is not None
    assert (found.differ, found.compared, found.shared) == (0, 2, 2)


def test_cases__say_where_only_one_has_a_number(dataset: xr.Dataset) -> None:
    other = shifted(dataset, "value", (dataset.goal == 7) & (dataset.banked == 1), np.nan)
    found = case_by_case(dataset, other, "value")
    assert found is not None
    assert (found.differ, found.rows[0].largest, found.rows[0].b) == (1, np.inf, "\N{EN DASH}")
    assert "only one has a number" in cases_table(found, Address(RACE, variable="value"))


def test_cases__of_codes_count_cells(dataset: xr.Dataset) -> None:
    coded = dataset.load().copy()
    coded["hold_at"].attrs["flag_meanings"] = " ".join(f"word_{code}" for code in range(30))
    other = shifted(coded, "hold_at", coded.goal == 8, 3.0)
    found = case_by_case(coded, other, "hold_at")
    assert found is not None
    assert found.codes
    (row,) = found.rows
    assert (row.labels, row.largest, row.cells) == (("8",), 1.0, 64)
    assert row.a.startswith("word ")
    assert "largest difference" not in cases_table(found, Address(RACE, variable="hold_at"))


def test_cases__along_other_names_are_none(dataset: xr.Dataset, store: Store) -> None:
    assert case_by_case(dataset, open_sweep(store, TRIO), "value") is None
    assert "no case of one is a case of the other" in cases_table(None, Address(RACE))


def test_cases__of_two_axes_are_compared_in_every_tile(store: Store) -> None:
    dataset = open_sweep(store, TRIO)
    other = shifted(dataset, "win_probability", dataset.first_hold_at > dataset.second_hold_at, 0.25)
    found = case_by_case(dataset, other, "win_probability")
    assert found is not None
    assert [case.labels for case in found.rows] == [("5", "3"), ("8", "3"), ("8", "5")]
    assert {case.at for case in found.rows} == {()}


def test_cases__of_a_large_store_are_read_as_far_as_is_said(
    dataset: xr.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A chunk a case, as large ones have it.
    dataset["value"].encoding["preferred_chunks"] = {"goal": 1, "banked": 10, "opponent": 10}
    other = shifted(dataset, "value", dataset.goal > 0, 0.5)
    other["value"].encoding = dataset["value"].encoding
    loaded: list[int] = []
    read = module._read

    def counted(variable: xr.DataArray, places: dict[str, module.Places]) -> xr.DataArray:
        loaded.append(len(places["goal"]))
        return read(variable, places)

    monkeypatch.setattr(module, "_read", counted)
    monkeypatch.setattr(module, "MOST_COMPARED", 5 * LEAST_BYTES)
    found = case_by_case(dataset, other, "value")
    assert found is not None
    # Two chunks a case: the third case would be beyond.
    assert (found.differ, found.compared, found.shared) == (2, 2, 6)
    assert loaded == [1, 1, 1, 1]
    assert "The first 2 of 6 cases" in cases_table(found, Address(RACE, variable="value"))
    monkeypatch.setattr(module, "MOST_COMPARED", 1)
    none = case_by_case(dataset, other, "value")
    assert none is not None
    assert (none.compared, none.rows) == (0, ())
    assert "more than is quickly read" in cases_table(none, Address(RACE, variable="value"))


def test_cases__of_a_hundred_thousand_are_listed_as_far_as_is_said() -> None:
    cases = 100_000
    gap = np.random.default_rng(7).permutation(cases) / cases
    a = xr.Dataset(
        {"win_probability": ("goal", np.zeros(cases)), "status": ("goal", np.ones(cases, np.int8))},
        {"goal": np.arange(cases)},
    )
    found = case_by_case(a, a.assign(win_probability=("goal", gap)), "win_probability")
    assert found is not None
    assert (found.differ, found.compared, len(found.rows)) == (cases - 1, cases, MOST_LISTED)
    assert [float(case.b) for case in found.rows] == sorted(gap)[-1 : -MOST_LISTED - 1 : -1]
    table = cases_table(found, Address("large", variable="win_probability"))
    assert f"99999 of 100000 cases that both have differ, the {MOST_LISTED} that differ most" in table


def test_cases_table__leads_to_the_cells_of_a_case_and_escapes() -> None:
    case = Apart(("<b>", "3"), 0.5, 2, ("4",), "1", "2")
    found = CaseByCase(("moves", "goal"), ("banked",), False, (case,), 1, 9, 9)
    table = cases_table(found, Address("a", "compare", variable="value", x="goal", y="moves", other="b"))
    assert "sel=moves%3D%3Cb%3E&amp;sel=goal%3D3" in table
    assert "&amp;x=" not in table
    assert "banked 4" in table
    assert "<b>" not in table


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda values: values, "They are the same in all 81 cells that have a number in both."),
        (
            lambda values: values.where(values.banked > 0),
            "9 cells are missing in b; the other 72 are identical.",
        ),
        (
            lambda values: values.where(values.banked > 0) + 0.25 * (values.banked == 2),
            "9 cells are missing in b; 9 of the other 72 differ, by 0.25 at most.",
        ),
        (
            lambda values: values - 0.5 * (values.banked == 2),
            "9 cells of 81 differ; the largest difference is 0.5.",
        ),
    ],
)
def test_contrast__says_which_cells_one_side_lacks(dataset: xr.Dataset, change: Any, words: str) -> None:
    address = settle(dataset, Address(RACE, variable="value", labels={"goal": "9"}))
    other = dataset.assign(value=change(dataset.value))
    assert in_words(contrast(dataset, other, address)) == words
    assert in_words(contrast(other, dataset, address)) == words.replace("missing in b", "missing in a")


def test_contrast_table__of_planes_has_the_largest_differences_first(dataset: xr.Dataset) -> None:
    other = shifted(dataset, "value", (dataset.banked == 2) & (dataset.opponent == 7), -0.25)
    found = contrast(dataset, other, settle(dataset, Address(RACE, variable="value", labels={"goal": "9"})))
    table = contrast_table(found, ("newest", "R"))
    first = table.split("<tr>")[2]
    assert first.startswith('<th scope="row">7</th><th scope="row">2</th>')
    assert "<td>-0.25</td>" in first
    assert "largest differences first, 81 of 81 cells; a is newest, b is R" in table


def test_point_text__is_the_number_at_the_labels(dataset: xr.Dataset) -> None:
    values = cut(dataset, settle(dataset, Address(RACE, variable="value", labels={"goal": "9"}))).values
    said = point_text(cross_sections(values, {"banked": "3", "opponent": "5"}))
    right = dataset["value"].sel(goal=9, banked=3, opponent=5).item()
    assert f"<strong>win probability: {percent(right)}</strong> at banked score 3, opponent score 5" in said


def test_opponent__is_the_state_before_the_last_run(store: Store) -> None:
    history = store.history(RACE)
    last, first = runs_of(history, Counter())
    assert opponent(Address(RACE, "compare"), history).other_at == first.name
    given = Address(RACE, "compare", other=TRIO)
    assert opponent(given, history) == given
    assert last.name in states_of(store, history).values()


def test_download__of_a_comparison_is_both_and_the_difference(store: Store) -> None:
    address = Address(
        RACE, "compare", variable="hold_at", labels={"goal": "8", "banked": "1:4"}, other="small/later"
    )
    part = {"goal": 8, "banked": slice(1, 4), "opponent": slice(0, 7)}
    a, b = (open_sweep(store, name)["hold_at"].sel(part) for name in (RACE, "small/later"))
    rows = pd.read_csv(io.BytesIO(download(store, address, "csv")))
    # Sides differ, so that they are not said; what both are held at is.
    assert set(rows.columns) == {"goal", "bust_face", "banked", "opponent", "a", "b", "difference"}
    assert len(rows) == int(a.notnull().sum())
    for row in rows.to_dict("records"):
        at = {"banked": row["banked"], "opponent": row["opponent"]}
        left, right = a.sel(at).item(), b.sel(at).item()
        assert (row["a"], row["b"], row["difference"]) == (left, right, right - left)
    assert rows["a"].dtype == np.int64
    with xr.open_dataset(io.BytesIO(download(store, address, "nc")), engine="h5netcdf") as file:
        xr.testing.assert_equal(
            file["a"].transpose(*a.dims).load(), a.isel(opponent=slice(8)).drop_vars("sides")
        )
        assert file["difference"].attrs["long_name"] == "difference"
        assert file.attrs["b"] == f"small/later, {store.newest}"
    assert file_name(address, "csv") == "small-race_hold_at_difference.csv"


def test_download__of_a_comparison_is_whole(
    store: Store, dataset: xr.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("browsing.explorer.slicing.MOST_CELLS", 10)
    address = settle(dataset, Address(RACE, "compare", variable="value", labels={"goal": "10"}, other=RACE))
    assert len(pd.read_csv(io.BytesIO(download(store, address, "csv")))) == 100
