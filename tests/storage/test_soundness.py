"""Damage is named, older states become the newest, and what was damaged is solved again."""

import json
import os
import re
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path

import icechunk
import pytest
import xarray as xr

from flows.launch import Launch
from flows.sweep import sweep
from flows.terminal.errors import MISUSED
from storage.attributes import nested
from storage.damage import Damaged, Unreadable
from storage.errors import StoreChanged, StoreError
from storage.group import LAYOUT, open_group
from storage.housekeeping import collect
from storage.publishing import ROOT, open_copy, publish
from storage.query import open_sweep
from storage.repository import Store
from storage.soundness.branch import BRANCH_FILE
from storage.soundness.finding import Severity
from storage.soundness.mending import damage_of, mend
from storage.soundness.restoring import restorable, restore
from storage.soundness.sealing import FIRST_STATE, read_seal
from tasks.rerun import Rerun
from tests.commands import Command
from tests.storage.damaging import DAMAGES, Damage, flipped
from tests.sweeps import race, solve, solved_store, trio, write

RACE = "small/race"


@pytest.fixture
def store(jeopardice: Command) -> Store:
    """Two sweeps, one of which was extended once, in the command's working directory."""
    made = solved_store(jeopardice.home, race([5, 6]), trio([3, 5]), race([5, 6, 7]))
    write(jeopardice.home, race([5, 6, 7]), trio([3, 5]))
    return made


def manifest_of(store: Store, array: str) -> Path:
    """The file with the places of an array's chunks."""
    return manifest_of_state(store, store.newest, array)


def manifest_of_state(store: Store, snapshot: str, array: str) -> Path:
    """The same, of a state."""
    own = read_seal(store.files, snapshot)
    assert own is not None
    (name,) = own.arrays[f"/{array}"]
    return Path(store.url) / name


def newest_chunk(store: Store) -> Path:
    """The file of the chunk that was written last; small ones are in manifests."""
    return max(Path(store.url, "chunks").iterdir(), key=lambda path: path.stat().st_mtime_ns)


def flip(path: Path, place: int = -20) -> None:
    """Flip a bit of a file."""
    path.write_bytes(flipped(place, 3)(path.read_bytes()) or b"")


def checked(jeopardice: Command) -> tuple[int, str]:
    """Exit code and text of `jeopardice check`."""
    said = jeopardice("check")
    assert said.error == ""
    return said.code, said.out


def test_check__of_a_sound_store_finds_nothing(store: Store, jeopardice: Command) -> None:
    publish(store, RACE, jeopardice.home / "published")
    assert checked(jeopardice) == (0, "Every file is what was written.\n")


def test_newest_state__that_is_damaged_gives_way_to_the_one_before(store: Store, jeopardice: Command) -> None:
    newest = store.newest
    flip(Path(store.url, "snapshots", newest))
    code, said = checked(jeopardice)
    assert code == Severity.RESTORE
    assert f"snapshots/{newest} is not what was written" in said
    listed = jeopardice("ls")
    assert listed.code == MISUSED
    assert f"snapshots/{newest} is not what was written. `jeopardice restore --store store`" in listed.error
    would = jeopardice("restore", "--dry-run")
    assert "Lost, until they are solved again: 1 commit." in would.out
    assert jeopardice("ls").code == MISUSED
    assert jeopardice("restore", "--yes").code == 0
    # The axis had been extended, but its new case was not solved.
    assert re.search(rf"{RACE} +3 +2 +0", jeopardice("ls").out)
    assert checked(jeopardice)[0] == Severity.SPARE


@pytest.mark.parametrize("content", [None, b"", b"\0" * 35, b'{"snapshot":"0000000000000000000"}'])
def test_branch__that_is_lost_is_restored_without_a_loss(
    content: bytes | None, store: Store, jeopardice: Command
) -> None:
    newest, file = store.newest, Path(store.url, BRANCH_FILE)
    file.unlink() if content is None else file.write_bytes(content)
    assert checked(jeopardice)[0] == Severity.RESTORE
    refused = jeopardice("ls")
    assert refused.code == MISUSED
    assert f"is damaged: {BRANCH_FILE} " in refused.error
    assert "nothing is lost" in jeopardice("restore", "--yes").out
    assert Store.open(store.url).newest == newest
    assert checked(jeopardice)[0] == 0


