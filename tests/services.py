"""Start the services that tests need as processes of their own, on free loopback ports, and end them.

Each starter is a context manager that waits until its service answers. A service that does not come up fails
with its log.
"""

import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from urllib.request import Request

from tests.history import with_tables
from tests.processes import (
    Process,
    Program,
    answers,
    direct,
    environment,
    free_port,
)

# As the embedded cluster has them: a worker that waits takes 1 % of a core then, and 9 % by Dask's defaults.
IDLE = {
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "500ms",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "false",
}


@dataclass(frozen=True)
class ObjectStore:
    """An S3 server with an empty bucket."""

    endpoint: str
    bucket: str

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to reach it."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
        }


@dataclass(frozen=True)
class DaskScheduler:
    """A Dask scheduler and its process."""

    port: int
    process: Process

    @property
    def address(self) -> str:
        """As workers and clients take it."""
        return f"tcp://127.0.0.1:{self.port}"


@contextmanager
def prefect_server(
    database_url: str | None = None, home: Path | None = None, **settings: str
) -> Iterator[str]:
    """A Prefect server; gives the address of its API.

    Parameters
    ----------
    database_url : as `Database.url`; SQLite under `home` if None
    home : for Prefect's files and the log; a temporary directory if None
    settings : variables besides
    """
    port = free_port()
    with _directory(home) as directory:
        if database_url is None:
            with_tables(directory)
        else:
            settings["PREFECT_SERVER_DATABASE_CONNECTION_URL"] = database_url
        with prefect_server_program(port, directory, **settings).started() as process:
            process.wait(lambda: answers(f"http://127.0.0.1:{port}/api/ready"))
            yield f"http://127.0.0.1:{port}/api"


def prefect_server_program(port: int, home: Path, **settings: str) -> Program:
    """A Prefect server.

    Parameters
    ----------
    port : where it listens
    home : for Prefect's files and the log
    settings : variables besides
    """
    command = ["prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    return Program("prefect-server", command, home, environment(home, **settings))


@contextmanager
def dask_scheduler(home: Path | None = None, port: int | None = None) -> Iterator[DaskScheduler]:
    """A Dask scheduler, on a free port unless one is given."""
    port, dashboard = port or free_port(), free_port()
    with (
        _directory(home) as directory,
        dask_scheduler_program(port, dashboard, directory).started() as process,
    ):
        process.wait(lambda: answers(f"http://127.0.0.1:{dashboard}/health"))
        yield DaskScheduler(port, process)


def dask_scheduler_program(
    port: int, dashboard: int, home: Path, host: str = "127.0.0.1", **settings: str
) -> Program:
    """A Dask scheduler.

    Parameters
    ----------
    port, dashboard : where it listens, and says that it is healthy
    home : for its files and the log
    host : its address
    settings : variables besides
    """
    command = ["dask", "scheduler", "--host", host, "--port", str(port)]
    command += ["--dashboard-address", f"{host}:{dashboard}"]
    return Program("dask-scheduler", command, home, environment(home, **{**IDLE, **settings}))


@contextmanager
def dask_worker(
    address: str, home: Path | None = None, memory: str = "auto", **settings: str
) -> Iterator[Process]:
    """A Dask worker of one thread with its nanny.

    Parameters
    ----------
    address : of the scheduler
    home : for its files and the log; a temporary directory if None
    memory : what it may use, as Dask takes it
    settings : variables that it needs besides, such as `ObjectStore.environment`
    """
    dashboard = free_port()
    with (
        _directory(home) as directory,
        dask_worker_program(address, dashboard, directory, memory=memory, **settings).started() as process,
    ):
        process.wait(lambda: answers(f"http://127.0.0.1:{dashboard}/health"))
        yield process


@contextmanager
def coming_and_going(
    scheduler: DaskScheduler, home: Path, seconds: float, **settings: str
) -> Iterator[list[Process]]:
    """Two Dask workers, of which one joins and the older one leaves, again and again; gives those that left.

    Parameters
    ----------
    scheduler : theirs
    home : for their files and logs
    seconds : from one that left to the next that joins
    settings : as of `dask_worker`
    """
    left: list[Process] = []
    over = Event()
    with ExitStack() as stack, ThreadPoolExecutor(1) as thread:

        def join() -> Process:
            own = home / f"worker{time.monotonic_ns()}"
            return stack.enter_context(dask_worker(scheduler.address, own, **settings))

        def change(there: list[Process]) -> None:
            while not over.wait(seconds):
                there.append(join())
                # One takes its leave; the next is killed with its nanny, as when a machine is lost.
                there[0].popen.send_signal((signal.SIGTERM, signal.SIGKILL)[len(left) % 2])
                left.append(there.pop(0))

        changing = thread.submit(change, [join(), join()])
        try:
            yield left
        finally:
            over.set()
            changing.result()


def dask_worker_program(
    address: str, dashboard: int, home: Path, host: str = "127.0.0.1", memory: str = "auto", **settings: str
) -> Program:
    """A Dask worker of one thread with its nanny.

    Parameters
    ----------
    address : of the scheduler
    dashboard : where it says that it is healthy
    home : for its files and the log
    host : its address
    memory : what it may use, as Dask takes it
    settings : variables besides
    """
    command = ["dask", "worker", address, "--nworkers=1", "--nthreads=1", "--host", host]
    command += ["--memory-limit", memory]
    command += [f"--dashboard-address={host}:{dashboard}"]
    return Program("dask-worker", command, home, environment(home, **{**IDLE, **settings}))


@contextmanager
def object_store(
    bucket: str = "jeopardice", home: Path | None = None, port: int | None = None
) -> Iterator[ObjectStore]:
    """An S3 server that honours conditional writes, with an empty bucket; without one if the name is
    empty.
    """
    store = ObjectStore(f"http://127.0.0.1:{port or free_port()}", bucket)
    with _directory(home) as directory, object_store_program(store, directory).started() as process:
        process.wait(lambda: answers(f"{store.endpoint}/moto-api/"))
        if bucket:
            direct.open(Request(f"{store.endpoint}/{bucket}", method="PUT"), timeout=30).close()
        yield store


def object_store_program(store: ObjectStore, directory: Path, journal: Path | None = None) -> Program:
    """An S3 server that honours conditional writes.

    Parameters
    ----------
    store : its address; the bucket is not made
    directory : for its log
    journal : a file of all that was written, from which it goes on when it is started again; without one it
        forgets
    """
    script, port = Path(__file__).with_name("object_server.py"), store.endpoint.rpartition(":")[2]
    kept = [] if journal is None else [str(journal)]
    command = [sys.executable, str(script), port, *kept]
    return Program("object-store", command, directory, environment(directory))


@contextmanager
def _directory(home: Path | None) -> Iterator[Path]:
    if home is not None:
        yield home
        return
    with tempfile.TemporaryDirectory(prefix="service-", ignore_cleanup_errors=True) as directory:
        yield Path(directory)
