"""A process with threads is not forked: its workers are processes of their own instead."""

import subprocess
import sys
from pathlib import Path

import pytest

from flows.cluster.fork_server import MODULES
from tests.processes import PATIENCE, environment

# What a dependency may do when it is imported, as Icechunk 2 does: start a thread that Python does not know.
THREADED = """
import _thread, time

_thread.start_new_thread(time.sleep, (600,))
import {module}
"""
WORKERS = """
from flows.cluster import fork_server
from flows.cluster.dask_workers import OnDask
from flows.cluster.local_cluster import local_cluster

def look():
    import os
    return os.getppid()

if __name__ == "__main__":
    import os
    fork_server.MODULES[:] = {modules}
    cluster = local_cluster(2)
    workers = OnDask(str(cluster.scheduler_address))
    print({{parent == os.getpid() for parent in workers.client().run(look).values()}})
    workers.close()
    cluster.close(timeout=5)
"""


def _said(directory: Path, modules: list[str]) -> "subprocess.CompletedProcess[str]":
    """What a launcher says of two workers, whose fork server imports these modules."""
    script = directory / "workers.py"
    script.write_text(WORKERS.format(modules=modules))
    variables = environment(directory, PYTHONPATH=str(directory))
    return subprocess.run(
        [sys.executable, str(script)],
        env=variables,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_workers__are_forked_from_a_process_without_threads(tmp_path: Path) -> None:
    said = _said(tmp_path, MODULES)
    assert said.stdout == "{False}\n", said.stderr
    assert said.stderr == ""


@pytest.mark.long
def test_workers__are_not_forked_from_a_process_with_threads(tmp_path: Path) -> None:
    (tmp_path / "threaded.py").write_text(THREADED.format(module=MODULES[0]))
    said = _said(tmp_path, ["threaded"])
    assert said.stdout == "{True}\n", said.stderr
    assert said.stderr == "warning: workers: could not be forked. Starting each as a process of its own.\n"
