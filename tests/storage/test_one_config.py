"""A store never says what is not so: in every snapshot, attributes and answers are of one config; copies are
of the snapshot they name.
"""

import os
import pty
import random
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from configs.load import parse
from configs.sweep import Sweep
from storage.attributes import nested
from storage.errors import LayoutMismatch, StoreChanged
from storage.provenance import content_key
from storage.publishing import is_published, publish
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import ASIDE, DONE, MISSING
from tasks.block import solve_block
from tasks.room import attributes, run_metadata
from tests.launchers import answers, check_identical, launcher, run, wait_for_all_to_end
from tests.processes import environment
from tests.sweeps import new_store, planned, race, solve, write

NAME = "small/race"


def check_one_config(store: Store) -> int:
    """In every snapshot, done cases have the key of its config, and missing ones have nothing; return how
    many snapshots there are.
    """
    commits = store.history(NAME)
    for commit in commits:
        dataset = open_sweep(store, NAME, commit.id, record=True).load()
        sweep: Sweep = parse(nested(dataset.attrs, "config"))
        for place, goal in enumerate(dataset.goal.values.tolist()):
            case = dataset.isel(goal=place)
            if case.status == DONE:
                parameters = sweep.parameters_of((sweep.axes["goal"].index(goal),))
                kept = [output.name for output in sweep.kept]
                assert case.key.item() == content_key(
                    sweep.question, int(dataset.question_version), parameters, kept
                )
                assert case.sides == parameters["sides"]
            else:
                assert case.status == MISSING
                assert (case.key.item(), case.error.item()) == ("", "")
                for name in ("win_probability", "value", "residual"):
                    assert np.isnan(case[name]).all()
    return len(commits)


def test_changed_config__blanks_what_it_makes_stale_as_it_is_planned(tmp_path: Path) -> None:
    store, eight = new_store(tmp_path), race() | {"parameters": {"sides": 8}}
    solve(race(), store)
    old = answers(store)
    plan, snapshot = planned(eight, store), store.history()[0].id
    metadata = run_metadata()
    store.prepare(NAME, plan.layout, attributes(parse(eight), metadata), "plan", metadata, plan.keys)
    assert (store.records(NAME).status == MISSING).all()
    assert check_one_config(store) == 3
    xr.testing.assert_identical(
        open_sweep(store, NAME, snapshot, record=True).drop_vars(["seconds", "run", "finished"]).load(),
        old[NAME],
    )


@pytest.mark.long
def test_changed_config__is_not_mixed_with_what_an_earlier_launch_still_solves(tmp_path: Path) -> None:
    store, content = new_store(tmp_path), race()
    plan, metadata = planned(content, store), run_metadata()
    store.prepare(NAME, plan.layout, attributes(parse(content), metadata), "plan", metadata, plan.keys)
    session = store.begin()
    fork, rows = solve_block(plan.blocks[0], store.fork(session))
    eight = content | {"parameters": {"sides": 8}}
    solve(eight, store)
    with pytest.raises(StoreChanged):
        store.commit(session, [fork], NAME, rows, "too late", metadata, plan.layout)
    assert check_one_config(store) == 3
    assert not planned(eight, store).blocks


@pytest.mark.long
def test_changed_config__killed_at_any_moment_mislabels_nothing(api: str, tmp_path: Path) -> None:
    goals = range(250, 266)
    config = Path(write(tmp_path, race(goals, keep=["win_probability", "value"])))
    store = tmp_path / "store"
    run(tmp_path, config, str(store), "--workers", "2", "--no-publish", PREFECT_API_URL=api)
    first = len(Store.open(str(store)).history(NAME))
    write(tmp_path, race(goals, keep=["win_probability", "value"]) | {"parameters": {"sides": 8}})
    with launcher(
        tmp_path, config, str(store), "--workers", "2", "--no-publish", "--yes", PREFECT_API_URL=api
    ) as process:
        # The plan, and a shard.
        process.wait(lambda: len(Store.open(str(store)).history(NAME)) > first + 1)
        os.killpg(process.popen.pid, signal.SIGKILL)
        process.popen.wait()
    wait_for_all_to_end(tmp_path)
    assert check_one_config(Store.open(str(store))) > first + 1
    run(tmp_path, config, str(store), "--workers", "2", "--no-publish", PREFECT_API_URL=api)
    at_once = new_store(tmp_path / "at_once")
    solve(race(goals, keep=["win_probability", "value"]) | {"parameters": {"sides": 8}}, at_once)
    check_identical(answers(Store.open(str(store))), answers(at_once))


def answered(question: str, directory: Path, config: str, api: str) -> int:
    """Run at a terminal, answer its question, and give the exit code."""
    ours, theirs = pty.openpty()
    command = ["jeopardice", "run", config, "--store", "store", "--serial", "--no-publish"]
    with subprocess.Popen(
        command,
        cwd=directory,
        stdin=theirs,
        stdout=subprocess.PIPE,
        env=environment(directory, PREFECT_API_URL=api),
    ) as run:
        os.write(ours, f"{question}\n".encode())
        said, _ = run.communicate(timeout=120)
    os.close(ours)
    os.close(theirs)
    assert b"Replace the stored answers? [y/N]" in said
    return run.returncode


