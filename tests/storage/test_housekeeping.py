"""`jeopardice rm`, `expire`, `gc` and `tag`: what they remove and free, what stays, and what a run in flight
keeps.
"""

import io
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from solvers.arrays import Array
from storage.housekeeping import Freed, collect, expirable, expire
from storage.publishing import publish
from storage.query import open_sweep
from storage.region import write_cases
from storage.repository import Store
from storage.schema import DONE
from storage.soundness.sealing import read_seal
from tests.commands import Command, one_line
from tests.sweeps import new_store, race, solve, trio

NOW = "0m"
# Its snapshot, changes and seal; the very first snapshot, which never expires; the branch.
OF_A_STATE = 5


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    store = new_store(tmp_path)
    solve(race([5, 6]), store)
    solve(race([5, 6], name="other/race"), store)
    return store


def stored_bytes(home: Path) -> int:
    return sum(path.stat().st_size for path in (home / "store").rglob("*") if path.is_file())


def stored_files(home: Path) -> int:
    return sum(path.is_file() for path in (home / "store").rglob("*"))


def drawn(goal: int) -> Array:
    """A table that compresses to more than what Icechunk keeps beside its manifests."""
    return np.random.default_rng(goal).random((goal, goal))


def test_rm__removes_a_sweep_and_leaves_the_others_and_the_history(
    jeopardice: Command, stored: Store
) -> None:
    old = stored.at().snapshot_id
    said = jeopardice("rm", "small/race", "--yes")
    assert (said.code, said.error) == (0, "")
    assert "Removed small/race" in said.out
    assert Store.open("store").sweeps() == ["other/race"]
    assert (open_sweep(stored, "small/race", old)["status"].values == DONE).all()
    assert "small/race" in jeopardice("show", "--sweep", "small/race", "--at", old).out
    assert jeopardice("history").out.splitlines()[1].split()[0] == "removed"
    # The name is free again, for a sweep with other axes, too.
    solve(trio([3, 5], name="small/race"), stored)


@pytest.mark.long
def test_rm__frees_the_name_above_that_only_it_needed(jeopardice: Command, stored: Store) -> None:
    assert jeopardice("rm", "small/race", "--yes").code == 0
    solve(race([5], name="small"), stored)
    assert stored.sweeps() == ["other/race", "small"]


@pytest.mark.long
def test_rm__says_what_becomes_of_the_published_copy(
    jeopardice: Command, stored: Store, tmp_path: Path
) -> None:
    copy = publish(stored, "small/race", tmp_path / "published")
    said = one_line(jeopardice("rm", "small/race", "--dry-run").out)
    assert said.startswith("Would remove small/race (goal ")
    assert "Its plain Zarr copy is kept: published/small/race.zarr" in said
    said = jeopardice("rm", "small/race", "--published", "elsewhere", "--yes")
    assert said.code == 2
    assert "--published: 'elsewhere' has no small/race.zarr in it." in one_line(said.error)
    assert jeopardice("rm", "small/race", "--published", "published", "--yes").code == 0
    assert not copy.exists()


def test_expire_and_gc__free_what_was_removed(jeopardice: Command, stored: Store) -> None:
    for goals in (range(5, 40), range(5, 41)):
        solve(race(goals), stored)
    assert jeopardice("rm", "small/race", "--yes").code == 0
    before = stored_bytes(jeopardice.home)
    said = jeopardice("expire", "--older-than", NOW, "--yes")
    assert (said.code, said.error) == (0, "")
    assert "Deleted 8 snapshots." in said.out
    said = jeopardice("gc", "--older-than", NOW, "--yes")
    assert (said.code, said.error) == (0, "")
    assert "8 snapshots" in said.out
    assert stored_bytes(jeopardice.home) < before / 2
    store = Store.open("store")
    xr.testing.assert_identical(
        open_sweep(store, "other/race").load()[["value"]], open_sweep(stored, "other/race").load()[["value"]]
    )
    assert [commit.message for commit in store.history()] == ["remove small/race", "Repository initialized"]
    assert "0 bytes" in jeopardice("gc", "--older-than", NOW, "--yes").out


