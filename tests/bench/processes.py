"""Whole processes, from Enter to the prompt."""

import math
import re
import resource
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from tests.processes import environment

HOUSE = Path(__file__).parents[2]
# The greatest that a process has ever had in memory; what `wait4` says counts its parent's, too.
PEAK = Path("/proc/self/status")


class Failed(RuntimeError):
    """A command did not do what was to be measured."""


def variables(directory: Path) -> dict[str, str]:
    """The environment of a measured process: this checkout, Prefect's files in the directory."""
    return environment(directory / "prefect", PYTHONPATH=str(HOUSE), COLUMNS="100")


def finish(command: list[str], directory: Path, **more: str) -> str:
    """Run a command to its end in a directory, and return what it printed.

    Parameters
    ----------
    command : program and arguments
    directory : where it runs
    more : variables of its environment

    Raises
    ------
    Failed
        if it ends with an error
    """
    done = subprocess.run(
        command, cwd=directory, env=variables(directory) | more, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{' '.join(command[1:])}: expected success, got {done.returncode}.\n{done.stderr}")
    return done.stdout


def jeopardice(*words: str) -> list[str]:
    """The command of this checkout."""
    return [sys.executable, "-m", "flows.cli", *words]


class Process(ABC):
    """Something that processes of their own do, and that has no answer."""

    def warm_up(self) -> float:
        """Do it once: files are read into memory, machine code is compiled, Prefect makes its database."""
        self.sample()
        return math.nan

    @abstractmethod
    def sample(self) -> Mapping[str, float]:
        """Do it, and return what is measured, by the name of the measure."""


class Command(Process):
    """A call of `jeopardice` that leaves all as it was.

    Parameters
    ----------
    words : what stands behind `jeopardice`
    directory : where it is called
    """

    def __init__(self, words: tuple[str, ...], directory: Path) -> None:
        self._words, self._directory = words, directory

    def sample(self) -> Mapping[str, float]:
        """Seconds on the wall, and of processor time with all processes that it waited for."""
        return timed(self._words, self._directory)


def timed(words: tuple[str, ...], directory: Path, **more: str) -> dict[str, float]:
    """Wall and processor time of a call of `jeopardice`, in seconds.

    Parameters
    ----------
    words : what stands behind `jeopardice`
    directory : where it is called
    more : variables of its environment
    """
    before, start = _children_seconds(), time.perf_counter()
    finish(jeopardice(*words), directory, **more)
    return {"wall, s": time.perf_counter() - start, "CPU, s": _children_seconds() - before}


class PeakMemory(Process):
    """What Python code takes at most.

    Parameters
    ----------
    code : the code
    directory : where it runs
    before : code that runs before, whose memory is not counted; "" to count all of the process
    """

    def __init__(self, code: str, directory: Path, before: str = "") -> None:
        self._code, self._directory, self._before = code, directory, before

    def sample(self) -> Mapping[str, float]:
        """Megabytes of 10**6 bytes."""
        look = f"print(open({str(PEAK)!r}).read())"
        code = "\n".join([self._before, look, self._code, look])
        said = finish([sys.executable, "-c", code], self._directory)
        first, last = (1.024e-3 * int(peak) for peak in re.findall(r"VmHWM:\s*(\d+) kB", said))
        return {"memory above the imports, MB": last - first} if self._before else {"memory, MB": last}


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
