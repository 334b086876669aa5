"""`--keep-history`: a run deletes the states that were replaced long ago, and no others."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import xarray as xr

import flows.retention
import storage.retention
from storage.errors import StoreLocked
from storage.query import open_sweep
from storage.repository import Store
from tests.commands import Command, one_line
from tests.sweeps import race, write

pytestmark = pytest.mark.usefixtures("reporting")

# Shorter than anybody may ask for.
NO_TIME = "0m"
Run = Callable[..., str]


@pytest.fixture
def run(jeopardice: Command) -> Run:
    """Run one more goal each time; give what is printed."""
    goals = [5]

    def run(*options: str, warning: str = "") -> str:
        goals.append(goals[-1] + 1)
        config = write(jeopardice.home, race(goals))
        said = jeopardice("run", config, "--serial", "--no-publish", *options)
        assert (said.code, one_line(said.error)) == (0, warning)
        return one_line(said.out)

    return run


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is too young to be deleted."""
    monkeypatch.setattr(flows.retention, "LEAST", timedelta(0))
    monkeypatch.setattr(storage.retention, "UNCOMMITTED", timedelta(0))


def size_of(store: Store) -> int:
    return sum(path.stat().st_size for path in Path(store.url).rglob("*") if path.is_file())


def value(store: Store, at: str | None) -> xr.DataArray:
    return open_sweep(store, "small/race", at)["value"].sel(goal=5, banked=slice(4), opponent=slice(4)).load()


@pytest.mark.usefixtures("at_once")
def test_run__deletes_what_was_replaced(run: Run, jeopardice: Command) -> None:
    run()
    store = Store.open("store")
    store.tag("first")
    for _ in range(3):
        run()
    states, before = len(store.history()), size_of(store)
    # All but the first of all, that with the tag, and the newest.
    assert f"Would delete {states - 3} old states from the history." in run(
        "--dry-run", "--keep-history", NO_TIME
    )
    assert len(store.history()) == states
    assert " old states from the history and freed " in run("--keep-history", NO_TIME)
    assert [commit.message for commit in store.history()][-1] == "Repository initialized"
    assert len(store.history()) == 2
    assert size_of(store) < before
    xr.testing.assert_equal(value(store, "first"), value(store, None))
    assert "damage" not in jeopardice("check").error


def test_run__keeps_what_is_young(run: Run) -> None:
    run()
    states = len(Store.open("store").history())
    assert "Would delete 0 old states" in run("--dry-run", "--keep-history", "1d")
    assert "old state" not in run("--keep-history", "1d")
    assert len(Store.open("store").history()) > states


@pytest.mark.parametrize("age", ["12h", "soon", "2026-01-31"])
def test_run__refuses_what_is_no_age(jeopardice: Command, age: str) -> None:
    said = jeopardice("run", write(jeopardice.home, race()), "--keep-history", age)
    assert said.code == 2
    assert f"--keep-history: expected an age of one day or more, such as 30d or 8w, got '{age}'" in one_line(
        said.error
    )
    assert not Path("store").exists()


@pytest.mark.usefixtures("at_once")
def test_run__does_not_fail_where_it_cannot_delete(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run()

    def refuse(store: Store, age: timedelta) -> None:
        raise StoreLocked("Somebody else has it.")

    monkeypatch.setattr("flows.sweep.forget_replaced", refuse)
    warning = "warning: Old states were not deleted. Somebody else has it."
    assert "1 case done" in run("--keep-history", NO_TIME, warning=warning)
