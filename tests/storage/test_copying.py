"""Copies of stores: all states with their names, or nothing."""

import re
from pathlib import Path

import pytest

from flows.terminal.errors import MISUSED
from storage.copying import Copied, copy, copying
from storage.location import locate
from storage.objects import objects
from storage.query import open_sweep
from storage.repository import Store
from storage.soundness.checking import findings
from storage.soundness.finding import Severity
from tests.commands import Command
from tests.sweeps import race, solve, solved_store, trio

RACE = "small/race"


@pytest.fixture
def store(jeopardice: Command) -> Store:
    """Two sweeps and a tag, in the command's working directory."""
    made = solved_store(jeopardice.home, race([5, 6]), trio([3, 5]), race([5, 6, 30]))
    made.tag("paper")
    return made


def contents(url: str) -> dict[str, bytes | None]:
    """All files of a store."""
    files = objects(locate(url))
    return {name: files.read(name) for name in files.names("")}


def test_cp__copies_the_history_and_the_tags(store: Store, jeopardice: Command) -> None:
    would = jeopardice("cp", "store", "copy", "--dry-run")
    assert (would.code, would.out) == (0, f"Would copy {len(contents('store'))} files to copy.\n")
    assert not Path("copy").exists()
    said = jeopardice("cp", "store", "copy")
    assert (said.code, said.error) == (0, "")
    assert re.fullmatch(r"Copied \d+ files, .* kB, to copy\.\nEvery file is what was written\.\n", said.out)
    copied = Store.open("copy")
    assert contents("copy") == contents("store")
    assert (copied.history(), copied.tags()) == (store.history(), store.tags())
    assert open_sweep(copied, RACE).load().equals(open_sweep(store, RACE).load())
    solve(trio([3, 5, 7]), copied)
    assert store.newest != copied.newest


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("stroe", "copy", "No store at ./stroe."),
        ("store", "store", "cp: store is not empty."),
        ("store", ".", "cp: . is not empty."),
        ("store", "store/copy", "cp: store/copy lies in the store at store."),
        ("store", "file", "file is a file, not a directory"),
        ("store", "ftp://host/store", "ftp"),
    ],
)
def test_cp__refuses(source: str, target: str, said: str, store: Store, jeopardice: Command) -> None:
    Path("file").touch()
    before = jeopardice.files()
    refused = jeopardice("cp", source, target)
    assert (refused.code, refused.error.count("\n")) == (MISUSED, 1)
    assert said in refused.error
    assert jeopardice.files() == before


def test_cp__names_the_damage_that_it_copies(store: Store, jeopardice: Command) -> None:
    lost = f"snapshots/{store.history()[2].id}"
    store.files.delete(lost)
    said = jeopardice("cp", "store", "copy")
    assert (said.code, f"{lost} is missing" in said.out) == (Severity.SPARE, True)


def test_copy__of_a_store_that_grows_has_the_states_of_its_beginning(store: Store) -> None:
    before = store.newest
    found = copying(store.location, locate("copy"))
    solve(race([5, 6, 7, 30]), store)
    copy(found, lambda one: None)
    assert Store.open("copy").newest == before != store.newest
    assert list(findings(locate("copy"))) == []


def test_copy__that_is_interrupted_leaves_no_store(store: Store) -> None:
    class Interrupted(Exception):
        """As Ctrl-C is, in the middle."""

    def interrupt(one: Copied) -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        copy(copying(store.location, locate("copy")), interrupt)
    assert not Path("copy").exists()
    copy(copying(store.location, locate("copy")), lambda one: None)
    assert contents("copy") == contents("store")
    assert not list(Path().glob(".copy.*"))


@pytest.mark.long
def test_cp__to_a_bucket_and_back_changes_no_byte(store: Store, bucket: str, jeopardice: Command) -> None:
    url, whole = f"{bucket}/stores/copy", contents("store")
    # As an interrupted copy leaves it.
    first = min(name for name in whole if not name.startswith("refs/"))
    objects(locate(url)).write(first, whole[first] or b"")
    said = jeopardice("cp", "store", url)
    assert (said.code, said.error) == (0, "")
    assert contents(url) == whole
    assert jeopardice("cp", url, "back").code == 0
    assert contents("back") == whole
    taken = jeopardice("cp", "store", url)
    assert (taken.code, f"cp: {url} is not empty." in taken.error) == (MISUSED, True)
