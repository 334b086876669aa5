"""Start a process for a test, wait until it answers, and end it with all that it started."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import psutil

# How long a test waits for what takes seconds: the same machine may be five times as slow an hour later.
PATIENCE = 300.0
STOP_SECONDS = 15.0
# Below what Linux gives to outgoing connections.
PORTS = (15000, 32000)
# A developer's own settings must not leak into a test, nor a test's into the developer's Prefect, nor into
# another test what Dask leaves in a process that has started workers.
FOREIGN = ("PREFECT_", "JEOPARDICE_", "AWS_", "DASK_", "MALLOC_", "PYTHONHASHSEED")


# Whatever proxy there is, it is not for the loopback address.
direct = build_opener(ProxyHandler({}))


class ServiceFailed(RuntimeError):
    """A service ended, or did not answer in time; the message ends with its log."""


@dataclass(frozen=True)
class Process:
    """A started service."""

    name: str
    popen: "subprocess.Popen[bytes]"
    log: Path

    def wait(self, ready: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until the service is ready.

        Raises
        ------
        ServiceFailed
            if it ends before or takes longer than that
        """
        deadline = time.monotonic() + seconds
        while not ready():
            if self.popen.poll() is not None:
                raise ServiceFailed(
                    f"{self.name}: expected to keep running, got exit code"
                    f" {self.popen.returncode}.\n{self.tail()}"
                )
            if time.monotonic() > deadline:
                raise ServiceFailed(
                    f"{self.name}: expected to be ready within {seconds:g} s, got no answer.\n{self.tail()}"
                )
            time.sleep(0.1)

    def tail(self, lines: int = 60) -> str:
        """The end of the log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def kill(self) -> None:
        """End it as a crash would."""
        self.popen.kill()
        self.popen.wait()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask the process to end, then make it, then end what it left behind."""
        if self.popen.returncode is not None:
            # Its number may be another process's by now.
            return
        family = _family(self.popen.pid)
        self.popen.send_signal(how)
        try:
            self.popen.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        for left in family:
            # psutil compares start times, so that a reused process number is not taken for the child.
            if left.is_running():
                left.kill()


@dataclass(frozen=True)
class Program:
    """How a process is started, as often as one likes: the parameters of `started`."""

    name: str
    command: Sequence[str]
    directory: Path
    variables: Mapping[str, str]
    user: int | None = None
    stop: signal.Signals = signal.SIGTERM

    def started(self) -> AbstractContextManager[Process]:
        """Start it."""
        return started(self.name, self.command, self.directory, self.variables, self.user, self.stop)


def environment(home: Path, **settings: str) -> dict[str, str]:
    """The environment of a test's process: Prefect's files under `home`, no telemetry, this interpreter's
    commands first.
    """
    own = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    return {
        **own,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), own.get("PATH", os.defpath)]),
        "NO_PROXY": "127.0.0.1,localhost",
        "DO_NOT_TRACK": "1",
        "PREFECT_HOME": str(home),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "90",
        **settings,
    }


def peak_bytes() -> int:
    """The most memory that this process has had."""
    # Not ru_maxrss: Linux lets a process begin with the peak of the one that started it.
    (peak,) = re.findall(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
    return 1024 * int(peak)


def free_port() -> int:
    """A loopback port that nobody uses. None of those that outgoing connections get: it may be used later."""
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def answers(url: str) -> bool:
    """Whether a GET is answered with success."""
    try:
        with direct.open(url, timeout=5) as response:
            return bool(response.status < 400)
    except OSError:
        return False


@contextmanager
def started(
    name: str,
    command: Sequence[str],
    directory: Path,
    variables: Mapping[str, str],
    user: int | None = None,
    stop: signal.Signals = signal.SIGTERM,
) -> Iterator[Process]:
    """Start a process without waiting for it, and end it.

    Parameters
    ----------
    name : of the log, `directory/name.log`
    command : program and arguments; the program is looked up in the PATH of `variables`
    directory : where it starts
    variables : its whole environment
    user : number of the user and group to run as, this one's if None
    stop : the signal that asks it to end
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.log"
    # Started again, it goes on with the same log.
    with path.open("ab") as log:
        popen = subprocess.Popen(
            command,
            cwd=directory,
            env=dict(variables),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            # Ctrl-C is for the test, which then ends this in order.
            start_new_session=True,
        )
    process = Process(name, popen, path)
    try:
        yield process
    finally:
        process.stop(stop)


def _family(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