def test_restore__gives_states_up_that_check_reads_and_gc_frees(store: Store, jeopardice: Command) -> None:
    older, newest = store.history()[0].id, solve(race([5, 6, 7, 20]), store)[1][-1].commit
    assert jeopardice("restore", older, "--yes").code == 0
    assert checked(jeopardice) == (0, "Every file is what was written.\n")
    chunk = newest_chunk(store)
    flip(chunk, 0)
    code, said = checked(jeopardice)
    assert (code, f"of the older state {newest[:8]}" in said) == (Severity.SPARE, True)
    flip(chunk, 0)
    assert jeopardice("restore", newest, "--yes").code == 0
    assert jeopardice("restore", older, "--yes").code == 0
    # Files without an owner are freed when they are seven days old.
    freed = collect(Store.open(store.url), datetime.now(UTC) + timedelta(seconds=1))
    assert freed.snapshots == 2
    assert not chunk.exists()
    assert checked(jeopardice) == (0, "Every file is what was written.\n")


def test_restore__takes_a_state_by_its_name_and_refuses_others(store: Store, jeopardice: Command) -> None:
    older = store.history()[1].id
    assert "Nothing to restore" in jeopardice("restore").out
    assert jeopardice("restore", older[:6], "--yes").code == 0
    assert store.newest == older
    said = jeopardice("restore", "nothing", "--yes")
    assert (said.code, said.error.count("\n")) == (MISUSED, 1)
    flip(Path(store.url, "snapshots", older))
    said = jeopardice("restore", older, "--yes")
    assert (said.code, "is damaged, too" in said.error) == (MISUSED, True)


def test_damaged_sweep__hides_no_other_and_is_changed_by_nobody(store: Store, jeopardice: Command) -> None:
    flip(manifest_of(store, f"{RACE}/goal"))
    before = store.newest
    listed = jeopardice("ls")
    assert listed.code == 1
    assert re.search(rf"{RACE} +damaged *\n", listed.out)
    assert re.search(r"small/trio +4 +4 +0", listed.out)
    assert "`jeopardice check --store store`" in listed.error
    ran = jeopardice("run", "small.yaml", "--serial", "--no-publish")
    assert (ran.code, "is not what was written" in ran.error) == (MISUSED, True)
    with pytest.raises(Damaged):
        open_sweep(Store.open(store.url), RACE)
    assert Store.open(store.url).newest == before
    assert jeopardice("show", "small/trio").code == 0


def test_history__says_what_it_knows_before_a_damaged_state(store: Store, jeopardice: Command) -> None:
    older = store.history()[2].id
    flip(Path(store.url, "snapshots", older))
    said = jeopardice("history")
    assert said.code == MISUSED
    assert store.newest[:8] in said.out
    assert f"snapshots/{older} is not what was written" in said.error


def remedies(said: str) -> list[list[str]]:
    """Commands that mend what `check` names."""
    found = re.findall(r"Mend it with: +jeopardice (.+)", said)
    return [shlex.split(one.replace("CONFIG", "small.yaml")) for one in dict.fromkeys(found)]


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize(
    "array", ["value", "goal", "banked", "status", "record/key", "win_probability", "chunk"]
)
def test_remedy__that_is_named_mends_that_damage(array: str, store: Store, jeopardice: Command) -> None:
    answers = open_sweep(store, RACE).load()
    if array == "chunk":
        solve(race([30]), store)
        write(jeopardice.home, race([5, 6, 7, 30]))
        answers = open_sweep(store, RACE).load()
        newest_chunk(store).unlink()
    else:
        manifest_of(store, f"{RACE}/{array}").unlink()
    code, said = checked(jeopardice)
    assert code == Severity.SOLVE
    for command in remedies(said):
        mended = jeopardice(*command, "--serial", "--no-publish", "--yes")
        assert mended.code == 0, mended.error
    assert checked(jeopardice)[0] <= Severity.SPARE
    again = open_sweep(Store.open(store.url), RACE).load()
    assert again.equals(answers)


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
def test_damaged_chunk__has_its_cases_alone_solved_again(store: Store, jeopardice: Command) -> None:
    solve(race([30]), store)
    write(jeopardice.home, race([5, 6, 7, 30]), trio([3, 5]))
    flip(newest_chunk(store))
    before = {name: open_sweep(store, name, record=True)["run"].load() for name in (RACE, "small/trio")}
    asked = ("run", "small.yaml", "--serial", "--no-publish", "--rerun", "damaged")
    said = jeopardice(*asked, "--dry-run").out
    assert f"{RACE}: 1 damaged file; 4 cases to solve again." in said
    assert "small/trio: nothing is damaged." in said
    assert Store.open(store.url).newest == store.newest
    assert f"{RACE}: 4 cases done" in jeopardice(*asked).out
    again = Store.open(store.url)
    for name, alike in ((RACE, False), ("small/trio", True)):
        assert ((open_sweep(again, name, record=True)["run"] == before[name]).values == alike).all()


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
def test_deployment__mends_what_is_damaged(store: Store, jeopardice: Command) -> None:
    solve(race([30]), store)
    write(jeopardice.home, race([5, 6, 7, 30]), trio([3, 5]))
    flip(newest_chunk(store))
    launch = Launch(config="small.yaml", store=store.url, serial=True, publish=None, rerun=Rerun.DAMAGED)
    assert [outcome.solved for outcome in sweep(launch)] == [4, 0]
    assert checked(jeopardice)[0] == Severity.SPARE


