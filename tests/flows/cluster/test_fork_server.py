"""Workers are forked from a process that has imported what they need, and nothing of the user's."""

import os
import subprocess
import sys
from pathlib import Path

from tests.processes import environment

# Typed in a directory that has modules with names of ours.
WORKERS = """
import os, sys
from flows.cluster.dask_workers import OnDask
from flows.cluster.local_cluster import local_cluster

def look():
    import tasks.warm
    return os.getppid(), tasks.warm.__file__, os.environ["OMP_NUM_THREADS"]

if __name__ == "__main__":
    cluster = local_cluster(2)
    workers = OnDask(str(cluster.scheduler_address))
    client = workers.client()
    seen = client.run(look)
    (parent, file, threads), = set(seen.values())
    print(len(seen), parent == os.getpid(), file, threads)
    print("bokeh" in sys.modules)
    workers.close()
    cluster.close(timeout=5)
"""


def test_local_cluster__forks_workers_that_know_our_modules_alone(tmp_path: Path) -> None:
    for name in ("tasks", "flows"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the module of the user')")
    command = [sys.executable, "-P", "-c", WORKERS]
    said = subprocess.run(
        command, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    ours = Path(__file__).parents[3] / "tasks" / "warm.py"
    assert said.stdout.splitlines() == [f"2 False {ours} 1", "False"], said.stderr
    # Ours; not one that the server left in our environment.
    assert "PYTHONSAFEPATH" not in os.environ
