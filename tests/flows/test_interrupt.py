"""Ctrl-C, as a terminal sends it: to the whole process group of a command; SIGTERM, as an operating system
sends it; SIGHUP, when the terminal ends.
"""

import os
import pty
import re
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, MISSING
from tests.launchers import MARK, commits, ended, launcher, run, wait_for_all_to_end
from tests.processes import PATIENCE, Process, environment
from tests.sweeps import race, write

pytestmark = pytest.mark.long

# A tenth of a second each, six to a block: so many that the run is not over before the signal comes, even on
# a busy machine.
CASES = 48
LONG = race(range(250, 250 + CASES), keep=["win_probability"])


def interrupt(process: Process) -> None:
    os.killpg(process.popen.pid, signal.SIGINT)


def test_interrupt__keeps_what_is_committed_and_the_next_run_finishes(api: str, tmp_path: Path) -> None:
    config, store = Path(write(tmp_path, LONG)), tmp_path / "store"
    with launcher(
        tmp_path, config, str(store), "--workers", "2", "--no-publish", PREFECT_API_URL=api
    ) as process:
        # The plan, and a shard.
        process.wait(lambda: commits(str(store)) > 1)
        interrupt(process)
        assert ended(process) == 130
        said = process.log.read_text()
    assert "Traceback" not in said
    assert re.search(
        r"^Stopping: saving what is finished\. Press Ctrl-C again to end at once\.$", said, re.MULTILINE
    )
    assert (
        said.splitlines()[-1] == "stopped: Finished cases are saved. Run the same command again to continue."
    )
    wait_for_all_to_end(tmp_path)
    before = open_sweep(Store.open(str(store)), "small/race", record=True).load()
    kept = before["goal"].values[before["status"].values == DONE]
    assert 0 < kept.size < before.sizes["goal"]
    assert (before["status"].values[before["status"].values != DONE] == MISSING).all()
    said = run(tmp_path, config, str(store), "--serial", "--no-publish", PREFECT_API_URL=api)
    assert f"cases {CASES} ({kept.size} done, {CASES - kept.size} to do" in " ".join(said.split())
    after = open_sweep(Store.open(str(store)), "small/race", record=True).load()
    assert (after["status"] == DONE).all()
    assert after.sel(goal=kept).equals(before.sel(goal=kept))


def test_interrupt__while_things_start_leaves_nothing(tmp_path: Path) -> None:
    config = Path(write(tmp_path, LONG))
    with launcher(tmp_path, config, "store", "--workers", "1") as process:
        family = psutil.Process(process.popen.pid)
        process.wait(lambda: bool(family.children()))
        time.sleep(0.5)
        interrupt(process)
        assert ended(process) == 130
        said = process.log.read_text()
    assert "Traceback" not in said, said
    assert "Finished cases are saved. Run the same command again to continue." in said
    wait_for_all_to_end(tmp_path)
    assert not (tmp_path / "store").exists()


def test_termination__keeps_what_is_committed(api: str, tmp_path: Path) -> None:
    # Nothing is solved again here, so that there may be more cases.
    config, store = Path(write(tmp_path, race(range(250, 330), keep=["win_probability"]))), tmp_path / "store"
    with launcher(
        tmp_path, config, str(store), "--workers", "2", "--no-publish", PREFECT_API_URL=api
    ) as process:
        process.wait(lambda: commits(str(store)) > 1)
        process.popen.terminate()
        assert ended(process) == 143
        said = process.log.read_text()
    assert "Traceback" not in said
    assert (
        said.splitlines()[-1] == "stopped: Finished cases are saved. Run the same command again to continue."
    )
    wait_for_all_to_end(tmp_path)
    after = open_sweep(Store.open(str(store)), "small/race")["status"].values
    assert 0 < (after == DONE).sum() < after.size
    assert ((after == DONE) | (after == MISSING)).all()


def in_terminal(
    directory: Path, command: list[str], terminal: int, **settings: str
) -> "subprocess.Popen[bytes]":
    """Start a command that writes to a terminal, in a group of processes of its own."""
    return subprocess.Popen(
        command,
        cwd=directory,
        env=environment(directory, **{MARK: str(directory), **settings}),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )


@pytest.mark.parametrize("outlives", [False, True])
def test_terminal__that_ends(outlives: bool, api: str, tmp_path: Path) -> None:
    # What is not to end is through at once; what is to end lasts for a minute.
    content = LONG if outlives else race(range(300, 600), keep=["win_probability"])
    config, store = write(tmp_path, content), tmp_path / "store"
    command = ["jeopardice", "run", config, "--store", str(store), "--workers", "2", "--no-publish"]
    ours, theirs = pty.openpty()
    with in_terminal(
        tmp_path, [*(["nohup"] if outlives else []), *command], theirs, PREFECT_API_URL=api
    ) as process:
        os.close(theirs)
        deadline = time.monotonic() + PATIENCE
        while commits(str(store)) < 2:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        # As the system does with a terminal that ends: what is written fails, and the group is told.
        os.close(ours)
        os.killpg(process.pid, signal.SIGHUP)
        assert process.wait(PATIENCE) == (0 if outlives else 128 + signal.SIGHUP)
    wait_for_all_to_end(tmp_path)
    status = open_sweep(Store.open(str(store)), "small/race")["status"].values
    assert 0 < (status == DONE).sum()
    assert ((status == DONE) | (status == MISSING)).all()
    assert (status == DONE).all() == outlives


@pytest.mark.parametrize("place", [("--workers", "1"), ("--serial",)])
def test_interrupt__twice_ends_at_once(place: tuple[str, ...], api: str, tmp_path: Path) -> None:
    # Each case takes many seconds, and the answer to the first Ctrl-C is to wait for it.
    config, store = (
        Path(write(tmp_path, race([1000, 999, 998], keep=["win_probability"]))),
        tmp_path / "store",
    )
    with launcher(tmp_path, config, str(store), *place, "--no-publish", PREFECT_API_URL=api) as process:
        process.wait(lambda: commits(str(store)) > 0)
        interrupt(process)
        process.wait(lambda: "Stopping: " in process.log.read_text())
        interrupt(process)
        assert ended(process) == 130
        said = process.log.read_text()
    assert "Traceback" not in said
    assert said.splitlines()[-1] == "ended: Finished cases are saved. Run the same command again to continue."
    wait_for_all_to_end(tmp_path)
    # The plan, and nothing of the case that was under way.
    assert commits(str(store)) == 1
