"""A run whose own Prefect server is killed: once, and each time it is started again."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, MISSING
from tests.launchers import END_SECONDS, commits, ended, launcher, wait_for_all_to_end
from tests.processes import Process, answers, environment
from tests.sweeps import hide_ours, race, write

pytestmark = pytest.mark.long

# A fifth of a second each, six to a block: some 20 s on two cores.
LONG = race(range(250, 310), keep=["win_probability"])
# Still to be solved when the server has died four times.
LONGER = race(range(200, 600), keep=["win_probability"])


def servers(process: Process) -> list[psutil.Process]:
    return [child for child in psutil.Process(process.popen.pid).children() if _serves(child)]


def _serves(process: psutil.Process) -> bool:
    try:
        return "flows.prefect_api.process" in process.cmdline()
    except psutil.NoSuchProcess:
        # It has been killed, and is a zombie until its parent looks.
        return False


def _answers(server: psutil.Process) -> bool:
    ports = [one.laddr.port for one in server.net_connections("tcp") if one.status == psutil.CONN_LISTEN]
    try:
        return bool(ports) and answers(f"http://127.0.0.1:{ports[0]}/api/health")
    except psutil.NoSuchProcess:
        return False


def test_run__goes_on_after_the_death_of_its_server(tmp_path: Path) -> None:
    config, store = Path(write(tmp_path, LONG)), tmp_path / "store"
    with launcher(tmp_path, config, str(store), "--workers", "2", "--no-publish") as process:
        process.wait(lambda: commits(str(store)) > 1)
        (server,) = servers(process)
        server.kill()
        assert ended(process) == 0, process.tail()
        said = process.log.read_text()
    warning = "warning: The run's Prefect server died (SIGKILL) and is restarting. The run continues."
    assert said.count(warning) == 1
    assert "Traceback" not in said
    assert "60 cases done in " in said
    assert (open_sweep(Store.open(str(store)), "small/race")["status"] == DONE).all()
    wait_for_all_to_end(tmp_path)


def test_run__ends_soon_when_its_server_does_not_live(tmp_path: Path) -> None:
    config, store = Path(write(tmp_path, LONGER)), tmp_path / "store"
    with launcher(tmp_path, config, str(store), "--workers", "2", "--no-publish") as process:
        process.wait(lambda: commits(str(store)) > 1 and any(map(_answers, servers(process))))
        before, killed = commits(str(store)), set[int]()
        last = time.monotonic()
        while process.popen.poll() is None and time.monotonic() < last + 60:
            for server in servers(process) if process.popen.poll() is None else []:
                server.kill()
                # It may be listed once more before it is gone.
                killed.add(server.pid)
                last = time.monotonic()
            time.sleep(0.1)
        # Left to itself, the run goes on asking for minutes.
        assert ended(process, 1) == 1, process.tail()
        said = process.log.read_text().splitlines()
    assert len(killed) == 4
    assert said[-1].startswith("error: The run's Prefect server died 4 times, last with SIGKILL. ")
    assert said[-1].endswith(" the same command again. Finished cases are saved.")
    assert not [line for line in said if "Traceback" in line]
    wait_for_all_to_end(tmp_path)
    assert commits(str(store)) >= before
    status = open_sweep(Store.open(str(store)), "small/race")["status"].values
    assert set(status.tolist()) <= {MISSING, DONE}


# Whoever has found out that the server is gone and ends first has another error.
ENDS_FIRST = """
import os, signal, time
from flows.prefect_api.server import Server
from tasks import progress

server = Server()
server.wait()
while not progress.stop.is_set():
    os.kill(server._process.pid, signal.SIGKILL)
    time.sleep(0.1)
server.stop()
print("another error")
"""


# Cases are solved before the server answers, too.
DIES_BEFORE_IT_ANSWERS = """
import os, signal
from flows.prefect_api.server import Server

server = Server()
start = server._start

def started():
    process = start()
    os.kill(process.pid, signal.SIGKILL)
    return process

server._start = started
os.kill(server._process.pid, signal.SIGKILL)
server.wait()
"""


@pytest.mark.parametrize("program", [ENDS_FIRST, DIES_BEFORE_IT_ANSWERS], ids=["later", "before it answers"])
def test_server__that_died_too_often_is_the_error_whoever_ends_first(program: str, tmp_path: Path) -> None:
    told = environment(tmp_path, PYTHONPATH=os.getcwd())
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=told, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("error: The run's Prefect server died 4 times")


def test_run__says_where_the_trouble_of_its_server_is_told(tmp_path: Path) -> None:
    config = Path(write(tmp_path, race()))
    (tmp_path / "prefect.db").write_text("This is no database. " * 100)
    with launcher(tmp_path, config, "store", "--serial", "--no-publish") as process:
        assert ended(process, END_SECONDS + 150) == 2
        warning, error = process.log.read_text().splitlines()[-2:]
    assert error.startswith("error: The run's Prefect server ended before it answered")
    path = Path(warning.rpartition(" ")[2])
    assert (
        warning == f"warning: The run's Prefect server logged problems, which affect only its history: {path}"
    )
    assert "file is not a database" in path.read_text()
    assert not (tmp_path / "store").exists()


def test_run__is_not_misled_by_the_working_directory(tmp_path: Path) -> None:
    config = Path(write(tmp_path, race()))
    hide_ours(tmp_path)
    with launcher(tmp_path, config, "store", "--workers", "1", "--no-publish") as process:
        assert ended(process) == 0, process.tail()
        assert "not for Jeopardice" not in process.log.read_text()