@pytest.mark.long
def test_changed_config__is_asked_about_at_a_terminal(api: str, tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(race(), store)
    before, config = answers(store), write(tmp_path, race() | {"parameters": {"sides": 8}})
    assert answered("n", tmp_path, config, api) == 0
    check_identical(answers(store), before)
    assert answered("y", tmp_path, config, api) == 0
    assert open_sweep(Store.open(store.url), NAME).sides == 8


@pytest.fixture
def published(tmp_path: Path) -> tuple[Store, Path]:
    store = new_store(tmp_path)
    solve(race([5, 6]), store)
    publish(store, NAME, tmp_path / "published")
    return store, tmp_path / "published"


def test_copy__is_that_of_the_store_until_its_sweep_changes(published: tuple[Store, Path]) -> None:
    store, directory = published
    assert is_published(store, NAME, directory)
    solve(race([5], name="small/other"), store)
    assert is_published(store, NAME, directory)
    solve(race([5, 6, 7]), store)
    assert not is_published(store, NAME, directory)
    publish(store, NAME, directory)
    assert is_published(store, NAME, directory)


def test_copy__of_which_a_file_is_lost_or_changed_is_no_copy(published: tuple[Store, Path]) -> None:
    store, directory = published
    for path in [path for path in (directory / f"{NAME}.zarr").rglob("*") if path.is_file()]:
        whole = path.read_bytes()
        path.unlink()
        assert not is_published(store, NAME, directory), path
        path.write_bytes(whole + b" ")
        # White space changes nothing in the description of a group, and everything else in its bytes.
        assert path.parent.suffix == ".zarr" or not is_published(store, NAME, directory), path
        path.write_bytes(whole)
    assert is_published(store, NAME, directory)


@pytest.mark.long
def test_copy__is_renewed_by_a_run_that_has_nothing_to_solve(api: str, tmp_path: Path) -> None:
    config, store, copy = (
        Path(write(tmp_path, race())),
        str(tmp_path / "store"),
        tmp_path / "published" / f"{NAME}.zarr",
    )
    run(tmp_path, config, store, "--serial", PREFECT_API_URL=api)
    assert "Nothing to do" in run(tmp_path, config, store, "--serial", PREFECT_API_URL=api)
    write(tmp_path, race(range(5, 15)))
    run(tmp_path, config, store, "--serial", "--no-publish", PREFECT_API_URL=api)
    assert xr.open_zarr(copy).sizes["goal"] == 8
    run(tmp_path, config, store, "--serial", PREFECT_API_URL=api)
    assert xr.open_zarr(copy).sizes["goal"] == 10


def test_name__inside_another_sweep_is_refused_and_nothing_is_deleted(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(race([5], name="pig/value"), store)
    before = answers(store)
    for name in ("pig", "pig/value/more"):
        with pytest.raises(
            LayoutMismatch, match=rf"^sweep: '{name}' overlaps with 'pig/value', which the store has\."
        ):
            planned(race([5], name=name), store)
        with pytest.raises(LayoutMismatch):
            store.prepare(name, planned(race([5]), None).layout, {}, "plan", {})
    check_identical(answers(store), before)


def flip(path: Path, chance: random.Random) -> bytes:
    """Flip one bit; return what was there."""
    whole = path.read_bytes()
    rotten = bytearray(whole)
    rotten[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
    path.write_bytes(rotten)
    return whole


def holds_numbers(path: Path) -> bool:
    """Descriptions are JSON and Icechunk's own; numbers are in chunks, and small chunks in the manifests that
    list the others.
    """
    return path.is_file() and ("/c/" in path.as_posix() or path.parent.name in ("chunks", "manifests"))


@pytest.mark.parametrize("where", ["store", pytest.param("published", marks=pytest.mark.long)])
def test_flipped_bits__are_errors_and_never_wrong_numbers(published: tuple[Store, Path], where: str) -> None:
    store, directory = published
    right = answers(store)[NAME]
    root = directory if where == "published" else Path(store.url)
    chance, noticed = random.Random(7), 0
    paths = [path for path in sorted(root.rglob("*")) if holds_numbers(path)]
    assert len(paths) > 5
    for path in paths * 2:
        whole = flip(path, chance)
        read = None
        with suppress(Exception):
            copied = (
                xr.open_zarr(directory / f"{NAME}.zarr")
                if where == "published"
                else open_sweep(Store.open(store.url), NAME)
            )
            read = copied.load()
        path.write_bytes(whole)
        noticed += read is None
        for name in () if read is None else right.keys() - ASIDE:
            # Icechunk does not check its manifests: one that is rotten may miss a chunk, which then reads as
            # not written.
            same = (read[name].values == right[name].values) | unwritten(read[name])
            assert same.all() or np.array_equal(read[name], right[name], equal_nan=True), f"{path}: {name}"
            assert (
                path.parent.name == "manifests" or not (unwritten(read[name]) & ~unwritten(right[name])).any()
            ), f"{path}: {name}"
    assert noticed


def unwritten(cells: xr.DataArray) -> np.ndarray:
    return np.asarray(
        (cells != cells) | (cells == MISSING if cells.name == "status" else cells == np.iinfo(np.int64).min)
    )
