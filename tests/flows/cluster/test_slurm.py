"""Workers that Slurm starts, by the command of docs/operations.md."""

import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compose_file import PROJECT
from tests.processes import PATIENCE, environment
from tests.services import dask_scheduler
from tests.slurm import Slurm, missing, slurm

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        bool(missing()), reason=f"Slurm is not installed: apt-get install {' '.join(missing())}"
    ),
]

CONFIG = """
name: small/race
title: The race to a few points
question: race.pig
axes:
  goal: {from: 10, to: 40}
keep: [win_probability, value]
"""


@pytest.fixture
def running() -> Iterator[Slurm]:
    with tempfile.TemporaryDirectory(prefix="slurm-", ignore_cleanup_errors=True) as place:
        with slurm(Path(place), environment(Path(place))) as started:
            yield started


def documented(address: str) -> list[str]:
    """The command that asks for workers, for three of them at another address."""
    page = (PROJECT / "docs" / "operations.md").read_text()
    [command] = re.findall(r"^    (sbatch --array.*\\\n.*)$", page, re.MULTILINE)
    command = command.replace("tcp://10.0.0.1:8786", address).replace("--array=1-64", "--array=1-3")
    return ["bash", "-c", command]


def states(running: Slurm) -> list[str]:
    """Of its jobs."""
    return running.ask("squeue", "--noheader", "--array", "--format=%T").split()


def test_jobs__are_workers_that_solve_a_sweep(running: Slurm, tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(CONFIG)

    def run(*command: str) -> str:
        done = subprocess.run(command, env=running.variables, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    with dask_scheduler() as scheduler:
        run(*documented(scheduler.address))
        # The node has two cores: the third worker waits for one of them.
        deadline = time.monotonic() + PATIENCE
        while sorted(states(running)) != ["PENDING", "RUNNING", "RUNNING"]:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        run("jeopardice", "run", "small.yaml", "--scheduler", scheduler.address, "--store", "store")
        assert sorted(states(running)) == ["PENDING", "RUNNING", "RUNNING"]
        assert "31 of 31 cases verified" in run("jeopardice", "verify", "--store", "store")
        running.ask("scancel", "--name=wrap")
        while states(running):
            assert time.monotonic() < deadline
            time.sleep(0.2)
