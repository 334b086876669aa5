"""Real stores on disk: create, write, commit, grow, look back."""

import threading
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from solvers.outputs.output import Variable
from storage.errors import (
    DoesNotFit,
    LayoutMismatch,
    NotAStore,
    NotInStore,
    StoreChanged,
    StoreError,
    StoreLocked,
    StoreNotFound,
)
from storage.layout import Index, Layout, lay_out
from storage.location import locate
from storage.locking import held
from storage.provenance import versions
from storage.query import open_sweep
from storage.region import read_cases, write_cases
from storage.repository import Store
from storage.schema import DONE, FAILED, MISSING

SWEEP = "pig/race"
VARIABLES = (
    Variable(
        name="value", dims=("banked", "opponent"), long_name="win probability", meaning="Chance to win."
    ),
    Variable(
        name="hold_at",
        dims=("banked",),
        dtype="int16",
        unit="points",
        long_name="least total to hold at",
        meaning="Turn total.",
    ),
    Variable(name="win_probability", long_name="win probability", meaning="Chance to win from the start."),
)


def race(
    goals: Iterable[int], flags: tuple[bool, ...] = (False, True), variables: tuple[Variable, ...] = VARIABLES
) -> Layout:
    goals = tuple(goals)
    dims = {"banked": np.arange(max(goals)), "opponent": np.arange(max(goals))}
    attrs = {"goal": {"unit": "points", "meaning": "Points to win."}}
    return lay_out(
        {"goal": goals, "ties": flags},
        dims,
        variables,
        axis_attrs=attrs,
        dim_attrs={"banked": {"unit": "points"}},
    )


def number(layout: Layout, index: Index) -> float:
    labels = layout.labels(index)
    return labels["goal"] + 0.5 * labels["ties"]


def answers(layout: Layout, index: Index) -> dict[str, np.ndarray]:
    goal = int(layout.labels(index)["goal"])
    return {"value": np.full((goal, goal), number(layout, index)), "hold_at": np.full(goal, goal, np.int16)}


def done(layout: Layout, index: Index, run: str = "first") -> dict[str, object]:
    record = {
        "status": DONE,
        "seconds": 0.5,
        "key": "k",
        "run": run,
        "finished": f"2026-11-21T10:00:00Z {run}",
    }
    return record | {"win_probability": number(layout, index)}


def solve(store: Store, layout: Layout, indices: list[Index], run: str = "first") -> str:
    session = store.begin()
    fork = store.fork(session)
    write_cases(fork, SWEEP, layout, {index: answers(layout, index) for index in indices})
    rows = {index: done(layout, index, run) for index in indices}
    return store.commit(session, [fork], SWEEP, rows, f"{len(indices)} cases", {"run": run}, layout)


def check(store: Store, layout: Layout, indices: list[Index]) -> None:
    """The answers of these cases, and of no others, are in the store, padded."""
    records = store.records(SWEEP)
    stored = read_cases(store.at(), SWEEP, layout, list(np.ndindex(*records.status.shape)))
    for index, values in stored.items():
        goal, cells = int(layout.labels(index)["goal"]), values["value"]
        assert records.status.values[index] == (DONE if index in indices else MISSING)
        if index in indices:
            assert (cells[:goal, :goal] == number(layout, index)).all()
            assert np.isnan(cells[goal:]).all()
            assert np.isnan(cells[:, goal:]).all()
            assert (values["hold_at"][:goal] == goal).all()
            assert (values["hold_at"][goal:] == -1).all()
            assert records.win_probability.values[index] == number(layout, index)
        else:
            assert np.isnan(cells).all()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(str(tmp_path / "store"), create=True)


