"""The workers of a Dask scheduler, through one connection that is renewed when it breaks."""

import asyncio
import time
from concurrent.futures import Executor
from contextlib import suppress
from importlib.metadata import version
from threading import Lock
from typing import Any

from distributed import Client, KilledWorker

from flows.cluster.dask_executor import DaskExecutor
from flows.cluster.local_cluster import keys_of
from flows.cluster.lost_workers import unwatch, watch
from flows.cluster.silence import Silence
from flows.terminal.errors import say_error
from tasks.executor import ClusterUnreachable, ConnectionBroke, WorkerHung

# How long a scheduler may be without workers.
WORKER_SECONDS = 60.0
CHECK_SECONDS = 5.0
# How long a worker may take to say which version it has, while it solves a block besides.
ANSWER_SECONDS = 20.0
POLL_SECONDS = 0.1
# One that worked may be that of a scheduler that is just being started again.
CONTACT_SECONDS = 30.0


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
        self._silence: Silence | None = None
        self._checked = self._worked = time.monotonic()
        self._given_up = ""

    def executor(self, seconds: float = 0.0) -> Executor:
        """An executor on a client that is connected to a scheduler with workers.

        Parameters
        ----------
        seconds : that the longest of its calls is thought to take
        """
        client, silence = self._connected(CONTACT_SECONDS)
        try:
            # A cluster that adapts has no workers as long as there is nothing to do.
            something = None if client.nthreads() else client.submit(version, "jeopardice", pure=False)
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
            del something
            _check_workers(client)
        except TimeoutError:
            raise self._give_up(self._no_worker) from None
        except OSError as error:
            raise self._broke(error) from None
        return DaskExecutor(client, silence, seconds)

    def client(self, seconds: float = CONTACT_SECONDS) -> Client:
        """The client, connected within so many seconds."""
        return self._connected(seconds)[0]

    def _connected(self, seconds: float) -> tuple[Client, Silence]:
        """The client, and who looks whether its workers give anything back."""
        with self._lock:
            if self._given_up:
                raise ClusterUnreachable(self._given_up)
            # The client itself looks for its scheduler for a while; closed before that, it might leave
            # futures that never end.
            while self._client is not None and self._client.status == "connecting":
                time.sleep(POLL_SECONDS)
            if self._client is None or self._silence is None or self._client.status != "running":
                self.close()
                try:
                    security = keys_of(self.address)
                    self._client = Client(
                        self.address,
                        security=security,
                        set_as_default=False,
                        name="jeopardice",
                        timeout=seconds,
                    )
                except (OSError, TimeoutError, ValueError) as error:
                    raise self._give_up(
                        f"No Dask scheduler answers at {self.address} within {seconds:g} s"
                        f" ({type(error).__name__}). Start one with `dask scheduler`, or leave --scheduler"
                        " out."
                    ) from None
                watch(self._client)
                self._silence = Silence(self._client)
            return self._client, self._silence

    @property
    def dashboard(self) -> str:
        """Address of the Dask dashboard."""
        return str(self.client().dashboard_link)

    def check(self) -> None:
        """Look at the scheduler every CHECK_SECONDS: it answers, has had workers within WORKER_SECONDS, and
        these give something back.
        """
        with self._lock:
            if time.monotonic() - self._checked < CHECK_SECONDS:
                return
            self._checked = time.monotonic()
            if self._client is None or self._silence is None or self._client.status != "running":
                raise self._broke(self._client and self._client.status)
            try:
                working = self._client.nthreads()
                self._silence.look()
            except OSError as error:
                raise self._broke(error) from None
            if working:
                self._worked = time.monotonic()
            elif time.monotonic() - self._worked > WORKER_SECONDS:
                raise self._give_up(self._no_worker)

    def lost(self, error: BaseException) -> bool:
        """Dask says so once a block has taken down as many workers as are allowed, or had them hang."""
        return isinstance(error, KilledWorker | WorkerHung)

    def close(self) -> None:
        """Disconnect."""
        if self._client is not None:
            unwatch(self._client)
            self._client.close(timeout=2)
            self._client = None

    @property
    def _no_worker(self) -> str:
        return (
            f"The Dask scheduler at {self.address} has had no worker for {WORKER_SECONDS:g} s."
            f" Start one: dask worker {self.address}"
        )

    def _give_up(self, text: str) -> ClusterUnreachable:
        self._given_up = text
        return ClusterUnreachable(text)

    def _broke(self, got: object) -> ConnectionBroke:
        return ConnectionBroke(
            f"The connection to the Dask scheduler at {self.address} broke: {got!r}. Check that it runs, then"
            " run the same command again."
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
                f"The worker {worker} does not have jeopardice {ours}: {theirs!r}. Start workers where this"
                " version is installed."
            )
    if silent:
        say_error(
            "warning",
            f"No answer within {ANSWER_SECONDS:g} s from these workers: {', '.join(silent)}. Continuing"
            " without them.",
        )
        with suppress(TimeoutError):
            client.sync(client.retire_workers, silent, callback_timeout=ANSWER_SECONDS)
        client.wait_for_workers(1, timeout=WORKER_SECONDS)


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
