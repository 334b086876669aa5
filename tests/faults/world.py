"""What a trial happens in: a store, workers and a Prefect server, each of a kind, and launchers among them.

All that launchers start carries the trial's mark, and has the trial's own directory for temporary files. So
what is left behind is found.
"""

import os
import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from urllib.request import Request

from storage.errors import StoreNotFound
from storage.repository import Store
from tests.faults import clock, disk, network
from tests.faults.clock import Clock
from tests.faults.disk import Disk
from tests.faults.network import Host
from tests.history import with_tables
from tests.launchers import Answers, answers, check_honest, has_store, launcher, marked
from tests.postgresql import Database, postgres_program, ready
from tests.processes import Process, Program, direct, free_port
from tests.processes import answers as answering
from tests.services import (
    ObjectStore,
    dask_scheduler_program,
    dask_worker_program,
    object_store_program,
    prefect_server_program,
)

# Names of the directories of a trial.
STORE, COPIES, HOME, FILES, TEMPORARY = "store", "published", "home", "prefect-files", "tmp"
# The only files without which somebody else's process may be in a trial's directories.
PARTIAL = "*.partial"


@dataclass(frozen=True)
class Kind:
    """Of what kind the parts are.

    Parameters
    ----------
    bucket : the store is in an object store, otherwise on disk
    cluster : workers are those of a Dask scheduler, otherwise the launcher's own
    server : "own" for the launcher's own Prefect server, else one that lasts, on "sqlite" or on "postgres"
    small : the directory, of those above, that is a small disk of its own
    apart : the cluster is on another host
    clock : the clock can be set
    """

    bucket: bool = False
    cluster: bool = False
    server: str = "sqlite"
    small: str = ""
    apart: bool = False
    clock: bool = False

    @property
    def possible(self) -> bool:
        """Whether this user may have it here, with the programs that this machine has."""
        return (
            (not self.small or disk.possible())
            and (not self.apart or network.possible())
            and (not self.clock or clock.possible())
        )


PLAIN = Kind()


@dataclass
class Service:
    """A process that can be started again.

    Parameters
    ----------
    program : how it is started
    ready : says whether it answers
    process : the latest
    """

    program: Program
    ready: Callable[[], bool]
    process: Process = field(init=False)

    def start(self, stack: ExitStack) -> None:
        """Start it, and wait until it answers."""
        self.process = stack.enter_context(self.program.started())
        self.process.wait(self.ready)


