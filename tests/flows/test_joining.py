"""Workers that join and leave while a sweep runs: it is finished, and nothing that is committed is solved
again.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from distributed import LocalCluster

from configs.load import load
from flows.dask_workers import OnDask
from storage.repository import Store
from storage.schema import DONE
from tasks.plan import MOST_SHARDS
from tests.launchers import answers, check_identical, launcher
from tests.processes import PATIENCE, Process
from tests.services import DaskScheduler, dask_scheduler, dask_worker, prefect_server
from tests.sweeps import solve

# 2000 cases of less than a millisecond.
CONFIG = """
name: joining/race
title: The race to a few points, by die
question: race.pig
axes:
  goal: {from: 2, to: 21}
  sides: {from: 11, to: 20}
  bust_face: {from: 1, to: 10}
keep: [win_probability, value]
"""
# What a worker loads: it notes when it begins with which case, and takes its time.
WATCHING = """
import os, time
from tasks import block

def watching(solve_case):
    def watched(of, case):
        with open({notes!r} + f"/{{os.getpid()}}", "a") as notes:
            print(time.time(), *case.places[0].index, file=notes)
        time.sleep(0.01)
        return solve_case(of, case)

    return watched

# It may be loaded twice in one process.
if block.solve_case.__name__ == "solve_case":
    block.solve_case = watching(block.solve_case)
"""
NAME = "joining/race"
# Between one that leaves and the next that joins, in seconds: a block takes some three.
STAYS = 2.0


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[DaskScheduler]:
    with dask_scheduler(tmp_path / "scheduler") as scheduler:
        yield scheduler


@pytest.mark.long
@pytest.mark.timeout(900)
def test_workers__may_join_and_leave(scheduler: DaskScheduler, tmp_path: Path) -> None:
    config, watching, notes = tmp_path / "joining.yaml", tmp_path / "watching.py", tmp_path / "notes"
    config.write_text(CONFIG)
    notes.mkdir()
    watching.write_text(WATCHING.format(notes=str(notes)))
    preload, left = f"['{watching}']", 0
    with ExitStack() as stack:

        def join() -> Process:
            home = tmp_path / f"worker{time.monotonic_ns()}"
            settings = {"DASK_DISTRIBUTED__WORKER__PRELOAD": preload}
            return stack.enter_context(dask_worker(scheduler.address, home, **settings))

        workers = [join(), join()]
        store = Store.open(str(tmp_path / "store"), create=True)
        api = stack.enter_context(prefect_server(home=tmp_path / "prefect"))
        options = ("--scheduler", scheduler.address)
        process = stack.enter_context(launcher(tmp_path, config, store.url, *options, PREFECT_API_URL=api))
        while process.popen.poll() is None:
            time.sleep(STAYS)
            workers.append(join())
            # One takes its leave; the next is killed with its nanny, as when a machine is lost.
            workers.pop(0).popen.send_signal((signal.SIGTERM, signal.SIGKILL)[left % 2])
            left += 1
        assert process.popen.returncode == 0, process.tail()
    assert left >= 2
    check_solved_until_committed(store, notes)
    (sweep,) = load(str(config))
    right = Store.open(str(tmp_path / "right"), create=True)
    solve(sweep.document(), right)
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
