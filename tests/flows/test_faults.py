"""Kill a worker, the launcher or the Dask scheduler with -9 at random moments: nothing is lost, lies, hangs
or is left running.

Of each trial it is asked that the store opens, that whenever one looks each case that is done has the right
answer, that the run or the next one finishes, that the result equals an undisturbed one bit by bit, and that
no process outlives the trial. Moments are seeded and spread over the length of an undisturbed run. One that
comes after the run's end is not counted: the trial begins anew, with another moment.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
import xarray as xr

from storage.errors import StoreNotFound
from storage.repository import Store
from tests.launchers import (
    Answers,
    answers,
    check_honest,
    check_identical,
    ended,
    launcher,
    run,
    wait_for_all_to_end,
    workers_of,
)
from tests.processes import Process, free_port
from tests.services import DaskScheduler, dask_scheduler, dask_worker, prefect_server

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

CONFIG = """
name: faults/race
title: Optimal play of the race, by goal
question: race.pig
axes:
  goal: {from: 200, to: 220}
keep: [win_probability, value]
---
name: faults/pairs
title: Best response to two opponents
question: simultaneous.best_response_to_two
parameters: {goal: 90}
axes:
  first_hold_at: {from: 20, to: 25}
  second_hold_at: {from: 20, to: 25}
symmetric: [[first_hold_at, second_hold_at]]
keep: [win_probability, hold_at]
"""
MOMENTS = 10
# Longest wait for a launcher whose scheduler stays dead, and longest time until a scheduler is started again,
# in seconds.
GIVEN_UP_SECONDS, REPAIR_SECONDS = 90.0, 8.0
LOOK_SECONDS = 1.0


@dataclass(frozen=True)
class Undisturbed:
    """A run that nobody disturbed.

    Parameters
    ----------
    config : what it solved
    api : the Prefect server that it told
    right : what it stored
    seconds : from its start to its end
    """

    config: Path
    api: str
    right: Answers
    seconds: float


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Undisturbed]:
    home = tmp_path_factory.mktemp("undisturbed")
    config = home / "faults.yaml"
    config.write_text(CONFIG)
    with prefect_server(home=home / "prefect") as api:
        # The first run compiles, and is not representative.
        run(home, config, str(home / "first"), "--workers", "2", PREFECT_API_URL=api)
        started = time.monotonic()
        run(home, config, str(home / "second"), "--workers", "2", PREFECT_API_URL=api)
        seconds = time.monotonic() - started
        right = answers(Store.open(str(home / "second")))
        check_identical(answers(Store.open(str(home / "first"))), right)
        yield Undisturbed(config, api, right, seconds)


@dataclass
class Trial:
    """A store, and those who write it.

    Parameters
    ----------
    place : directory of its own
    undisturbed : the config, and what must come out
    chance : seeded
    settings : variables of the launchers
    """

    place: Path
    undisturbed: Undisturbed
    chance: random.Random
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Where the store is."""
        return str(self.place / "store")

    def attempts(self) -> Iterator["Trial"]:
        """The trial in a new place for each moment that may be tried."""
        for number in range(MOMENTS):
            yield Trial(self.place / str(number), self.undisturbed, self.chance, self.settings)
        raise AssertionError(
            f"none of {MOMENTS} moments came before the end of a run of {self.undisturbed.seconds:.1f} s"
        )

    def launch(self, stack: ExitStack, *options: str) -> Process:
        """Start a launcher."""
        return stack.enter_context(
            launcher(self.place, self.undisturbed.config, self.url, *options, **self.settings)
        )

    def moment(self, process: Process, share: float = 1.0) -> bool:
        """Wait until a moment within a share of an undisturbed run's length, and look at the store meanwhile;
        false if the run ended.
        """
        until = time.monotonic() + self.chance.uniform(0, share * self.undisturbed.seconds)
        while (left := until - time.monotonic()) > 0 and process.popen.poll() is None:
            if left > LOOK_SECONDS:
                self.look()
            time.sleep(max(0.0, min(LOOK_SECONDS, until - time.monotonic())))
        return process.popen.poll() is None

    def look(self) -> int:
        """Open the store, if there is one yet, and see that nothing in it is wrong; return how many cases are
        done.
        """
        try:
            store = Store.open(self.url)
        except StoreNotFound:
            return 0
        return check_honest(answers(store), self.undisturbed.right)

    def finish(self) -> None:
        """Run once more, and see that everything is there and nobody left."""
        copies = self.place / "published"
        run(
            self.place,
            self.undisturbed.config,
            self.url,
            "--workers",
            "2",
            PREFECT_API_URL=self.undisturbed.api,
        )
        check_identical(answers(Store.open(self.url)), self.undisturbed.right)
        for sweep, right in self.undisturbed.right.items():
            with xr.open_zarr(copies / f"{sweep}.zarr") as copy:
                assert (copy["status"] == right["status"]).all()
        wait_for_all_to_end(self.place)


