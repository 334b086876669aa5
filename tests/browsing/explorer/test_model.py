"""What the explorer's pages show, without a browser: addresses, coverage, runs, failures, slices, files."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from bokeh.models import LinearColorMapper
from bokeh.models.annotations import ColorBar, Span

from browsing.explorer.address import LINE, Address, read
from browsing.explorer.cells import cells_of
from browsing.explorer.chooser import chosen
from browsing.explorer.contrast import contrast
from browsing.explorer.downloads import download, file_name
from browsing.explorer.failures import causes, failures
from browsing.explorer.live import Live
from browsing.explorer.markup import MOST_ROWS, coverage_bar, slice_table
from browsing.explorer.overview import coverage, overview
from browsing.explorer.plots import Lines, Plane
from browsing.explorer.runs import answers_by_run, runs_of, states_of
from browsing.explorer.seeing import is_chance, missing_cells, named, opening_point, seen
from browsing.explorer.slicing import MOST_BYTES, cross_sections, cut, lazy_slice, settle
from browsing.explorer.slicing import read as read_slice
from browsing.explorer.state import state_of
from solvers.errors import InvalidRules
from storage.errors import NotInStore, StoreError
from storage.housekeeping import delete_tag
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED, MISSING
from tests.sweeps import new_store, race, solve, trio

KEEP = ("win_probability", "hold_at", "value")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Two sweeps, the first one solved in two runs."""
    found = new_store(tmp_path_factory.mktemp("explored"))
    solve(race(range(5, 9), KEEP), found)
    solve(race(range(5, 13), KEEP), found)
    solve(trio(), found)
    return found


@pytest.mark.parametrize(
    "address",
    [
        Address(),
        Address("small/race", "compare", "a tag", "value", "banked", "opponent", other="small/trio"),
        Address("a", labels={"goal": "5", "banked": "2:7"}, point={"banked": "3"}, other="a", other_at="R"),
        Address("a&b=c", labels={"name": "?x=1&y=%2 ü"}, y=LINE),
    ],
)
def test_address__comes_back_from_its_permalink(address: Address) -> None:
    from urllib.parse import parse_qs

    assert read(parse_qs(address.query().removeprefix("?"), keep_blank_values=True)) == address


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"foo": ["1"]}, "address: expected some of sweep, view, .*, got 'foo'"),
        ({"view": ["chart"]}, "view: expected one of values, compare, runs, failures, got 'chart'"),
        ({"sweep": ["a", "b"]}, "sweep: expected one value"),
        ({"sel": ["goal"]}, "expected AXIS=LABEL, got 'goal'"),
        ({"sel": ["goal=1", "goal=2"]}, "goal: expected one value"),
    ],
)
def test_address__says_what_is_wrong_with_it(query: dict[str, list[str]], words: str) -> None:
    with pytest.raises(InvalidRules, match=words):
        read(query)


def test_overview__counts_cases_and_names_the_largest_certificate(store: Store) -> None:
    first, second = overview(store)
    assert (first.name, first.cases, first.done, first.failed, first.missing) == ("small/race", 8, 8, 0, 0)
    assert first.title == "The race to a few points"
    stored = open_sweep(store, "small/race")["residual"].values
    assert first.certificates == (("residual", stored.max()),)
    assert (second.name, second.cases) == ("small/trio", 9)


def test_overview__of_a_sweep_that_cannot_be_read_hides_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(store: Store, name: str) -> xr.Dataset:
        if name == "small/race":
            raise ValueError("checksum do not match")
        return open_sweep(store, name)

    monkeypatch.setattr("browsing.explorer.overview.open_sweep", opened)
    broken, whole = overview(store)
    assert "is damaged: an array is not what was written" in broken.fault
    assert (whole.done, whole.fault) == (9, "")


def test_runs__are_newest_first_with_what_is_left_of_each(store: Store) -> None:
    history = store.history("small/race")
    second, first = runs_of(history, answers_by_run(open_sweep(store, "small/race", record=True)))
    assert (first.cases, second.cases) == (4, 4)
    assert first.ended < second.ended
    assert second.snapshot == history[0].id
    states = states_of(store, history, "ABC")
    assert list(states.values()) == ["", second.name, first.name, "ABC"]


