"""The only place that knows where blocks run: in this process, on a local Dask cluster, or on one that is
there already.
"""

import asyncio
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from multiprocessing import resource_tracker
from threading import Lock
from typing import Any

import dask
from distributed import Client, KilledWorker, LocalCluster, Security

from flows.dask_executor import DaskExecutor
from flows.errors import say_error
from flows.places import Where
from tasks.executor import ConnectionBroke, InProcess, Workers

# An embedded block may take one worker down by bad luck; the second time its cases are tried one by one.
SETTINGS = {
    "distributed.scheduler.allowed-failures": 1,
    "distributed.comm.timeouts.connect": "20s",
    # A worker that died and is not back within this time is given up for good; on a busy machine Dask's 15
    # seconds are no time to start in.
    "distributed.deploy.lost-worker-timeout": "1h",
    "distributed.worker.daemon": True,
    # Else the stacks of the scheduler, which is in this process, and of each worker are looked at a hundred
    # times a second, for a page that is open hardly ever.
    "distributed.worker.profile.enabled": False,
    # A worker that stops without dying gives up its blocks after this time instead of five minutes.
    "distributed.scheduler.worker-ttl": "1 minute",
    # Kernels take and give back some 10 MB a case; handing them to the system each time, as Dask would have
    # it, doubles the time.
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 2**30,
    "distributed.nanny.pre-spawn-environ.MALLOC_MMAP_THRESHOLD_": 2**30,
}
PATIENCE = 60.0
START_ATTEMPTS = 3
CHECK_SECONDS = 5.0
# How long a worker may take to say which version it has, while it solves a block besides.
ANSWER_SECONDS = 20.0
POLL_SECONDS = 0.1
# A wrong address should not keep anybody waiting; one that worked may be that of a scheduler that is just
# being started again.
FIRST_CONTACT_SECONDS, CONTACT_SECONDS = 10.0, 30.0

# What it takes to be heard by the clusters that this process started, by address; in memory only.
_keys: dict[str, Security] = {}


class ClusterUnreachable(RuntimeError):
    """There is no Dask scheduler, or none with workers, and waiting was given up: no connection error, which
    might pass.
    """


class Serial:
    """Blocks run in this process, one after the other: recorded seconds are those of the case alone, and a
    debugger sees one thread.
    """

    one_by_one = True

    def executor(self) -> Executor:
        """One that runs at once."""
        return InProcess()

    def check(self) -> None:
        """This process works as long as it lives."""

    def lost(self, error: BaseException) -> bool:
        """A block that takes its process down takes this one down."""
        return False


class OnDask:
    """Blocks run on the workers of a scheduler, through one client that is renewed when its connection broke.

    Who waited in vain gives up for all: a hundred shards must not wait one after the other.

    Parameters
    ----------
    address : of the scheduler
    """

    one_by_one = False

    def __init__(self, address: str) -> None:
        self.address = address
        self._lock = Lock()
        self._client: Client | None = None
        self._checked = self._worked = time.monotonic()
        self._given_up = ""

    def executor(self) -> Executor:
        """An executor on a client that is connected to a scheduler with workers."""
        client = self.client()
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            _check_workers(client)
        except TimeoutError:
            raise self._give_up(self._no_worker) from None
        except OSError as error:
            raise self._broke(error) from None
        return DaskExecutor(client)

    def client(self, seconds: float = CONTACT_SECONDS) -> Client:
        """The client, connected within so many seconds."""
        with self._lock:
            if self._given_up:
                raise ClusterUnreachable(self._given_up)
            # The client itself looks for its scheduler for a while; closed before that, it might leave
            # futures that never end.
            while self._client is not None and self._client.status == "connecting":
                time.sleep(POLL_SECONDS)
            if self._client is None or self._client.status != "running":
                self.close()
                try:
                    security = _keys.get(self.address)
                    self._client = Client(
                        self.address,
                        security=security,
                        set_as_default=False,
                        name="jeopardice",
                        timeout=seconds,
                    )
                except (OSError, TimeoutError, ValueError) as error:
                    raise self._give_up(
                        f"scheduler: expected a Dask scheduler, got none within {seconds:g} s"
                        f" ({self.address}: {type(error).__name__}). Start one with `dask scheduler`, or"
                        " leave --scheduler out."
                    ) from None
            return self._client

    @property
    def dashboard(self) -> str:
        """Address of the Dask dashboard."""
        return str(self.client().dashboard_link)

    def check(self) -> None:
        """Look at the scheduler every CHECK_SECONDS: it answers, and has had workers within PATIENCE."""
        with self._lock:
            if time.monotonic() - self._checked < CHECK_SECONDS:
                return
            self._checked = time.monotonic()
            if self._client is None or self._client.status != "running":
                raise self._broke(self._client and self._client.status)
            try:
                working = self._client.nthreads()
            except OSError as error:
                raise self._broke(error) from None
            if working:
                self._worked = time.monotonic()
            elif time.monotonic() - self._worked > PATIENCE:
                raise self._give_up(self._no_worker)

    def lost(self, error: BaseException) -> bool:
        """Dask says so once a block has taken down as many workers as are allowed."""
        return isinstance(error, KilledWorker)

    def close(self) -> None:
        """Disconnect."""
        if self._client is not None:
            self._client.close(timeout=2)
            self._client = None

    @property
    def _no_worker(self) -> str:
        return (
            f"scheduler: expected a worker within {PATIENCE:g} s, got none ({self.address}). Start one: dask"
            f" worker {self.address}"
        )

    def _give_up(self, text: str) -> ClusterUnreachable:
        self._given_up = text
        return ClusterUnreachable(text)

    def _broke(self, got: object) -> ConnectionBroke:
        return ConnectionBroke(
            f"scheduler: expected a connection, got {got!r} ({self.address}). Look whether it runs, and run"
            " again."
        )


