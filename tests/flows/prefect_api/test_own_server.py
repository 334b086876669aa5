"""A run with a Prefect server of its own, on a real terminal: nothing else is needed, and all is told."""

import fcntl
import os
import pty
import re
import sqlite3
import struct
import subprocess
import termios
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE
from tests.launchers import wait_for_all_to_end
from tests.processes import PATIENCE, environment
from tests.sweeps import race, trio, write

pytestmark = pytest.mark.long

COLUMNS = 80
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class Embedded:
    """A run that had nothing but itself.

    Parameters
    ----------
    home : its working directory; Prefect's files are in it
    code : how it ended
    lines : what was to be seen on a terminal of 80 columns, one after the other
    """

    home: Path
    code: int
    lines: list[str]

    def rows(self, query: str) -> list[Any]:
        """Ask the database that its server wrote."""
        database = sqlite3.connect(self.home / "prefect.db")
        try:
            return database.execute(query).fetchall()
        finally:
            database.close()


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Embedded:
    home = tmp_path_factory.mktemp("embedded")
    write(home, race(range(5, 40)), trio())
    code, seen = on_a_terminal(["jeopardice", "run", "small.yaml", "--workers", "2", "--no-publish"], home)
    return Embedded(home, code, [line for line in re.split(r"[\r\n]+", ESCAPES.sub("", seen)) if line])


def on_a_terminal(command: list[str], home: Path) -> tuple[int, str]:
    """Run a command on a terminal of 80 columns; return its exit code and all that was written there."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    variables = environment(home, TERM="xterm-256color", JEOPARDICE_TRIAL=str(home))
    for name in ("COLUMNS", "LINES", "NO_COLOR", "CI"):
        variables.pop(name, None)
    process = subprocess.Popen(
        command, cwd=home, env=variables, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    seen = b""
    try:
        while part := _read(ours):
            seen += part
        return process.wait(PATIENCE), seen.decode()
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        # So Linux says that nobody has the terminal open any more.
        return b""


def test_run__needs_no_server(embedded: Embedded) -> None:
    assert embedded.code == 0, embedded.lines
    store = Store.open(str(embedded.home / "store"))
    for name in ("small/race", "small/trio"):
        assert (open_sweep(store, name)["status"] == DONE).all()


def test_run__leaves_no_process(embedded: Embedded) -> None:
    wait_for_all_to_end(embedded.home)


def test_run__has_a_server_that_says_nothing_of_trouble(embedded: Embedded) -> None:
    assert not [line for line in embedded.lines if "warning" in line]
    # Where what it says would be kept.
    assert not list(embedded.home.glob("server-of-*.log"))


def test_run__has_every_task_run_recorded(embedded: Embedded) -> None:
    assert embedded.rows("select state_type from flow_run") == [("COMPLETED",)]
    recorded = embedded.rows("select name, state_type from task_run")
    assert {state for _, state in recorded} == {"COMPLETED"}
    shards = [name for name, _ in recorded if name.startswith("shard-")]
    store = Store.open(str(embedded.home / "store"))
    # The first commit of each sweep is its plan.
    assert len(shards) == sum(len(store.history(name)) - 1 for name in ("small/race", "small/trio"))
    assert sum(name.startswith("plan") for name, _ in recorded) == 2


def test_run__leaves_artifacts(embedded: Embedded) -> None:
    tables = {key: data for key, data in embedded.rows("select key, data from artifact where type = 'table'")}
    assert tables.keys() == {"small-race-result", "small-trio-result"}
    assert "largest residual" in tables["small-race-result"]


def test_progress_bar__fits_a_terminal(embedded: Embedded) -> None:
    bars = [line for line in embedded.lines if "━" in line]
    assert any("44/44" in line for line in bars), embedded.lines
    assert max(map(len, embedded.lines)) <= COLUMNS