def test_failures__have_labels_and_errors(tmp_path: Path) -> None:
    place = new_store(tmp_path)
    plan, _ = solve(race(range(5, 8)), place)
    row = {"status": FAILED, "error": "NotConverged: <b>no end</b>", "run": "R", "finished": "2026"}
    place.commit(place.begin(), [], "small/race", {(1,): row, (2,): row}, "fail", {"run": "R"}, plan.layout)
    dataset = open_sweep(place, "small/race", record=True)
    found = failures(dataset)
    assert found["goal"].tolist() == [6, 7]
    assert causes(found) == [("NotConverged: <b>no end</b>", 2)]
    assert coverage("small/race", dataset).failed == 2
    assert "1 of 3 cases done, 2 failed" in coverage_bar(coverage("small/race", dataset))


def test_state__is_opened_once_for_all_pages_until_there_is_a_commit(tmp_path: Path) -> None:
    store, address = new_store(tmp_path), Address("small/race")
    solve(race(range(5, 7)), store)
    before = state_of(store, address, record=False)
    assert state_of(Store.open(store.url), address, record=False) is before
    assert "run" in state_of(store, address, record=True).dataset
    solve(race(range(5, 9)), store)
    after = state_of(store, address, record=False)
    assert (before.coverage.cases, after.coverage.cases) == (2, 4)
    assert len(after.history) > len(before.history)


def test_state__of_a_tag_is_gone_with_it(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(race(range(5, 7)), store)
    store.tag("kept")
    tagged = Address("small/race", at="kept")
    assert state_of(store, tagged, record=False).coverage.cases == 2
    delete_tag(store, "kept")
    with pytest.raises(NotInStore, match="no tag, snapshot or run is called 'kept'"):
        state_of(store, tagged, record=False)


def test_settle__chooses_what_the_address_leaves_open(store: Store) -> None:
    dataset = open_sweep(store, "small/race")
    line = settle(dataset, Address("small/race"))
    assert (line.variable, line.x, line.y, line.labels) == ("win_probability", "goal", LINE, {})
    plane = settle(dataset, Address("small/race", variable="value"))
    assert (plane.x, plane.y, plane.labels) == ("banked", "opponent", {"goal": "9"})
    assert settle(dataset, plane) == plane
    held = settle(dataset, Address(variable="win_probability", labels={"goal": "5"}))
    assert (held.x, held.labels) == ("goal", {})
    over_goals = settle(dataset, Address(variable="value", x="goal", y=LINE))
    assert over_goals.labels == {"banked": "0", "opponent": "0"}


def test_settle__opens_an_unfinished_sweep_where_there_are_answers(store: Store) -> None:
    dataset = open_sweep(store, "small/trio").load()
    first, second = dataset.first_hold_at.values, dataset.second_hold_at.values
    dataset["status"][:] = MISSING
    for place in ((0, 0), (-1, 1)):
        dataset["status"][place] = DONE
    for held, right in ((first[0], second[0]), (first[-1], second[1])):
        address = Address(variable="value", x="banked", labels={"first_hold_at": str(held)})
        assert settle(dataset, address).labels["second_hold_at"] == str(right)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (Address(variable="valu"), "var: expected one of .*, got 'valu'"),
        (Address(variable="value", x="gaol"), "x: expected one of goal, banked, opponent, got 'gaol'"),
        (Address(variable="value", x="goal", y="goal"), "y: expected another dimension than x"),
        (Address(variable="value", labels={"goal": "99"}), r"goal: there is no label '99'"),
        (Address(variable="value", labels={"sides": "6"}), "sel: expected one of goal"),
        (Address(variable="value", point={"banked": "x"}), "banked: there is no label 'x'"),
        (Address(variable="value", x="banked", y=LINE, labels={"goal": "5:6"}), "goal: expected one label"),
        (Address(variable="value", x="banked", labels={"banked": "9"}), "banked: expected a part FIRST:LAST"),
        (
            Address(variable="value", labels={"banked": "9:3"}),
            r"banked: no label lies in '9:3'. Labels go from 0",
        ),
    ],
)
def test_settle__says_what_is_not_there(store: Store, address: Address, words: str) -> None:
    with pytest.raises(NotInStore, match=words):
        settle(open_sweep(store, "small/race"), address)