def test_expire_and_gc__leave_as_many_files_as_one_run_makes(tmp_path: Path) -> None:
    """Six runs of two commits each, of a case more every time; and one run of all."""
    grown, made = new_store(tmp_path / "grown"), new_store(tmp_path / "made")
    for last in range(5, 11):
        solve(race(range(5, last + 1)), grown)
    solve(race(range(5, 11)), made)
    before = stored_files(tmp_path / "grown")
    for store in (grown, made):
        expire(store, datetime.now(UTC))
        collect(store, datetime.now(UTC))
    left, seal = stored_files(tmp_path / "grown"), read_seal(grown.files, grown.newest)
    assert left == stored_files(tmp_path / "made")
    # Of each array a manifest and at most one chunk.
    assert seal is not None
    assert left <= 2 * len(seal.arrays) + OF_A_STATE < before / 4
    xr.testing.assert_equal(*(open_sweep(store, "small/race").load() for store in (grown, made)))


@pytest.mark.long
def test_expire__keeps_tags_and_what_was_newest_at_the_moment(jeopardice: Command, stored: Store) -> None:
    run = stored.history("small/race")[0].metadata["run"]
    assert jeopardice("tag", "first", run).code == 0
    solve(race([5, 6, 7]), stored)
    newest = stored.at().snapshot_id
    moment = datetime.now(UTC)
    solve(race([5, 6, 7, 8]), stored)
    assert expirable(stored, moment) == expire(stored, moment)
    assert stored.history()[-2].id == newest
    assert jeopardice("gc", "--older-than", NOW, "--yes").code == 0
    assert "2 of 2 cases done" in jeopardice("show", "--sweep", "small/race", "--at", "first").out
    assert "3 of 3 cases done" in jeopardice("show", "--sweep", "small/race", "--at", newest).out


@pytest.mark.long
def test_run_in_flight__loses_nothing_to_an_expire_and_a_gc_from_before_it_began(stored: Store) -> None:
    plan, _ = solve(race([30, 31], name="small/long"), stored)
    began = datetime.now(UTC)
    session = stored.begin()
    fork = stored.fork(session)
    answers = {(place,): {"value": drawn(goal)} for place, goal in enumerate((30, 31))}
    write_cases(fork, "small/long", plan.layout, answers)
    # Meanwhile another run commits, what is older than this one is dropped, and what nothing refers to is
    # freed.
    solve(race([5, 6, 7], name="other/race"), stored)
    assert expire(stored, began)
    collect(stored, began)
    stored.commit(
        session, [fork], "small/long", {index: {"status": DONE} for index in answers}, "late", {"run": "late"}
    )
    found = open_sweep(Store.open(stored.url), "small/long").load()
    np.testing.assert_array_equal(found["value"].sel(goal=30).values[:30, :30], drawn(30))
    assert open_sweep(stored, "other/race").sizes["goal"] == 3


def test_gc__leaves_what_a_run_in_flight_wrote(stored: Store) -> None:
    plan, _ = solve(race([30], name="small/long"), stored)
    session = stored.begin()
    fork = stored.fork(session)
    write_cases(fork, "small/long", plan.layout, {(0,): {"value": drawn(30)}})
    week = datetime.now(UTC) - timedelta(days=7)
    assert collect(stored, week) == Freed(0, 0, 0, 0)
    # It is there to be freed, and only its age keeps it.
    assert collect(stored, datetime.now(UTC), dry_run=True).chunks > 0


def test_tag__names_lists_and_deletes(jeopardice: Command, stored: Store) -> None:
    assert "Tagged the snapshot" in jeopardice("tag", "paper-v1").out
    assert jeopardice("tag").out.splitlines()[1].split()[:2] == ["paper-v1", stored.at().snapshot_id[:8]]
    said = jeopardice("tag", "paper-v1")
    assert said.code == 2
    assert "tag: 'paper-v1' already names " in said.error
    assert jeopardice("tag", "paper-v1", "--delete", "--yes").code == 0
    assert len(jeopardice("tag").out.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["rm", "small/race"],
        ["expire", "--older-than", NOW],
        ["gc", "--older-than", NOW],
        ["tag", "paper", "--delete"],
    ],
)
def test_housekeeping__looks_and_asks_before_it_does(
    words: list[str], jeopardice: Command, stored: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored.tag("paper")
    if words[0] == "gc":
        assert jeopardice("expire", "--older-than", NOW, "--yes").code == 0
    files = jeopardice.files()
    assert jeopardice(*words, "--dry-run").code == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    said = jeopardice(*words)
    assert said.code == 2
    assert (
        "This needs confirmation and there is no terminal. Check with --dry-run, then pass --yes."
        in one_line(said.error)
    )
    unchanged = {name: time for name, time in jeopardice.files().items() if ".lock" not in name}
    assert unchanged == {name: time for name, time in files.items() if ".lock" not in name}