def _check_workers(client: Client) -> None:
    """Refuse workers that have another Jeopardice or none: they could not even read what they are sent, and
    would say so to nobody.

    One that does not answer is sent away: its connection is open, so that Dask would hand it blocks and wait
    for minutes.
    """
    ours = version("jeopardice")
    silent = []
    for worker, theirs in client.sync(_versions, client).items():
        if isinstance(theirs, TimeoutError):
            silent.append(worker)
        # Any other error of a connection is that of a worker that has died just now, and its nanny is
        # starting another.
        elif theirs != ours and not isinstance(theirs, OSError):
            raise ClusterUnreachable(
                f"worker {worker}: expected jeopardice {ours}, got {theirs!r}. Start workers where this"
                " version is installed."
            )
    if silent:
        say_error(
            "warning",
            f"workers: expected answers within {ANSWER_SECONDS:g} s, got none ({', '.join(silent)}). Going on"
            " without.",
        )
        with suppress(TimeoutError):
            client.sync(client.retire_workers, silent, callback_timeout=ANSWER_SECONDS)
        client.wait_for_workers(1, timeout=PATIENCE)


async def _versions(client: Client) -> dict[str, object]:
    """The version of each worker, or the error of asking it."""

    async def asked(worker: str) -> object:
        try:
            answers = await asyncio.wait_for(
                client.run(version, "jeopardice", workers=[worker], on_error="return"), ANSWER_SECONDS
            )
            return answers[worker]
        except OSError as error:
            return error

    scheduler: Any = client.scheduler
    workers = list((await scheduler.identity(n_workers=-1))["workers"])
    return dict(zip(workers, await asyncio.gather(*map(asked, workers)), strict=True))


def local_cluster(workers: int | None) -> LocalCluster:
    """Start a Dask cluster on this machine: processes of one thread, restarted by nannies, that only this
    process can talk to.

    Raises
    ------
    ClusterUnreachable
        if workers died START_ATTEMPTS times while they started
    """
    dask.config.set(SETTINGS)
    _start_tracker()
    # Ctrl-C goes to all processes of a terminal; the workers' threads and processes inherit that they do not
    # hear it.
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return _started(workers or os.cpu_count() or 1)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _start_tracker() -> None:
    """Start the process that multiprocessing brings along with the first that it starts, and that clears up
    after this one.
    """
    # Started later, it would hear Ctrl-C from then on, whatever was said before. It is at its place when this
    # process ends at once, after a second Ctrl-C; that there was something to clear up then would be the last
    # line that the user reads.
    quiet, before = "ignore:resource_tracker:UserWarning", os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, [before, quiet]))
    resource_tracker.ensure_running()
    if before is None:
        del os.environ["PYTHONWARNINGS"]
    else:
        os.environ["PYTHONWARNINGS"] = before


def _started(workers: int) -> LocalCluster:
    """A nanny restarts a worker that dies, but one that dies while it starts takes the whole start along."""
    # A scheduler runs whatever it is sent as the user who started it, and any user of this machine reaches
    # the loopback address.
    keys = Security.temporary()
    for _ in range(START_ATTEMPTS):
        try:
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
                # Workers load Numba before the first block comes, and whatever the user's Dask settings name.
                preload=["tasks.warm", *dask.config.get("distributed.worker.preload")],
                security=keys,
            )
        except RuntimeError as error:
            found = error
        else:
            _keys[str(cluster.scheduler_address)] = keys
            return cluster
    raise ClusterUnreachable(
        f"workers: expected {workers} to start, got {found} in {START_ATTEMPTS} attempts. Is there enough"
        " memory?"
    )


@contextmanager
def open_workers(where: Where, say: Callable[[str], None] | None = None) -> Iterator[Workers]:
    """The workers of a place, for as long as the block lasts.

    Parameters
    ----------
    where : the place
    say : is called with the address of the dashboard of a cluster that is started here

    Raises
    ------
    ClusterUnreachable
        if nobody answers at the scheduler's address
    """
    if where.serial:
        yield Serial()
        return
    with ExitStack() as closing:
        address = where.scheduler
        if address is None:
            cluster = local_cluster(where.workers)
            closing.callback(_close, cluster)
            address = str(cluster.scheduler_address)
            if say is not None:
                say(str(cluster.dashboard_link))
        workers = OnDask(address)
        closing.callback(workers.close)
        workers.client(FIRST_CONTACT_SECONDS)
        yield workers


def _close(cluster: LocalCluster) -> None:
    """All is committed by then: what goes wrong is said, and is no error of the run."""
    try:
        cluster.close(timeout=5)
    except Exception as error:
        say_error(
            "warning", f"the local Dask cluster did not close cleanly ({type(error).__name__}: {error})."
        )