@pytest.mark.parametrize("options", [("--publish", "/proc/no"), ("--serial", "--workers", "2")])
def test_launch__that_is_refused_mends_nothing(
    options: tuple[str, ...], store: Store, jeopardice: Command
) -> None:
    solve(race([30]), store)
    flip(newest_chunk(store))
    before = store.newest
    said = jeopardice("run", "small.yaml", "--rerun", "damaged", *options)
    assert (said.code, said.error.count("\n")) == (MISUSED, 1)
    assert store.newest == before


def test_copy__tells_a_deleted_chunk_from_a_blank_one(store: Store, jeopardice: Command) -> None:
    copy = publish(store, RACE, jeopardice.home / "published")
    (copy / "value" / "c" / "0" / "0" / "0").unlink()
    code, said = checked(jeopardice)
    assert code == Severity.SPARE
    assert f"{RACE}: {os.path.join('published', RACE)}.zarr/value/c/0/0/0 is missing." in said
    drawn = jeopardice("plot", copy, "-o", "race.png")
    assert (drawn.code, "not all of its files are what was written" in drawn.error) == (MISUSED, True)


@pytest.mark.long
def test_copy__with_any_flipped_byte_in_its_description_is_refused_or_the_same(
    store: Store, jeopardice: Command
) -> None:
    copy = publish(store, RACE, jeopardice.home)
    sound = open_copy(copy).load()
    path = copy / ROOT
    whole, refused, places = path.read_bytes(), 0, 0
    # Some of these change the name of a codec's argument, others the key under which the digest is.
    for place in range(0, len(whole), 3):
        path.write_bytes(flipped(place, place % 8)(whole) or b"")
        places += 1
        try:
            found = open_copy(copy)
        except StoreError:
            refused += 1
        else:
            xr.testing.assert_equal(found, sound)
    # Without its digest it is read as a copy of an early version.
    assert refused >= 0.99 * places


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_first_state__that_is_damaged_is_named_and_costs_no_other(
    damage: Damage, store: Store, jeopardice: Command
) -> None:
    first = Path(store.url, FIRST_STATE)
    content = damage(first.read_bytes())
    first.unlink()
    if content is not None:
        first.write_bytes(content)
    code, said = checked(jeopardice)
    assert code == Severity.SPARE
    assert f"{FIRST_STATE} is " in said
    assert "of the older state 1CECHNKR" in said
    assert restorable(store.location).newest
    assert jeopardice("run", "small.yaml", "--serial", "--rerun", "all").code == 0
    assert checked(jeopardice) == (code, said)


def test_seal__that_is_lost_or_damaged_costs_nothing_but_is_named(store: Store, jeopardice: Command) -> None:
    seal = Path(store.url, "seals", store.newest)
    flip(seal)
    assert jeopardice("ls").code == 0
    code, said = checked(jeopardice)
    assert (code, f"seals/{store.newest} is damaged" in said) == (Severity.SPARE, True)
    solve(race([5, 6, 7, 8]), Store.open(store.url))
    assert read_seal(store.files, store.newest) is not None
    assert jeopardice("show", RACE).code == 0


def test_publish__copies_no_rotten_bytes(store: Store, jeopardice: Command) -> None:
    solve(race([30]), store)
    flip(newest_chunk(store))
    with pytest.raises(Unreadable, match=r"value/c/0/0/0 is not what was written\. `jeopardice check`"):
        publish(Store.open(store.url), RACE, jeopardice.home / "published")
    exported = jeopardice("export", "race.zarr", "--sweep", RACE)
    assert (exported.code, "is not what was written" in exported.error) == (MISUSED, True)
    assert not list(jeopardice.home.rglob("*.zarr"))


def test_rm__removes_a_damaged_sweep(store: Store, jeopardice: Command) -> None:
    for array in ("goal", "status", "value"):
        manifest_of(store, f"{RACE}/{array}").unlink(missing_ok=True)
    said = jeopardice("rm", RACE, "--yes")
    assert said.code == 0
    assert f"To remove: {RACE} (damaged; " in said.out
    assert Store.open(store.url).sweeps() == ["small/trio"]
    assert jeopardice("ls").code == 0


def test_restore__leaves_a_newest_state_alone_that_has_no_seal(store: Store, jeopardice: Command) -> None:
    Path(store.url, "seals", store.newest).unlink()
    said = jeopardice("restore", "--yes")
    assert (said.code, "has no seal" in said.error) == (MISUSED, True)


