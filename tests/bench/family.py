"""What each process of a run takes: its launcher, its Prefect server, its workers."""

import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil

from tests.bench.processes import Failed, jeopardice, variables

# How often all processes are looked at, in seconds: the last of what each takes goes uncounted.
LOOK = 0.1
SERVER, WORKER = "flows.prefect_api.process", "forkserver"


def watched(words: tuple[str, ...], directory: Path) -> dict[str, float]:
    """Wall time of a call of `jeopardice`, and of each kind of its processes the processor time, in seconds,
    and the most memory that one of them has at a time, in megabytes of 10**6 bytes.

    Parameters
    ----------
    words : what stands behind `jeopardice`
    directory : where it is called

    Raises
    ------
    Failed
        if it ends with an error
    """
    spent: dict[int, tuple[str, float]] = {}
    most: dict[str, int] = {}
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as said:
        ours, settings = jeopardice(*words), variables(directory)
        with subprocess.Popen(ours, cwd=directory, env=settings, stdout=said, stderr=said) as launcher:
            family = psutil.Process(launcher.pid)
            while launcher.poll() is None:
                with suppress(psutil.NoSuchProcess):
                    for one in (family, *family.children(recursive=True)):
                        times, memory = one.cpu_times(), one.memory_info().rss
                        # One that has ended and is still listed has no words any more.
                        if command := one.cmdline():
                            kind = _kind(command, one.pid == launcher.pid)
                            spent[one.pid] = kind, times.user + times.system
                            most[kind] = max(most.get(kind, 0), memory)
                with suppress(subprocess.TimeoutExpired):
                    launcher.wait(LOOK)
        wall = time.perf_counter() - start
        if launcher.returncode:
            said.seek(0)
            raise Failed(f"{' '.join(words)}: expected success, got {launcher.returncode}.\n{said.read()}")
    found = {"wall, s": wall}
    for kind in ("launcher", "server", "workers"):
        found[f"CPU of {kind}, s"] = sum(seconds for whose, seconds in spent.values() if whose == kind)
        found[f"memory of {kind}, MB"] = most.get(kind, 0) / 1e6
    return found


def _kind(command: list[str], launching: bool) -> str:
    """What a process is for."""
    if launching:
        return "launcher"
    if SERVER in command:
        return "server"
    # A worker has the words of the process that it was forked from, which imports for all of them.
    return "workers" if any(WORKER in word for word in command) else "others"