def test_open__touches_nothing_where_there_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreNotFound, match="No store at "):
        Store.open(str(tmp_path / "deep" / "store"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(StoreNotFound):
        Store.open(str(tmp_path / "empty"))
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


@pytest.mark.parametrize("create", [False, True])
def test_open__refuses_what_is_no_store(tmp_path: Path, create: bool) -> None:
    (tmp_path / "note.txt").write_text("mine")
    for path, problem in (
        (tmp_path, "holds something else, not a store"),
        (tmp_path / "note.txt", "is a file, not a directory"),
    ):
        with pytest.raises(NotAStore, match=problem):
            Store.open(str(path), create=create)
    with pytest.raises(NotAStore, match="expected a path or file://"):
        Store.open("ftp://somewhere/store", create=create)


@pytest.mark.parametrize(
    "url",
    [
        "s3://KEY:hush@bucket/x",
        "s3://KEY:hu/sh@bucket/x",
        "https://user:hush@host/x",
        "s3://bucket/x?token=hush",
        "https://host/x?sig=hush",
    ],
)
def test_locate__refuses_credentials_without_repeating_them(url: str) -> None:
    with pytest.raises(NotAStore, match="the address has a user, a password or a query") as refused:
        locate(url)
    assert "hu" not in str(refused.value)


def test_locate__takes_what_only_looks_like_credentials(tmp_path: Path) -> None:
    assert locate("s3://bucket/runs@2026").prefix == "runs@2026"
    assert locate(str(tmp_path / "a@b?c")).path == tmp_path / "a@b?c"


def test_open__takes_file_urls_and_finds_what_is_there(store: Store) -> None:
    again = Store.open(f"file://{store.location.path}", create=True)
    assert again.history()[0].id == store.history()[0].id


def test_open__by_many_threads_at_once_makes_one_store(tmp_path: Path) -> None:
    opened: list[Store] = []
    threads = [
        threading.Thread(target=lambda: opened.append(Store.open(str(tmp_path / "new"), create=True)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 8
    assert len({one.history()[-1].id for one in opened}) == 1


def test_prepare__is_read_back_and_commits_only_changes(store: Store) -> None:
    layout = store.prepare(
        SWEEP,
        race((10, 30)),
        {"config": {"goals": (10, 30)}, "versions": versions()},
        "prepare",
        {"run": "first"},
    )
    assert layout == store.layout(SWEEP) == race((10, 30))
    commits = len(store.history())
    store.prepare(SWEEP, race((10,)), {"config": {"goals": (10, 30)}}, "again", {})
    assert len(store.history()) == commits
    store.prepare(SWEEP, race((10,)), {"config": {"goals": (10,)}}, "again", {})
    assert store.history()[0].message == "again"
    assert store.sweeps() == [SWEEP]
    assert store.layout("pig") is None


def test_prepare__refuses_names_and_layouts_that_do_not_fit(store: Store) -> None:
    store.prepare(SWEEP, race((10,)), {}, "prepare", {})
    with pytest.raises(LayoutMismatch, match="is not a valid name"):
        store.prepare("../pig", race((10,)), {}, "prepare", {})
    with pytest.raises(LayoutMismatch, match="another sweep name"):
        store.prepare(SWEEP, lay_out({"sides": (6,)}, {}, VARIABLES[2:]), {}, "prepare", {})


def test_commit__pads_ragged_cases_and_describes_everything(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10, 30)), {}, "prepare", {})
    solve(store, layout, [(0, 0), (1, 1)])
    check(store, layout, [(0, 0), (1, 1)])
    dataset = xr.open_zarr(store.at().store, group=SWEEP, consolidated=False)
    assert dataset.goal.attrs == {"units": "points", "long_name": "goal", "comment": "Points to win."}
    assert dataset.value.attrs == {"long_name": "win probability", "comment": "Chance to win."}
    assert dataset.status.dtype == np.int8
    assert dataset.hold_at.encoding["dtype"] == np.int16
    assert dataset.hold_at.sel(goal=10, ties=False).mean() == 10
    assert dataset.ties.dtype == bool
    assert all(found.attrs["long_name"] for found in dataset.variables.values())


def test_commit__works_without_axes_and_without_forks(store: Store) -> None:
    layout = store.prepare("one", lay_out({}, {}, VARIABLES[2:]), {}, "prepare", {})
    store.commit(
        store.begin(), [], "one", {(): {"status": DONE, "win_probability": 0.25}}, "solved", {}, layout
    )
    assert store.records("one").win_probability.item() == 0.25


def test_commit__writes_what_went_into_the_session_itself(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10, 30)), {}, "prepare", {})
    session = store.begin()
    write_cases(session, SWEEP, layout, {(0, 0): answers(layout, (0, 0))})
    solve(store, layout, [(1, 0)])
    store.commit(session, [], SWEEP, {(0, 0): done(layout, (0, 0))}, "direct", {})
    check(store, layout, [(0, 0), (1, 0)])


def test_commit__keeps_what_others_wrote_into_the_same_tile(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10, 20, 30)), {}, "prepare", {})
    assert list(layout.tiles()) == [(0, 0)]
    sessions = {index: store.begin() for index in [(0, 0), (1, 1), (2, 0)]}
    forks = {index: store.fork(session) for index, session in sessions.items()}
    for index, fork in forks.items():
        write_cases(fork, SWEEP, layout, {index: answers(layout, index)})
    for index, session in sessions.items():
        store.commit(session, [forks[index]], SWEEP, {index: done(layout, index)}, "one", {})
    check(store, layout, list(sessions))


