"""Workers that join and leave while a sweep runs: it is finished, and nothing that is committed is solved
again.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from distributed import LocalCluster

import tasks.plan
from flows.cluster.dask_workers import OnDask
from storage.repository import Store
from storage.schema import DONE
from tasks.plan import MOST_SHARDS, SHARDS_AT_ONCE
from tasks.rerun import Rerun
from tasks.room import run_metadata
from tasks.work import Work
from tests.launchers import answers, check_identical
from tests.processes import PATIENCE
from tests.services import DaskScheduler, coming_and_going, dask_scheduler
from tests.sweeps import planned, solve

NAME = "joining/race"
# 2000 cases of less than a millisecond.
CONTENT = {
    "name": NAME,
    "title": "The race to a few points, by die",
    "question": "race.pig",
    "axes": {"goal": list(range(2, 22)), "sides": list(range(11, 21)), "bust_face": list(range(1, 11))},
    "keep": ["win_probability", "value"],
}
# What a worker loads: it notes when it begins with the cases of a block, and takes its time for each. A block
# that it has begun with it works off, though it was told to leave and another worker has that block now.
WATCHING = """
import os, time
from tasks import block

def noting(solve_cases):
    def noted(of):
        with open({notes!r} + f"/{{os.getpid()}}", "a") as notes:
            now = time.time()
            notes.writelines(" ".join(map(str, (now, *case.places[0].index))) + "\\n" for case in of.cases)
        return solve_cases(of)

    return noted

def slow(solve_case):
    def slowly(of, case):
        time.sleep(0.01)
        return solve_case(of, case)

    return slowly

# It may be loaded twice in one process.
if block.solve_case.__name__ == "solve_case":
    block.solve_cases, block.solve_case = noting(block.solve_cases), slow(block.solve_case)
"""
# Between one that leaves and the next that joins, in seconds: a block takes some three.
STAYS = 2.0


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[DaskScheduler]:
    with dask_scheduler(tmp_path / "scheduler") as scheduler:
        yield scheduler


@pytest.mark.long
@pytest.mark.timeout(900)
def test_workers__may_join_and_leave(
    scheduler: DaskScheduler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.plan, "BLOCK_SECONDS", 0.3)
    monkeypatch.setattr(tasks.plan, "SHARD_SECONDS", 0.6)
    watching, notes = tmp_path / "watching.py", tmp_path / "notes"
    notes.mkdir()
    watching.write_text(WATCHING.format(notes=str(notes)))
    store = Store.open(str(tmp_path / "store"), create=True)
    work = Work(store, OnDask(scheduler.address), run_metadata())
    settings = {"DASK_DISTRIBUTED__WORKER__PRELOAD": f"['{watching}']"}
    with (
        coming_and_going(scheduler, tmp_path, STAYS, **settings) as left,
        ThreadPoolExecutor(1 + SHARDS_AT_ONCE) as threads,
    ):
        plan = planned(CONTENT, store)
        work.begin(plan, Rerun.NEEDED, threads)
        reports = [work.report(shard) for shard in plan.shards]
        assert sum(report.solved for report in reports) == plan.sweep.size
    assert len(left) >= 2
    check_solved_until_committed(store, notes)
    right = Store.open(str(tmp_path / "right"), create=True)
    solve(CONTENT, right)
    check_identical(answers(store), answers(right))


def check_solved_until_committed(store: Store, notes: Path) -> None:
    """Every case was committed once, and nobody began with it afterwards."""
    committed: dict[tuple[int, ...], float] = {}
    commits = [commit for commit in reversed(store.history(NAME)) if ": shard " in commit.message]
    assert len(commits) <= MOST_SHARDS
    for commit in commits:
        done = np.argwhere(store.records(NAME, commit.id)["status"].values == DONE)
        for index in map(tuple, done.tolist()):
            committed.setdefault(index, commit.time.timestamp())
    told = [int(commit.message.split(", ")[1].removesuffix(" done")) for commit in commits]
    assert sum(told) == len(committed) == 2000
    begun = [line.split() for path in notes.iterdir() for line in path.read_text().splitlines()]
    assert len(begun) >= 2000
    again = [index for when, *index in begun if float(when) > committed[tuple(map(int, index))]]
    assert not again


@pytest.mark.long
def test_cluster__that_adapts_starts_workers_for_a_run() -> None:
    with LocalCluster(
        n_workers=0, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", silence_logs=False
    ) as cluster:
        cluster.adapt(minimum=0, maximum=1)
        workers = OnDask(str(cluster.scheduler_address))
        try:
            assert workers.executor().submit(abs, -3).result(PATIENCE) == 3
        finally:
            workers.close()