@dataclass
class World:
    """The parts of a trial.

    Parameters
    ----------
    place : a short path for all its files
    kind : of its parts
    config : what launchers solve
    chance : of all that happens
    stack : ends all
    services : that run, by name
    """

    place: Path
    kind: Kind
    config: Path
    chance: random.Random
    stack: ExitStack = field(default_factory=ExitStack)
    services: dict[str, Service] = field(default_factory=dict)

    def __enter__(self) -> "World":
        for name in (STORE, COPIES, HOME, FILES, TEMPORARY):
            (self.place / name).mkdir(parents=True)
        with ExitStack() as begun:
            begun.push(self.stack)
            if self.kind.small:
                self.stack.callback(self.disk.remove)
                self.disk.make()
            if self.kind.apart:
                self.stack.callback(self.host.remove)
                self.host.make()
            with_tables(self.place / FILES)
            self._start_services()
            begun.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    @cached_property
    def disk(self) -> Disk:
        """The small one."""
        return Disk(self.place / self.kind.small)

    @cached_property
    def host(self) -> Host:
        """The other one."""
        # Of this process, as several may try the same.
        net = 1 + os.getpid() % 254
        return Host(f"faults{net}", net)

    @cached_property
    def clock(self) -> Clock:
        """Of all that the trial starts."""
        clock = Clock(self.place / "clock")
        clock.set(0)
        return clock

    @property
    def address(self) -> str:
        """Where the cluster is."""
        return self.host.there if self.kind.apart else "127.0.0.1"

    @cached_property
    def url(self) -> str:
        """Of the store."""
        return f"s3://{self.objects.bucket}/store" if self.kind.bucket else str(self.place / STORE / "of_it")

    @cached_property
    def objects(self) -> ObjectStore:
        """Where a bucket is."""
        return ObjectStore(f"http://127.0.0.1:{free_port()}", "jeopardice")

    @cached_property
    def scheduler(self) -> tuple[int, int]:
        """Ports of the Dask scheduler and of its dashboard."""
        return free_port(), free_port()

    @cached_property
    def prefect(self) -> int:
        """The port of a server that lasts."""
        return free_port()

    @cached_property
    def settings(self) -> dict[str, str]:
        """Variables of all launchers and workers."""
        own: dict[str, str] = {}
        if self.kind.bucket:
            own |= self.objects.environment
        if self.kind.clock:
            own |= self.clock.environment
        return own

    def launch(self, stack: ExitStack) -> Process:
        """Start a launcher."""
        options = ["--publish", str(self.place / COPIES)]
        if self.kind.cluster:
            options += ["--scheduler", f"tcp://{self.address}:{self.scheduler[0]}"]
        else:
            options += ["--workers", "2"]
        temporary = str(self.place / TEMPORARY)
        settings = {**self.settings, "TMPDIR": temporary, "JEOPARDICE_SCRATCH": temporary}
        settings["PREFECT_HOME"] = str(self.place / FILES)
        if self.kind.server != "own":
            settings["PREFECT_API_URL"] = f"http://127.0.0.1:{self.prefect}/api"
        return stack.enter_context(launcher(self.place / HOME, self.config, self.url, *options, **settings))

    def has_store(self) -> bool:
        """Whether there is a store yet."""
        return has_store(self.url)

    def look(self, right: Answers) -> int:
        """Open the store, if there is one yet, and see that nothing in it is wrong; return how many cases are
        done.
        """
        try:
            return check_honest(self.answers(), right)
        except StoreNotFound:
            return 0

    def answers(self) -> Answers:
        """All that is stored."""
        return answers(Store.open(self.url))

    def left(self) -> list[str]:
        """What is left behind: processes, temporary files, half-written files."""
        processes = [f"process {one.pid} {' '.join(one.cmdline())}" for one in marked(self.place / HOME)]
        temporary = [f"{TEMPORARY}/{path.name}" for path in (self.place / TEMPORARY).iterdir()]
        partial = [str(path.relative_to(self.place)) for path in self.place.rglob(PARTIAL)]
        return [*processes, *temporary, *partial]

    def start(self, *names: str) -> None:
        """Start services again."""
        for name in names:
            self.services[name].start(self.stack)

    def _start_services(self) -> None:
        if self.kind.bucket:
            self._start_objects()
        if self.kind.cluster:
            self._start_cluster()
        if self.kind.server != "own":
            self._start_prefect()

    def _serve(self, name: str, program: Program, ready: Callable[[], bool]) -> None:
        self.services[name] = Service(program, ready)
        self.start(name)

    def _start_objects(self) -> None:
        home = self._home("objects")
        program = object_store_program(self.objects, home, home / "journal")
        self._serve("objects", program, lambda: answering(f"{self.objects.endpoint}/moto-api/"))
        bucket = Request(f"{self.objects.endpoint}/{self.objects.bucket}", method="PUT")
        direct.open(bucket, timeout=30).close()

    def _start_cluster(self) -> None:
        port, dashboard = self.scheduler
        program = dask_scheduler_program(port, dashboard, self._home("scheduler"), self.address)
        self._serve("scheduler", self._there(program), self._healthy(dashboard))
        for number in range(2):
            self._start_worker(f"worker-{number}")

    def _start_worker(self, name: str) -> None:
        scheduler, dashboard = f"tcp://{self.address}:{self.scheduler[0]}", free_port()
        program = dask_worker_program(scheduler, dashboard, self._home(name), self.address, **self.settings)
        self._serve(name, self._there(program), self._healthy(dashboard))

    def _there(self, program: Program) -> Program:
        within = self.host.within([*program.command]) if self.kind.apart else program.command
        return replace(program, command=within)

    def _healthy(self, dashboard: int) -> Callable[[], bool]:
        return lambda: answering(f"http://{self.address}:{dashboard}/health")

    def _start_prefect(self) -> None:
        home, settings = self._home("prefect"), {}
        if self.kind.server == "postgres":
            database = Database(free_port(), "prefect", "prefect", "prefect")
            program = postgres_program(database, self._home("postgres"))
            self._serve("postgres", program, lambda: ready(program))
            settings["PREFECT_SERVER_DATABASE_CONNECTION_URL"] = database.url
        else:
            with_tables(home)
        server = prefect_server_program(self.prefect, home, **settings)
        self._serve("prefect", server, lambda: answering(f"http://127.0.0.1:{self.prefect}/api/ready"))

    def _home(self, name: str) -> Path:
        home = self.place / name
        home.mkdir()
        return home