def test_cut__is_the_stored_numbers_without_padding(store: Store) -> None:
    dataset = open_sweep(store, "small/race")
    found = cut(dataset, settle(dataset, Address(variable="value", labels={"goal": "7"})))
    right = dataset["value"].sel(goal=7).transpose("opponent", "banked").values[:7, :7]
    assert found.values.dims == ("opponent", "banked")
    assert found.parts == ()
    np.testing.assert_array_equal(found.values.values, right)
    part = cut(dataset, settle(dataset, Address(variable="value", labels={"goal": "7", "banked": "2:4"})))
    np.testing.assert_array_equal(part.values.values, right[:, 2:5])


def test_cross_sections__meet_in_their_point(store: Store) -> None:
    dataset = open_sweep(store, "small/race")
    values = cut(dataset, settle(dataset, Address(variable="value", labels={"goal": "9"}))).values
    found = cross_sections(values, {"banked": "3", "opponent": "5"})
    np.testing.assert_array_equal(found["banked"].values, values.sel(opponent=5).values)
    np.testing.assert_array_equal(found["opponent"].values, values.sel(banked=3).values)


def test_read__of_a_table_that_is_too_large_is_a_part_and_says_so() -> None:
    loaded: list[tuple[int, ...]] = []
    length = 400
    wanted = xr.DataArray(np.zeros((length, length)), dims=("y", "x"), name="value").assign_coords(
        x=np.arange(length), y=np.arange(length)
    )
    # Of a table of three dimensions, in chunks that run along x and a dimension that is held.
    wanted.encoding["preferred_chunks"] = {"held": MOST_BYTES // 8 // 400 // 16, "y": 16, "x": length}
    found = read_slice(wanted)
    loaded.append(found.values.shape)
    assert loaded == [(16, length)]
    assert found.parts == ("y 0 to 15 of 0 to 399",)


def test_contrast__aligns_labels_and_finds_every_difference(store: Store) -> None:
    dataset = open_sweep(store, "small/race")
    address = settle(dataset, Address(variable="value", labels={"goal": "8"}))
    first = states_of(store, store.history("small/race"))
    before = open_sweep(store, "small/race", list(first.values())[-1])
    same = contrast(dataset, before, address)
    assert (same.changed, same.largest, same.shared) == (0, 0.0, 64)
    other = before.copy()
    other["value"] = before["value"].copy(
        data=before["value"].values + np.where(before["banked"] == 2, 0.5, 0)[:, None]
    )
    found = contrast(dataset, other, address)
    assert (found.changed, found.shared) == (8, 64)
    assert found.largest == pytest.approx(0.5)
    assert found.difference.sel(banked=2).values == pytest.approx(0.5)


def test_contrast__of_two_sweeps_says_what_they_do_not_share(store: Store) -> None:
    dataset, other = open_sweep(store, "small/race"), open_sweep(store, "small/trio")
    with pytest.raises(NotInStore, match="with: expected a sweep along goal, got one without"):
        contrast(dataset, other, settle(dataset, Address(variable="win_probability")))
    with pytest.raises(NotInStore, match="expected a variable that both have, got 'none'"):
        contrast(dataset, other, Address(variable="none", x="goal", y=LINE))


def test_download__is_the_whole_selection(store: Store) -> None:
    address = Address("small/race", variable="hold_at", labels={"goal": "6", "banked": "2:4"})
    dataset = open_sweep(store, "small/race")
    rows = pd.read_csv(io.BytesIO(download(store, address, "csv")))
    right = dataset["hold_at"].sel(goal=6, banked=slice(2, 4))
    assert len(rows) == int(right.notnull().sum())
    assert set(rows.columns) == {"goal", "sides", "bust_face", "banked", "opponent", "hold_at"}
    for row in rows.itertuples():
        assert row.hold_at == right.sel(banked=row.banked, opponent=row.opponent)
    assert rows["hold_at"].dtype == np.int64
    with xr.open_dataset(io.BytesIO(download(store, address, "nc")), engine="h5netcdf") as file:
        xr.testing.assert_equal(file["hold_at"].transpose("banked", "opponent").load(), right.load())
        assert file.attrs["question"] == "race.pig"
    assert file_name(address, "csv") == "small-race_hold_at.csv"
    with pytest.raises(InvalidRules, match="format: expected one of csv, nc"):
        download(store, address, "xls")
    with pytest.raises(StoreError, match=r"^The store has no sweep 'nothing', only small/race, small/trio\."):
        download(store, Address("nothing"), "csv")


def test_chosen__keeps_what_still_fits() -> None:
    address = Address("a", variable="value", x="banked", y="opponent", labels={"goal": "5", "banked": "1:2"})
    assert chosen(address, "y", "banked").x == "opponent"
    assert chosen(address, "variable", "hold_at").labels == {"goal": "5"}
    assert chosen(address, "label goal", "6").labels == {"goal": "6", "banked": "1:2"}
    assert chosen(address, "point banked", "1").point == {"banked": "1"}
    assert chosen(address, "x", "goal").labels == {"banked": "1:2"}


def test_slice_table__says_what_is_left_out_and_escapes() -> None:
    values = xr.DataArray(np.arange(300.0), {"goal": np.arange(300)}, ("goal",), "<b>")
    table = slice_table(values)
    assert table.count("<tr>") == MOST_ROWS + 1
    assert f"the first {MOST_ROWS} of 300 along goal" in table
    assert "<b>" not in table


def test_lazy_slice__reads_nothing(store: Store) -> None:
    dataset = open_sweep(store, "small/race")
    assert not lazy_slice(dataset, settle(dataset, Address(variable="value")))._in_memory


def test_live__plots_follow_the_numbers_colours_and_point_included() -> None:
    labels = {"banked": np.arange(3), "opponent": np.arange(4)}
    first = xr.DataArray(np.arange(12.0).reshape(3, 4), labels, ("banked", "opponent"), "value")
    second = first * 10 + 1
    live = Live(first, lambda x, y: None)
    assert live.fits(second)
    live.show(second)
    live.cross(cross_sections(second, {"banked": "2", "opponent": "1"}))
    (plane,) = live.plots
    mapper, hairs = plane.figure.select_one(LinearColorMapper), plane.figure.select(Span)
    np.testing.assert_array_equal(drawn_in(plane)["image"][0], second.values)
    assert (mapper.low, mapper.high) == (1.0, 111.0)
    assert {hair.dimension: hair.location for hair in hairs} == {"height": 1.0, "width": 2.0}
    for section, values in zip(
        live.sections.values(), (second.sel(banked=2), second.sel(opponent=1)), strict=True
    ):
        np.testing.assert_array_equal(drawn_in(section)["y"], values.values)
    assert not live.fits(second.isel(banked=slice(2)))


def test_live__of_a_line_follows_it() -> None:
    values = xr.DataArray(np.arange(3.0), {"goal": [1, 2, 3]}, ("goal",), "value")
    live = Live(values, lambda x, y: None)
    live.show(values + 5)
    (line,) = live.plots
    np.testing.assert_array_equal(drawn_in(line)["y"], values.values + 5)
    assert live.sections == {}


def test_plane__of_codes_names_them() -> None:
    flags = {"flag_values": [0, 1, 2], "flag_meanings": "hold roll keep_all"}
    values = xr.DataArray([[0.0, 2.0], [np.nan, 1.0]], dims=("y", "x"), name="policy", attrs=flags)
    plane = Plane(values.assign_coords(x=[5, 9], y=["a", "b"]))
    assert drawn_in(plane)["words"] == [[["hold", "keep all"], ["", "roll"]]]
    bar = plane.figure.select_one(ColorBar)
    assert bar.major_label_overrides == {0.0: "hold", 1.0: "roll", 2.0: "keep all"}
    assert (bar.color_mapper.low, bar.color_mapper.high, len(bar.color_mapper.palette)) == (-0.5, 2.5, 3)
    # Labels without an even step stand at places that their names are written at.
    assert plane.figure.yaxis[0].major_label_overrides == {0.0: "a", 1.0: "b"}
    assert (plane.figure.x_range.start, plane.figure.x_range.end) == (3.0, 11.0)


def drawn_in(plot: Lines | Plane) -> dict[str, Any]:
    """The numbers of a plot's first part."""
    return dict(plot.figure.renderers[0].data_source.data)


def chances(values: object, **attributes: str) -> xr.DataArray:
    """A plane of numbers."""
    numbers = np.asarray(values, float)
    labels = {"opponent": np.arange(numbers.shape[0]), "banked": np.arange(numbers.shape[1])}
    return xr.DataArray(numbers, labels, ("opponent", "banked"), "value", attrs=attributes)


def test_opening_point__is_where_there_is_something_to_be_seen() -> None:
    peak = np.zeros((5, 7))
    peak[1, 4] = 1.0
    assert opening_point(chances(peak)) == {"opponent": "1", "banked": "4"}
    falling = np.add.outer(-np.arange(9.0), np.arange(9.0)) / 20 + 0.5
    even = opening_point(chances(falling, long_name="win probability"))
    assert even == {"opponent": "4", "banked": "4"}
    # An edge is none, nor is what is not there.
    assert opening_point(chances(np.where(np.arange(9) < 5, falling, np.nan))) == {
        "opponent": "4",
        "banked": "2",
    }
    assert opening_point(chances(np.full((3, 3), np.nan))) == {"opponent": "0", "banked": "0"}
    assert opening_point(chances([[0.0, 1.0]])) in ({"opponent": "0", "banked": "0"},)


def test_seen__says_the_range_and_what_is_missing() -> None:
    values = chances([[0.25, 0.5], [0.75, np.nan]], long_name="win probability")
    none = np.zeros((2, 2), bool)
    assert seen(values, none) == (
        "The win probability runs from 25.00\xa0% (banked 0, opponent 0) to"
        " 75.00\xa0% (banked 0, opponent 1)."
    )
    missing = np.isnan(values.values)
    assert seen(values, missing).endswith(" 1 cell of 4 is missing: there is no answer yet.")
    assert seen(chances([[2.0, 2.0]]), np.zeros((1, 2), bool)) == "Everywhere the value is 2."


def test_missing__is_what_has_no_answer_and_not_what_no_case_has(tmp_path: Path) -> None:
    place = new_store(tmp_path)
    plan, _ = solve(race(range(5, 9), KEEP), place)
    row = {"status": FAILED, "error": "NotConverged", "run": "R", "finished": "2026"}
    place.commit(place.begin(), [], "small/race", {(1,): row}, "fail", {"run": "R"}, plan.layout)
    dataset = open_sweep(place, "small/race")
    line = cut(dataset, settle(dataset, Address(variable="win_probability"))).values
    assert missing_cells(dataset, line).tolist() == [False, True, False, False]
    assert slice_table(line, missing_cells(dataset, line)).count("<td>missing</td>") == 1
    plane = cut(dataset, settle(dataset, Address(variable="value", labels={"goal": "6"}))).values
    assert missing_cells(dataset, plane).all()
    padded = cut(dataset, settle(dataset, Address(variable="value", x="banked", y="goal"))).values
    found = missing_cells(dataset, padded)
    assert found.sum() == padded.sizes["banked"]
    assert np.isnan(padded.values[~found]).any()
    assert "\u2013" in slice_table(padded, found)


def test_named__is_in_readers_words() -> None:
    dataset = xr.Dataset(
        {
            "value": ((), 0.5, {"long_name": "win probability"}),
            "win_probability": ((), 0.5, {"long_name": "win probability"}),
            "hold_at": ((), 20, {"long_name": "hold at"}),
        },
        {"first_hold_at": ((), 20, {"comment": "Turn total at which the first opponent holds, or less."})},
    )
    assert named(dataset, [*map(str, dataset.data_vars), "first_hold_at"]) == {
        "win probability (value)": "value",
        "win probability (win_probability)": "win_probability",
        "hold at": "hold_at",
        "first opponent holds at": "first_hold_at",
    }


def test_chances__are_pure_numbers() -> None:
    numbers = xr.DataArray(np.zeros(1), dims="x", name="win_probability")
    assert is_chance(numbers)
    turns = {"long_name": "even-chance turns", "units": "turns"}
    assert not is_chance(numbers.rename("even_chance_turns").assign_attrs(turns))


def test_cells__have_their_digits_below_each_other() -> None:
    def texts(*numbers: float) -> list[str]:
        return list(cells_of(xr.DataArray(np.array(numbers), dims="x")))

    assert texts(0.5, 0.25, np.nan) == ["0.50", "0.25", "\u2013"]
    assert texts(20.0, 3.0) == ["20", "3"]
    assert texts(1 / 3, 0.5) == ["0.33333333", "0.50000000"]
    assert texts(12.5, 100 / 3) == ["12.500000", "33.333333"]
    assert texts(1e-16, 0.5) == ["1.0000e-16", "5.0000e-01"]
    assert texts(54321.5, 1e-4) == ["5.4322e+04", "1.0000e-04"]
    assert texts(2e7, 12345678.0, 0.0) == ["20000000", "12345678", "0"]
