"""Runs of the real planner, shards and commits with planned faults: `make simulate SEEDS=1000`.

A seed decides who goes on at each storage call, and which calls crash, fail or lose their answers. Run as a
script, it tries as many seeds as it is told, from a first one.
"""

import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import icechunk

from configs.load import parse
from flows.cluster.workers import Serial
from solvers.errors import InvalidRules
from storage.errors import StoreError
from storage.repository import Store
from tasks.plan import make_plan
from tasks.rerun import Rerun
from tasks.room import run_metadata
from tasks.work import Work
from tests.simulation.invariants import Answers, Reader, Violated, answers, check_each_once
from tests.simulation.seam import Baton, Crash, Fault, Seam, SimulatedStore
from tests.sweeps import race

# Overlapping cases of one tile, and another layout each.
SWEEPS = (race((4, 5)), race((5, 6)), race((3, 6)))
EXPECTED = (StoreError, InvalidRules, icechunk.IcechunkError, OSError)
# A launcher makes about this many storage calls.
CALLS = 60
_home = tempfile.TemporaryDirectory(
    prefix="jeopardice-simulated-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None
)


def launch(content: dict[str, Any], store: Store) -> None:
    """What a run of a sweep does, without Prefect and Dask."""
    metadata = _metadata()
    work = Work(store, Serial(), dict(metadata))
    plan = make_plan(parse(content), store, Rerun.NEEDED, metadata["run"])
    for shard in work.room(plan, Rerun.NEEDED).shards:
        work.report(shard)


def simulate(faults: Sequence[Mapping[int, Fault]], draw: random.Random) -> list[list[str]]:
    """Run one launcher for each element, then each again without faults; return the storage calls of each.

    Parameters
    ----------
    faults : of each launcher, by the number of the call
    draw : decides who goes on

    Raises
    ------
    Violated
        if an invariant does not hold
    """
    place = tempfile.mkdtemp(dir=_home.name)
    try:
        url = f"{place}/store"
        shutil.copytree(_empty(), url)
        return _simulated(url, faults, draw)
    finally:
        shutil.rmtree(place)


def _simulated(url: str, faults: Sequence[Mapping[int, Fault]], draw: random.Random) -> list[list[str]]:
    sweeps, undisturbed = SWEEPS[: len(faults)], _undisturbed(len(faults))
    reader = Reader(url, sweeps[0], undisturbed)
    baton = Baton(draw, len(faults), reader.look)
    seams = [Seam(baton, number, own) for number, own in enumerate(faults)]
    unexpected: list[BaseException] = []

    def run(number: int) -> None:
        baton.wait(number)
        try:
            with suppress(Crash, *EXPECTED):
                launch(sweeps[number], SimulatedStore(url, seams[number]))
        except BaseException as error:
            unexpected.append(error)
        finally:
            baton.end(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(faults))]
    for thread in threads:
        thread.start()
    baton.start()
    for thread in threads:
        thread.join()
    if unexpected:
        raise unexpected[0]
    reader.look()
    for content in sweeps:
        launch(content, Store.open(url))
        reader.look()
    if reader.seen != undisturbed:
        raise Violated(f"the finished sweep has {sorted(reader.seen)}, expected {sorted(undisturbed)}")
    if len(faults) == 1:
        check_each_once(url, str(sweeps[0]["name"]))
    return [seam.calls for seam in seams]


def from_seed(seed: int) -> None:
    """One simulation: up to three launchers, with up to two faults each."""
    draw = random.Random(seed)
    faults = [
        {draw.randrange(CALLS): draw.choice(list(Fault)) for _ in range(draw.randrange(3))}
        for _ in range(draw.randint(1, len(SWEEPS)))
    ]
    try:
        simulate(faults, draw)
    except BaseException as error:
        error.add_note(f"seed {seed}; again: make simulate FIRST={seed} SEEDS=1")
        raise


@cache
def _metadata() -> dict[str, Any]:
    return run_metadata()


@cache
def _empty() -> Path:
    place = Path(_home.name) / "empty"
    Store.open(str(place), create=True)
    return place


@cache
def _undisturbed(launchers: int) -> Answers:
    url = f"{_home.name}/undisturbed-{launchers}"
    shutil.copytree(_empty(), url)
    for content in SWEEPS[:launchers]:
        launch(content, Store.open(url))
    return answers(url, SWEEPS[0])


def main(first: int, seeds: int) -> None:
    """Try seeds on all cores, and say how many a minute."""
    started = time.monotonic()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for _ in pool.map(from_seed, range(first, first + seeds), chunksize=20):
            pass
    minutes = (time.monotonic() - started) / 60
    print(f"{seeds} simulations, {seeds / minutes:.0f} a minute: every invariant holds")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
