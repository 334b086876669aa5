"""The workers of a Dask scheduler, through one connection that is renewed when it breaks."""

import asyncio
import logging
import math
import time
from concurrent.futures import Executor
from contextlib import suppress
from importlib.metadata import version
from threading import Lock
from typing import Any

from distributed import Client
from distributed.comm.core import FatalCommClosedError

from flows.cluster.asking import asked
from flows.cluster.dask_executor import DaskExecutor
from flows.cluster.events import unwatch, watch
from flows.cluster.local_cluster import keys_of
from flows.cluster.memory_limits import memory_limits, with_enough
from flows.cluster.overtime import end_late_cases
from flows.cluster.pending_calls import PendingCalls
from flows.cluster.silence import Silence
from flows.terminal.errors import say_error
from tasks.executor import ClusterUnreachable, ConnectionBroke

# Longest time that a scheduler may have no workers.
WORKER_SECONDS = 60.0
CHECK_SECONDS = 5.0
# Longest time for a worker to report its version, while it solves a block.
ANSWER_SECONDS = 20.0
POLL_SECONDS = 0.1
# Longest time to connect again, as the scheduler may be restarting.
CONTACT_SECONDS = 30.0


class OnDask:
    """Blocks run on the workers of a scheduler, through one client that is renewed if its connection breaks.

    If one caller has waited in vain, all give up: a hundred shards must not wait one after the other.

    Parameters
    ----------
    address : address of the scheduler
    case_timeout : seconds that a case may take; None for as long as it likes
    """

    one_by_one = False

    def __init__(self, address: str, case_timeout: float | None = None) -> None:
        self.address, self.case_timeout = address, case_timeout
        self._lock = Lock()
        self._calls = PendingCalls()
        self._client: Client | None = None
        self._silence: Silence | None = None
        self._checked = self._worked = time.monotonic()
        self._given_up = ""
        # What becomes of the connection is told here; Dask tells it once more, with tracebacks.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)

    def executor(self, seconds: float = 0.0, memory: float = 0.0) -> Executor:
        """An executor on a client that is connected to a scheduler with workers.

        Parameters
        ----------
        seconds : estimated seconds of the longest of its calls
        memory : bytes that the largest of its calls takes
        """
        client = self.client()
        try:
            # An adaptive cluster has no workers as long as there is nothing to do.
            something = None if client.nthreads() else client.submit(version, "jeopardice", pure=False)
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
            del something
            _check_workers(client)
            limits = memory_limits(client)
        except TimeoutError:
            raise self._give_up(self._no_worker) from None
        except OSError as error:
            raise self._broke(error) from None
        return DaskExecutor(client, self._calls, seconds, with_enough(limits, memory))

    def most_memory(self) -> float | None:
        """Return the limit of the worker with most memory; None if none is known, or one has no limit."""
        most = max(memory_limits(self.client()).values(), default=math.inf)
        return None if math.isinf(most) else most

    def client(self, seconds: float = CONTACT_SECONDS) -> Client:
        """The client, connected within this many seconds."""
        with self._lock:
            if self._given_up:
                raise ClusterUnreachable(self._given_up)
            # The client itself tries to reconnect for a while; closed before that, it might leave futures
            # that never complete.
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
                except FatalCommClosedError:
                    raise self._give_up(
                        f"The Dask scheduler at {self.address} has other keys. Name those of its cluster, as"
                        " for its workers."
                    ) from None
                except (OSError, TimeoutError, ValueError) as error:
                    raise self._give_up(
                        f"No Dask scheduler answers at {self.address} within {seconds:g} s"
                        f" ({type(error).__name__}). Start one with `dask scheduler`, or leave --scheduler"
                        " out."
                    ) from None
                watch(self._client, self._calls)
                self._silence = Silence(self._client, self._calls)
            return self._client

    @property
    def dashboard(self) -> str:
        """Address of the Dask dashboard."""
        return str(self.client().dashboard_link)

    def check(self) -> None:
        """Check every CHECK_SECONDS that the scheduler answers, has had workers within WORKER_SECONDS, and
        that these return results.
        """
        with self._lock:
            if time.monotonic() - self._checked < CHECK_SECONDS:
                return
            self._checked = time.monotonic()
            if self._client is None or self._silence is None or self._client.status != "running":
                raise self._broke(self._client and self._client.status)
            try:
                working = self._client.nthreads()
                self._look(self._client, self._silence)
            except OSError as error:
                raise self._broke(error) from None
            if working:
                self._worked = time.monotonic()
            elif time.monotonic() - self._worked > WORKER_SECONDS:
                raise self._give_up(self._no_worker)

    def _look(self, client: Client, silence: Silence) -> None:
        """Look for workers that hang and for cases that are late. A scheduler that is too busy to answer is
        asked again at the next check.
        """
        # A TimeoutError is an OSError, too, and would be taken for a broken connection.
        try:
            processing = asked(client, client.processing)
            end_late_cases(client, self._calls, processing, self.case_timeout)
            silence.look(processing)
        except TimeoutError:
            # Without an answer nobody is silent.
            silence.forget()

    def working(self) -> dict[str, str]:
        """Return what each worker had at the last check."""
        silence = self._silence
        return {} if silence is None else silence.working()

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
    """Refuse workers with another version of Jeopardice, or without it: they could not unpickle what they
    receive, and nobody would see their error.

    A worker that does not answer is removed: its connection is open, so Dask would give it blocks and wait
    for minutes.
    """
    ours = version("jeopardice")
    silent = []
    for worker, theirs in client.sync(_versions, client).items():
        if isinstance(theirs, TimeoutError):
            silent.append(worker)
        # Any other connection error is that of a worker that has just died, and its nanny starts another.
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