@pytest.fixture
def trial(undisturbed: Undisturbed, tmp_path: Path, request: pytest.FixtureRequest) -> Trial:
    return Trial(
        tmp_path, undisturbed, random.Random(request.node.name), {"PREFECT_API_URL": undisturbed.api}
    )


def there_are_workers(place: Path) -> bool:
    return bool(workers_of(place))


def wait_until(there: Callable[[], bool], process: Process) -> None:
    """Wait until something is there or the process has ended."""
    while not there() and process.popen.poll() is None:
        time.sleep(0.05)


@pytest.mark.parametrize("seed", range(7))
def test_worker__may_be_killed(trial: Trial, seed: int) -> None:
    for attempt in trial.attempts():
        with ExitStack() as stack:
            process = attempt.launch(stack, "--workers", "2")
            wait_until(partial(there_are_workers, attempt.place), process)
            if not attempt.moment(process, 0.8) or not (workers := workers_of(attempt.place)):
                continue
            trial.chance.choice(workers).kill()
            if process.popen.poll() is not None:
                continue
            assert ended(process) == 0, process.tail()
        check_identical(answers(Store.open(attempt.url)), attempt.undisturbed.right)
        wait_for_all_to_end(attempt.place)
        attempt.finish()
        return


@pytest.mark.parametrize("seed", range(7))
def test_launcher__may_be_killed(trial: Trial, seed: int) -> None:
    if seed % 2:
        # Then it has a Prefect server of its own, which must end with it.
        del trial.settings["PREFECT_API_URL"]
    for attempt in trial.attempts():
        with ExitStack() as stack:
            process = attempt.launch(stack, "--workers", "2")
            if not attempt.moment(process):
                continue
            process.popen.kill()
            process.popen.wait()
            wait_for_all_to_end(attempt.place)
        attempt.look()
        attempt.finish()
        return


class Cluster:
    """A Dask scheduler with two workers, which can be killed and started again at the same address."""

    def __init__(self, home: Path) -> None:
        self.home, self.port = home, free_port()
        self.stack, self.started = ExitStack(), 0
        self.scheduler: DaskScheduler

    def start(self) -> str:
        """Start all; give the address."""
        self.started += 1
        home = self.home / str(self.started)
        self.scheduler = self.stack.enter_context(dask_scheduler(home, self.port))
        for number in range(2):
            self.stack.enter_context(dask_worker(self.scheduler.address, home / str(number)))
        return self.scheduler.address

    def kill(self) -> None:
        """End the scheduler as a crash would."""
        self.scheduler.process.popen.kill()
        self.scheduler.process.popen.wait()

    def close(self) -> None:
        """End all."""
        self.stack.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "cluster")
    try:
        yield cluster
    finally:
        cluster.close()


@pytest.mark.parametrize("seed", range(3))
def test_scheduler__may_be_killed_and_started_again(trial: Trial, cluster: Cluster, seed: int) -> None:
    address = cluster.start()
    for attempt in trial.attempts():
        with ExitStack() as stack:
            process = attempt.launch(stack, "--scheduler", address)
            # The store is made once the scheduler has answered: before that, a launcher is not as patient.
            wait_until(Path(attempt.url).exists, process)
            if not attempt.moment(process, 0.6):
                continue
            cluster.kill()
            if process.popen.poll() is not None:
                cluster.start()
                continue
            time.sleep(trial.chance.uniform(0, REPAIR_SECONDS))
            cluster.start()
            assert ended(process) == 0, process.tail()
        check_identical(answers(Store.open(attempt.url)), attempt.undisturbed.right)
        wait_for_all_to_end(attempt.place)
        attempt.finish()
        return


@pytest.mark.parametrize("seed", range(3))
def test_scheduler__may_be_killed_for_good(trial: Trial, cluster: Cluster, seed: int) -> None:
    address = cluster.start()
    for attempt in trial.attempts():
        with ExitStack() as stack:
            process = attempt.launch(stack, "--scheduler", address)
            if not attempt.moment(process):
                continue
            cluster.kill()
            if process.popen.poll() is not None:
                cluster.start()
                continue
            code = ended(process, GIVEN_UP_SECONDS)
            said = process.log.read_text()
        assert code not in (0, None)
        assert "error: No Dask scheduler answers at " in said, said
        assert "Traceback" not in said, said
        attempt.look()
        wait_for_all_to_end(attempt.place)
        attempt.finish()
        return