def test_commit__twice_of_the_same_case_changes_no_answer(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10, 20)), {}, "prepare", {})
    solve(store, layout, [(0, 0), (1, 0)])
    solve(store, layout, [(0, 0)], "second")
    check(store, layout, [(0, 0), (1, 0)])
    assert store.records(SWEEP).run.values[0, 0] == "second"


def test_commit__records_a_failure_with_its_error(store: Store) -> None:
    store.prepare(SWEEP, race((10, 20)), {}, "prepare", {})
    rows = {(0, 0): {"status": FAILED, "error": "ValueError: no", "key": "k", "finished": "now"}}
    store.commit(store.begin(), [], SWEEP, rows, "failed", {})
    records = store.records(SWEEP)
    assert records.status.values[0, 0] == FAILED
    assert records.error.values[0, 0] == "ValueError: no"
    assert np.isnan(records.win_probability.values[0, 0])


def test_commit__never_hides_an_answer_that_came_meanwhile_behind_a_failure(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10, 20)), {}, "prepare", {})
    session = store.begin()
    solve(store, layout, [(0, 0)])
    store.commit(
        session, [], SWEEP, {(0, 0): {"status": FAILED, "key": "k"}, (1, 0): {"status": FAILED}}, "failed", {}
    )
    assert store.records(SWEEP).status.values[:, 0].tolist() == [DONE, FAILED]


def test_commit__refuses_when_the_sweep_was_laid_out_anew(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10, 30)), {}, "prepare", {})
    session = store.begin()
    fork = store.fork(session)
    write_cases(fork, SWEEP, layout, {(1, 0): answers(layout, (1, 0))})
    rowless = store.begin()
    store.prepare(SWEEP, race((20,)), {}, "grow", {})
    for late, forks in ((session, [fork]), (rowless, [])):
        with pytest.raises(StoreChanged, match="Run the same command again"):
            store.commit(late, forks, SWEEP, {(1, 0): done(layout, (1, 0))}, "late", {})
    with pytest.raises(StoreChanged, match="Run the same command again"):
        store.commit(store.begin(), [], SWEEP, {(1, 0): done(layout, (1, 0))}, "late", {}, layout)
    with pytest.raises(StoreChanged, match="Run the same command again"):
        write_cases(store.begin(), SWEEP, layout, {(1, 0): answers(layout, (1, 0))})
    assert (store.records(SWEEP).status == MISSING).all()


def test_commit__refuses_rows_that_do_not_fit(store: Store) -> None:
    store.prepare(SWEEP, race((10,)), {}, "prepare", {})
    for index, row, problem in (
        ((5, 0), {"status": DONE}, "index inside"),
        ((0, 0), {"status": DONE, "wim": 1.0}, "got 'wim'"),
        ((0, 0), {"seconds": 1.0}, "expected a status"),
    ):
        with pytest.raises(DoesNotFit, match=problem):
            store.commit(store.begin(), [], SWEEP, {index: row}, "bad", {})


def test_write_cases__refuses_arrays_that_do_not_fit(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10,)), {}, "prepare", {})
    for values, problem in (
        ({"value": np.zeros((11, 2))}, "within"),
        ({"value": np.zeros(3)}, "within"),
        ({"hold_at": np.zeros(3)}, "expected int16, got float64"),
    ):
        with pytest.raises(DoesNotFit, match=problem):
            write_cases(store.begin(), SWEEP, layout, {(0, 0): values})
    with pytest.raises(DoesNotFit, match="one inside"):
        write_cases(store.begin(), SWEEP, layout, {(-1, 0): {}})


def test_write_cases__blanks_what_a_case_no_longer_answers(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10, 20)), {}, "prepare", {})
    solve(store, layout, [(0, 0), (1, 0)])
    session = store.begin()
    write_cases(session, SWEEP, layout, {(0, 0): {"hold_at": np.arange(10, dtype=np.int16)}})
    store.commit(session, [], SWEEP, {(0, 0): done(layout, (0, 0))}, "less", {})
    stored = read_cases(store.at(), SWEEP, layout, [(0, 0), (1, 0)])
    assert np.isnan(stored[0, 0]["value"]).all()
    assert (stored[1, 0]["value"][:20, :20] == 20).all()