# Of other bits, some change what is read and nothing says so: that is what seals are for.
@pytest.mark.parametrize("how", [flipped(0, 3), *DAMAGES.values()])
def test_newest_state__without_a_seal_is_found_by_reading_it(
    how: Damage, store: Store, jeopardice: Command
) -> None:
    newest, older = (commit.id for commit in store.history()[:2])
    Path(store.url, "seals", newest).unlink()
    file = Path(store.url, "snapshots", newest)
    content = how(file.read_bytes())
    file.unlink() if content is None else file.write_bytes(content)
    code, said = checked(jeopardice)
    assert (code, f"snapshots/{newest} " in said) == (Severity.RESTORE, True)
    (remedy,) = remedies(said)
    if content is not None:
        assert remedy[:2] == ["restore", older]
    assert jeopardice(*remedy, "--yes").code == 0
    assert store.newest == older
    assert checked(jeopardice)[0] == 0


def test_restore__prefers_no_state_that_was_given_up(store: Store, jeopardice: Command) -> None:
    given_up, older, oldest = (commit.id for commit in store.history()[:3])
    assert jeopardice("restore", older, "--yes").code == 0
    flip(Path(store.url, "snapshots", older))
    said = jeopardice("restore", "--yes")
    assert "Lost, until they are solved again: 1 commit." in said.out
    assert store.newest == oldest
    # Where the line is lost, the latest of all.
    Path(store.url, BRANCH_FILE).unlink()
    assert f"Would restore {given_up[:8]}" in jeopardice("restore", "--dry-run").out


def test_restore__takes_nothing_back_that_was_committed_meanwhile(store: Store) -> None:
    found = restorable(store.location, store.history()[1].id)
    solve(trio([3, 5, 7]), store)
    newest = store.newest
    with pytest.raises(StoreChanged, match="has just committed"):
        restore(store.location, found, 1.0)
    assert store.newest == newest


def test_check__reads_chunks_that_only_older_states_have(store: Store, jeopardice: Command) -> None:
    solve(race([30]), store)
    older, state = newest_chunk(store), store.newest
    solve(race([30]), store, Rerun.ALL)
    assert newest_chunk(store) != older
    flip(older)
    code, said = checked(jeopardice)
    assert code == Severity.SPARE
    assert f"{RACE}/value, chunk 0.0.0 is not what was written, of the older state {state[:8]}." in said
    older.unlink()
    assert f"chunks/{older.name} is missing, of the older state {state[:8]}." in checked(jeopardice)[1]


def test_seal__vouches_for_nothing_that_has_rotted_since(store: Store) -> None:
    Path(store.url, "seals", store.newest).unlink()
    goal = manifest_of_state(store, store.history()[1].id, f"{RACE}/goal")
    flip(goal)
    solve(trio([3, 5, 7]), Store.open(store.url))
    with pytest.raises(Damaged, match=goal.name):
        open_sweep(Store.open(store.url), RACE)


def test_newer_format__is_no_damage(store: Store, jeopardice: Command) -> None:
    def renew(session: icechunk.Session) -> None:
        group = open_group(session, RACE, "r+")
        told = nested(group.attrs, LAYOUT)
        group.attrs[LAYOUT] = json.dumps({**told, "format": 99})

    store.transact(renew, "of the future", {"sweep": RACE})
    before = store.newest
    for words in (("check",), ("run", "small.yaml", "--serial", "--rerun", "damaged", "--yes")):
        said = jeopardice(*words)
        assert (said.code, "a newer Jeopardice wrote this" in said.error) == (MISUSED, True)
    assert Store.open(store.url).newest == before


def test_mend__refuses_a_state_that_it_has_not_read(store: Store) -> None:
    manifest_of(store, f"{RACE}/value").unlink()
    found = damage_of(store, RACE)
    assert found.found
    solve(trio([3, 5, 7]), Store.open(store.url))
    with pytest.raises(StoreChanged, match="Run the same command again"):
        mend(store, RACE, found)


def test_commit__is_sealed_again_after_a_state_that_is_lost(store: Store) -> None:
    newest, older = (commit.id for commit in store.history()[:2])
    for name in (f"seals/{newest}", f"seals/{older}", f"snapshots/{older}"):
        store.files.delete(name)
    solve(trio([3, 5, 7]), Store.open(store.url))
    assert read_seal(store.files, Store.open(store.url).newest) is not None


@pytest.mark.parametrize(
    "words",
    [
        ("check", "--store", "stroe"),
        ("check", "small/rcae"),
        ("check", "--published", "pulished"),
        ("restore", "--store", "stroe"),
        ("schedule", "small.yaml", "--cron", "0 3 * * *", "--rerun", "damaged"),
    ],
)
def test_what_is_not_there__is_a_mistake(words: tuple[str, ...], store: Store, jeopardice: Command) -> None:
    said = jeopardice(*words)
    assert (said.code, said.error.count("\n")) == (MISUSED, 1)
