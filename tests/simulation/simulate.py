"""Runs of the real planner, shards and commits with planned faults: `make simulate SEEDS=1000`.

A seed decides who goes on at each storage call, and which calls crash, fail or lose their answers; a store is
on a disk or in a bucket. Run as a script, it tries as many seeds as it is told, from a first one.
"""

import random
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, suppress
from functools import cache
from multiprocessing import get_context
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
from tests.simulation.bucket import in_bucket
from tests.simulation.disk import home, new_store, on_disk
from tests.simulation.invariants import Answers, Reader, Violated, answers, check_each_once
from tests.simulation.seam import Baton, Crash, Fault, Place, Seam
from tests.sweeps import race

# Overlapping cases of one tile, and another layout each.
SWEEPS = (race((4, 5)), race((5, 6)), race((3, 6)))
EXPECTED = (StoreError, InvalidRules, icechunk.IcechunkError, OSError)
# A launcher makes about this many storage calls on a disk, and requests to a bucket.
CALLS, REQUESTS = 60, 95
# One in so many simulations is in a bucket, as it takes two to three times as long.
BUCKETS = 10


def launch(content: dict[str, Any], store: Store) -> None:
    """What a run of a sweep does, without Prefect and Dask."""
    metadata = _metadata()
    work = Work(store, Serial(), dict(metadata))
    plan = make_plan(parse(content), store, Rerun.NEEDED, metadata["run"])
    for shard in work.room(plan, Rerun.NEEDED).shards:
        work.report(shard)


def simulate(
    faults: Sequence[Mapping[int, Fault]],
    draw: random.Random,
    where: AbstractContextManager[Place],
) -> list[list[str]]:
    """Run one launcher for each element, then each again without faults; return the storage calls of each.

    Parameters
    ----------
    faults : of each launcher, by the number of the call
    draw : decides who goes on
    where : `on_disk` or `in_bucket`

    Raises
    ------
    Violated
        if an invariant does not hold
    """
    with where as place:
        return _simulated(place, faults, draw)


def _simulated(place: Place, faults: Sequence[Mapping[int, Fault]], draw: random.Random) -> list[list[str]]:
    sweeps, undisturbed = SWEEPS[: len(faults)], _undisturbed(len(faults))
    reader = Reader(place, sweeps[0], undisturbed)
    baton = Baton(draw, len(faults), reader.look)
    seams = [Seam(baton, number, own) for number, own in enumerate(faults)]
    unexpected: list[BaseException] = []

    def run(number: int) -> None:
        baton.wait(number)
        try:
            with suppress(Crash, *EXPECTED):
                launch(sweeps[number], place.store(number, seams[number]))
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
        try:
            launch(content, Store.open(place.url, create=True))
        except EXPECTED as error:
            raise Violated(f"a run without faults fails: {error}") from error
        reader.look()
    if reader.seen != undisturbed:
        raise Violated(f"the finished sweep has {sorted(reader.seen)}, expected {sorted(undisturbed)}")
    if len(faults) == 1:
        check_each_once(place.url, str(sweeps[0]["name"]))
    return [seam.calls for seam in seams]


def from_seed(seed: int) -> None:
    """One simulation: up to three launchers, with up to two faults each."""
    draw = random.Random(seed)
    bucket = seed % BUCKETS == BUCKETS - 1
    calls, where = (REQUESTS, in_bucket(draw.random() < 0.5)) if bucket else (CALLS, on_disk())
    faults = [
        {draw.randrange(calls): draw.choice(list(Fault)) for _ in range(draw.randrange(3))}
        for _ in range(draw.randint(1, len(SWEEPS)))
    ]
    try:
        simulate(faults, draw, where)
    except BaseException as error:
        error.add_note(f"seed {seed}; again: make simulate FIRST={seed} SEEDS=1")
        raise


@cache
def _metadata() -> dict[str, Any]:
    return run_metadata()


@cache
def _undisturbed(launchers: int) -> Answers:
    url = new_store(f"{home.name}/undisturbed-{launchers}")
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
