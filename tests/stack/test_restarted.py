"""What is kept running is started again when it ends, and ends with all that it started."""

import sys
from pathlib import Path

import psutil
import pytest

from tests.processes import Program, ServiceFailed, environment
from tests.stack.restarted import ENDS, Restarted

# Says that it runs, starts a child in a session of its own, and waits.
LASTING = """
import pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
with pathlib.Path("told").open("a") as told:
    told.write(f"{child.pid}\\n")
time.sleep(600)
"""


def kept(place: Path, code: str) -> Restarted:
    """A process that is healthy once it has told of itself."""
    told = place / "told"
    program = Program("kept", [sys.executable, "-c", code], place, environment(place))
    running = Restarted(program, lambda: told.exists() and len(children(place)) >= running.starts)
    return running


def children(place: Path) -> list[int]:
    """The children of all starts."""
    return [int(line) for line in (place / "told").read_text().splitlines()]


def lives(pid: int) -> bool:
    """Whether a process runs, and is not only to be waited for."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_process__is_started_again_without_what_the_one_before_had_started(tmp_path: Path) -> None:
    with kept(tmp_path, LASTING) as running:
        running.wait()
        running.process.popen.kill()
        running.wait_for_another(1)
        first, second = children(tmp_path)
        assert not lives(first)
        assert lives(second)
    assert not lives(second)


def test_process__that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    program = Program("none", [str(tmp_path / "none")], tmp_path, environment(tmp_path))
    with Restarted(program, lambda: False) as running, pytest.raises(FileNotFoundError):
        running.wait()


def test_process__that_ends_again_and_again_is_refused_with_its_log(tmp_path: Path) -> None:
    code = "import sys; sys.exit('expected a port, got none')"
    with (
        kept(tmp_path, code) as running,
        pytest.raises(ServiceFailed, match=f"kept: expected to run, ended {ENDS} times(.|\\n)*got none"),
    ):
        running.wait()
