"""A snapshot that cannot be read is said to be so, and is never taken for an empty store."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from browsing.explorer.overview import overview
from browsing.explorer.site import page
from flows.terminal.errors import MISUSED
from storage.damage import Unreadable
from storage.errors import NotInStore, StoreError
from storage.group import find_group
from storage.repository import Store
from tests.commands import Command
from tests.sweeps import race, solved_store

READING = (
    r"The store at .+ is damaged: snapshots/\w{20} is not what was written\. `jeopardice restore --store"
)
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda whole: b"",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "overwritten": lambda whole: b"\xff" * len(whole),
    "first bit flipped": lambda whole: bytes([whole[0] ^ 1]) + whole[1:],
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """One small sweep."""
    return solved_store(tmp_path, race([5, 6]))


def snapshot_of(store: Store) -> Path:
    """The file of the newest snapshot."""
    return Path(store.url) / "snapshots" / store.newest


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_snapshot__is_an_error_and_no_empty_store(damage: str, store: Store) -> None:
    snapshot = snapshot_of(store)
    snapshot.write_bytes(DAMAGES[damage](snapshot.read_bytes()))
    damaged = Store.open(store.url)
    for ask in (damaged.sweeps, lambda: damaged.layout("small/race"), lambda: damaged.records("small/race")):
        with pytest.raises(Unreadable, match=READING):
            ask()
    with pytest.raises(StoreError, match=READING):
        overview(damaged)


def test_damaged_snapshot__is_said_by_the_command_and_the_page(
    store: Store, jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOKEH_ALLOW_WS_ORIGIN", "localhost")
    snapshot = snapshot_of(store)
    snapshot.write_bytes(b"\xff" * snapshot.stat().st_size)
    listed = jeopardice("ls", "--store", store.url)
    assert (listed.code, listed.out) == (MISUSED, "")
    assert re.match(f"error: {READING}", listed.error)
    for query in ({}, {"sweep": ["small/race"]}):
        said = page(store.url, query, "localhost")._render_variables["fault"]
        assert re.match(READING, said)


@pytest.mark.parametrize("name", ["small", "small/race/value", "nothing", "", "..", "small/../small/race"])
def test_group__of_no_sweep_is_none_and_no_damage(name: str, store: Store) -> None:
    assert find_group(store.at(), name) is None
    with pytest.raises(NotInStore, match=f"^The store has no sweep {re.escape(repr(name))}, only small/race"):
        store.records(name)