@pytest.mark.long
@pytest.mark.parametrize(
    ("added", "flags"),
    [
        ((40,), (False, True)),
        ((5, 20), (False, True)),
        ((20,), (False,)),
        ((31, 32, 33, 34, 35, 36, 37, 38, 39, 150), (False, True)),
    ],
)
def test_prepare__keeps_data_at_its_labels_when_axes_and_dimensions_grow(
    store: Store, added: tuple[int, ...], flags: tuple[bool, ...]
) -> None:
    old = store.prepare(SWEEP, race((10, 30), (True,)), {}, "prepare", {})
    solve(store, old, [(0, 0), (1, 0)])
    grown = store.prepare(SWEEP, race(added, flags), {}, "grow", {})
    assert grown == store.layout(SWEEP)
    there = ({"goal": 10, "ties": True}, {"goal": 30, "ties": True})
    places = np.ndindex(*map(len, grown.axes.values()))
    check(store, grown, [index for index in places if grown.labels(index) in there])
    solve(store, grown, [(0, 0)], "second")
    assert store.records(SWEEP).run.values[0, 0] == "second"


def test_prepare__cuts_large_cases_anew_that_an_earlier_version_cut_otherwise(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = race((10, 30))
    solve(store, store.prepare(SWEEP, layout, {}, "prepare", {}), [(0, 1), (1, 1)])
    monkeypatch.setattr("storage.layout.WHOLE_BYTES", 2000)
    monkeypatch.setattr("storage.layout.BOX_BYTES", 1000)
    again = store.prepare(SWEEP, layout, {}, "again", {})
    check(store, again, [(0, 1), (1, 1)])
    stored = open_sweep(store, SWEEP)["value"].encoding["chunks"]
    assert stored == again.chunks(VARIABLES[0]) != (2, 2, 30, 30)
    solve(store, again, [(1, 0)], "second")
    check(store, again, [(0, 1), (1, 0), (1, 1)])


def test_prepare__adds_newly_kept_variables(store: Store) -> None:
    old = store.prepare(SWEEP, race((10, 30), variables=VARIABLES[1:]), {}, "prepare", {})
    solve(store, old, [(0, 0)])
    grown = store.prepare(SWEEP, race((10, 30)), {}, "more", {})
    assert [variable.name for variable in grown.variables] == ["hold_at", "win_probability", "value"]
    stored = read_cases(store.at(), SWEEP, grown, [(0, 0)])[0, 0]
    assert np.isnan(stored["value"]).all()
    assert (stored["hold_at"][:10] == 10).all()


def test_history__lists_commits_and_opens_old_ones(store: Store) -> None:
    layout = store.prepare(SWEEP, race((10, 30)), {}, "prepare", {"run": "first"})
    first = solve(store, layout, [(0, 0)])
    store.prepare("other", race((10,)), {}, "elsewhere", {})
    solve(store, layout, [(1, 1)], "second")
    assert [commit.metadata["run"] for commit in store.history(SWEEP)] == ["second", "first", "first"]
    assert len(store.history()) == 5
    store.tag("paper", "first")
    assert store.tags() == {"paper": first}
    for ref in ("paper", "first", first, first[:12], first.lower()):
        assert store.at(ref).snapshot_id == first
        assert store.records(SWEEP, ref).status.values.sum() == 1
    assert store.records(SWEEP).status.values.sum() == 2
    with pytest.raises(StoreError, match="cannot name a state 'paper'"):
        store.tag("paper")
    with pytest.raises(NotInStore, match=r"no tag, snapshot or run is called 'nothing'"):
        store.at("nothing")
    with pytest.raises(NotInStore, match="no sweep 'pig', only other, pig/race"):
        store.records("pig")


def test_lock__says_who_holds_it(store: Store, tmp_path: Path) -> None:
    impatient = Store.open(store.url, lock_seconds=0.1)
    with (
        held(tmp_path / ".store.lock", "store", 1.0),
        pytest.raises(StoreLocked, match=r"in use by process [0-9]+ on .* since"),
    ):
        impatient.prepare(SWEEP, race((10,)), {}, "prepare", {})
    impatient.prepare(SWEEP, race((10,)), {}, "prepare", {})
