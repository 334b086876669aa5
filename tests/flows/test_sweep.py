"""The flow from a config to a published dataset, in every place where blocks can run, reporting to a real
Prefect server.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Semaphore
from typing import Any

import numpy as np
import pytest
import xarray as xr

import flows.cluster.workers
import flows.look
import storage.layout
import tasks.plan
import tasks.room
import tasks.work
from configs.sweep import Sweep
from flows.launch import Launch
from flows.sweep import CasesFailed, Outcome, sweep
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from storage.attributes import nested
from storage.errors import Unwritable
from storage.query import open_sweep
from storage.repository import Store
from tasks.executor import ClusterUnreachable
from tasks.plan import RunPlan, make_plan
from tasks.rerun import Rerun
from tests.launchers import answers, check_identical
from tests.processes import free_port
from tests.sweeps import new_store, race, solve, trio, write

pytestmark = pytest.mark.usefixtures("reporting")


@pytest.fixture
def config(tmp_path: Path) -> str:
    return write(tmp_path, race(), trio())


@pytest.fixture
def run(config: str, tmp_path: Path) -> Callable[..., list[Outcome]]:
    """Run the config on a store in the test's directory."""

    def launch(store: str = "store", **options: Any) -> list[Outcome]:
        return sweep(Launch(config=config, store=str(tmp_path / store), publish=None, **options))

    return launch


@pytest.fixture
def right(tmp_path: Path) -> dict[str, xr.Dataset]:
    """The answers, solved here without Prefect and Dask."""
    store = new_store(tmp_path / "right")
    solve(race(), store)
    solve(trio(), store)
    return answers(store)


def found(directory: Path, store: str = "store") -> dict[str, xr.Dataset]:
    return answers(Store.open(str(directory / store)))


def finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every case a tile and every tile a block and a shard of its own."""
    monkeypatch.setattr(storage.layout, "TILE_BYTES", 1)
    monkeypatch.setattr(tasks.plan, "BLOCK_SECONDS", 0.0)
    monkeypatch.setattr(tasks.plan, "SHARD_SECONDS", 0.0)


@pytest.mark.long
def test_sweep__is_bit_equal_wherever_it_runs(
    run: Callable[..., list[Outcome]], right: dict[str, xr.Dataset], scheduler: str, tmp_path: Path
) -> None:
    run("serial", serial=True)
    run("local", workers=2)
    run("scheduler", scheduler=scheduler)
    for store in ("serial", "local", "scheduler"):
        check_identical(found(tmp_path, store), right)


@pytest.mark.long
def test_sweep__is_bit_equal_in_blocks_of_one_case(
    run: Callable[..., list[Outcome]],
    right: dict[str, xr.Dataset],
    scheduler: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finely(monkeypatch)
    run(scheduler=scheduler)
    check_identical(found(tmp_path), right)
    store = Store.open(str(tmp_path / "store"))
    # The plan is a commit, and so is each of eight shards.
    assert [len(store.history(name)) for name in ("small/race", "small/trio")] == [9, 7]


def test_sweep__says_what_came_of_it(run: Callable[..., list[Outcome]], tmp_path: Path) -> None:
    first, second = run(serial=True)
    assert (first.sweep, first.cases, first.before, first.solved, first.answered, first.failed) == (
        "small/race",
        8,
        0,
        8,
        8,
        0,
    )
    assert (second.sweep, second.cases, second.before, second.solved, second.answered) == (
        "small/trio",
        9,
        0,
        6,
        9,
    )
    assert 0 < first.worst < 1e-14
    assert 0 < first.seconds
    store = Store.open(str(tmp_path / "store"))
    assert {commit.metadata["run"] for commit in store.history("small/race")} == {first.run}
    assert open_sweep(store, "small/race").attrs["run"] == first.run


def test_sweep__solves_nothing_twice(run: Callable[..., list[Outcome]], tmp_path: Path) -> None:
    run(serial=True)
    before = Store.open(str(tmp_path / "store")).history()
    outcomes = run(serial=True)
    assert [(outcome.solved, outcome.answered, outcome.before) for outcome in outcomes] == [
        (0, 0, 8),
        (0, 0, 9),
    ]
    assert Store.open(str(tmp_path / "store")).history() == before


@pytest.mark.long
def test_sweep__writes_its_provenance(run: Callable[..., list[Outcome]], tmp_path: Path) -> None:
    run(serial=True)
    attrs = open_sweep(Store.open(str(tmp_path / "store")), "small/trio").attrs
    config = nested(attrs, "config")
    assert config == {**trio(), "axes": config["axes"]}
    asked = QUESTIONS["simultaneous.best_response_to_two"]
    assert (attrs["question"], attrs["question_version"]) == (asked.name, asked.version)
    assert {"run", "launched", "by", "host", "code", "versions"} <= attrs.keys()
    assert nested(attrs, "versions")["numpy"] == np.__version__


def test_sweep__publishes_what_anything_opens(config: str, tmp_path: Path) -> None:
    outcomes = sweep(
        Launch(config=config, store=str(tmp_path / "store"), serial=True, publish=str(tmp_path / "published"))
    )
    for outcome in outcomes:
        assert Path(outcome.published) == tmp_path / "published" / f"{outcome.sweep}.zarr"
        copy, stored = (
            xr.open_zarr(outcome.published),
            open_sweep(Store.open(str(tmp_path / "store")), outcome.sweep),
        )
        assert copy.load().equals(stored.load())


@pytest.mark.long
def test_sweep__keeps_more_if_told(run: Callable[..., list[Outcome]], tmp_path: Path) -> None:
    asked = Launch(
        config=write(tmp_path, race([5, 6])),
        store=str(tmp_path / "store"),
        serial=True,
        publish=None,
        keep=("hold_at",),
    )
    sweep(asked)
    assert "hold_at" in found(tmp_path)["small/race"]


@pytest.mark.long
def test_sweep__raises_what_failed_once_all_else_is_committed(
    run: Callable[..., list[Outcome]],
    right: dict[str, xr.Dataset],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = QUESTIONS["race.pig"]

    def solve_others(**parameters: Any) -> Any:
        if parameters["goal"] == 7:
            raise ArithmeticError("seven is out")
        return own.solve(**parameters)

    with monkeypatch.context() as patch:
        patch.setitem(QUESTIONS, own.name, replace(own, solve=solve_others))
        with pytest.raises(
            CasesFailed,
            match=r"^1 case failed: goal=7: ArithmeticError: seven is out. Fix the cause, then run",
        ):
            run(serial=True)
    others = {"goal": [5, 6, 8, 9, 10, 11, 12]}
    assert found(tmp_path)["small/race"].sel(others).equals(right["small/race"].sel(others))
    check_identical({"small/trio": found(tmp_path)["small/trio"]}, {"small/trio": right["small/trio"]})
    first, _ = run(serial=True, rerun=Rerun.FAILED)
    assert (first.solved, first.before) == (1, 7)
    check_identical(found(tmp_path), right)


@pytest.mark.long
def test_sweep__makes_no_store_without_a_scheduler(
    run: Callable[..., list[Outcome]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flows.cluster.workers, "FIRST_CONTACT_SECONDS", 0.5)
    with pytest.raises(ClusterUnreachable, match=r"^No Dask scheduler answers at tcp://127\.0\.0\.1:"):
        run(scheduler=f"tcp://127.0.0.1:{free_port()}")
    assert not (tmp_path / "store").exists()


@pytest.mark.long
def test_serial__solves_one_case_at_a_time(
    run: Callable[..., list[Outcome]], monkeypatch: pytest.MonkeyPatch
) -> None:
    finely(monkeypatch)
    question, at_once, most = QUESTIONS["race.pig"], Semaphore(1), []

    def solve(**parameters: Any) -> Any:
        most.append(at_once.acquire(blocking=False))
        try:
            # Long enough for another thread to come along.
            time.sleep(0.05)
            return question.solve(**parameters)
        finally:
            at_once.release()

    monkeypatch.setitem(QUESTIONS, "race.pig", replace(question, solve=solve))
    run(serial=True)
    assert most == [True] * 8


def test_sweep__looks_before_it_starts_anything(config: str, tmp_path: Path) -> None:
    with pytest.raises(Unwritable, match=r"^store: cannot write to /proc/x"):
        sweep(Launch(config=config, store="/proc/x", workers=1))
    with pytest.raises(Unwritable, match=r"^--publish: cannot write to /proc/x"):
        sweep(Launch(config=config, store=str(tmp_path / "store"), workers=1, publish="/proc/x"))
    unplayable = write(tmp_path, race([5, 6]) | {"axes": {"goal": [5, 6], "bust_face": [1, 7]}})
    with pytest.raises(
        InvalidRules,
        match=r"^small/race: goal=5, bust_face=7 and 1 more of 4 cases: bust_face: expected 1 to 6",
    ):
        sweep(Launch(config=unplayable, store=str(tmp_path / "store"), workers=1))
    assert not (tmp_path / "store").exists()


@pytest.mark.long
def test_launch__plans_each_sweep_once(
    config: str, run: Callable[..., list[Outcome]], monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[str] = []

    def counted(sweep: Sweep, *given: Any) -> RunPlan:
        planned.append(sweep.name)
        return make_plan(sweep, *given)

    for module in (flows.look, tasks.room, tasks.work):
        monkeypatch.setattr(module, "make_plan", counted)
    # A new store, one that has all, and one in which all is solved again.
    for options in ({}, {}, {"rerun": Rerun.ALL}):
        run(serial=True, **options)
        assert planned == ["small/race", "small/trio"]
        planned.clear()


def test_launch__is_the_same_with_other_words(config: str, tmp_path: Path) -> None:
    asked = Launch(config=config, store=str(tmp_path / "store"), scheduler="")
    assert asked.where.scheduler is None
    plans = asked.plans
    other = asked.replacing(workers=2, yes=True)
    assert other.plans is plans
    assert other.where.workers == 2
    assert Launch(**other.model_dump(mode="json")) == other


@pytest.mark.long
def test_sweep__with_nothing_to_solve_needs_no_workers(run: Callable[..., list[Outcome]]) -> None:
    run(serial=True)
    # Nobody is there.
    outcomes = run(scheduler=f"tcp://127.0.0.1:{free_port()}")
    assert [(outcome.before, outcome.solved) for outcome in outcomes] == [(8, 0), (9, 0)]
