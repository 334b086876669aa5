"""All services of docker-compose.yml as local processes, started, kept running and stopped as compose does.

PostgreSQL runs from its programs, and moto stands in for the object store, whose image cannot be run without
Docker. All others are started by the file's own commands with the file's own environment, and asked by its
own health checks.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.compose_file import PROJECT
from tests.postgresql import Database, postgres_program
from tests.processes import PATIENCE, Program, ServiceFailed, answers
from tests.services import ObjectStore, object_store_program
from tests.stack.local import Local
from tests.stack.restarted import Restarted


class Stack:
    """The services, and the processes of those that run: one each, or one for each replica.

    Parameters
    ----------
    local : their commands and addresses
    say : is told of each that is healthy, or has done its work
    """

    def __init__(self, local: Local, say: Callable[[str], object]) -> None:
        self.local, self.say = local, say
        self.running: dict[str, list[Restarted]] = {}
        self._healthy: set[str] = set()
        self._open = ExitStack()
        self.app = local.home / "app"
        _lay_out_app(self.app)

    def up(self, *names: str) -> None:
        """Start these, all if none is named, with what they depend on, and wait until they are healthy."""
        order = self.local.order(*names)
        for name in order:
            for other in self.local.services[name].get("depends_on", {}):
                self._wait(other)
            if self.local.ends(name):
                self.finish(name)
                self.say(f"{name} is done")
            else:
                self._start(name)
        for name in order:
            self._wait(name)

    def down(self) -> None:
        """Stop all, the last started first."""
        self._open.close()

    def finish(self, name: str, *arguments: str, directory: Path | None = None) -> str:
        """Run a service that does one thing to its end; give what it prints.

        Parameters
        ----------
        name : of the service
        arguments : in place of its own
        directory : where it runs, as in the image if None

        Raises
        ------
        ServiceFailed
            if its exit code is not zero
        """
        done = subprocess.run(
            self.local.command(name, *arguments),
            env=self.local.variables(name),
            cwd=directory or self.app,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        )
        if done.returncode:
            raise ServiceFailed(f"{name}: expected success, got exit code {done.returncode}.\n{done.stdout}")
        return done.stdout

    @property
    def database(self) -> Database:
        """That of the Prefect server."""
        account = self.local.services["postgres"]["environment"]
        password = Path(self.local.given("postgres")["POSTGRES_PASSWORD_FILE"]).read_text()
        return Database(self.local.ports[5432], account["POSTGRES_USER"], password, account["POSTGRES_DB"])

    def _start(self, name: str) -> None:
        if name == "object-store":
            self._keep(name, *self._object_store())
        elif name == "postgres":
            self._keep_asked(name, self._postgres(), {})
        elif (replicas := self.local.replicas(name)) == 1:
            self._keep_asked(name, self._program(name, name, {}), {})
        else:
            for number in range(1, replicas + 1):
                ports = self.local.own_ports(name)
                self._keep_asked(name, self._program(name, f"{name}-{number}", ports), ports)

    def _keep_asked(self, name: str, program: Program, ports: Mapping[int, int]) -> None:
        """Keep a service running that is asked by the file's health check."""
        check, variables = self.local.check(name, ports), dict(program.variables)

        def healthy() -> bool:
            return subprocess.run(check, env=variables, capture_output=True).returncode == 0

        self._keep(name, program, healthy)

    def _keep(self, name: str, program: Program, healthy: Callable[[], bool]) -> None:
        kept = self._open.enter_context(Restarted(program, healthy))
        self.running.setdefault(name, []).append(kept)

    def _program(self, name: str, copy: str, ports: Mapping[int, int]) -> Program:
        command = self.local.command(name, ports=ports)
        return Program(copy, command, self.local.home / copy, self.local.variables(name))

    def _postgres(self) -> Program:
        # In a place of its own, as it may have to be another user's.
        place = tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True)
        return postgres_program(self.database, Path(self._open.enter_context(place)))

    def _object_store(self) -> tuple[Program, Callable[[], bool]]:
        store = ObjectStore(f"http://127.0.0.1:{self.local.ports[9000]}", "")
        home = self.local.home / "object-store"
        home.mkdir()
        program = object_store_program(store, home, home / "journal")
        return program, lambda: answers(f"{store.endpoint}/moto-api/")

    def _wait(self, name: str) -> None:
        if name in self._healthy or self.local.ends(name):
            return
        for kept in self.running[name]:
            kept.wait()
        self._healthy.add(name)
        self.say(f"{name} is healthy")


@contextmanager
def running(local: Local, *names: str, say: Callable[[str], object] = lambda _: None) -> Iterator[Stack]:
    """These services, all if none is named, healthy as long as the block lasts.

    Parameters
    ----------
    local : their commands and addresses
    names : of services; what they depend on runs, too
    say : as for `Stack`
    """
    stack = Stack(local, say)
    try:
        stack.up(*names)
        yield stack
    finally:
        stack.down()


def _lay_out_app(app: Path) -> None:
    """What the image has in the directory in which its services start."""

    def not_yaml(directory: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(directory, name).is_file() and not name.endswith(".yaml")]

    shutil.copytree(PROJECT / "configs", app / "configs", ignore=not_yaml)
    shutil.copy(PROJECT / "prefect.yaml", app)
