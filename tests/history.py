"""Prefect's database with its tables, copied into the homes of tests.

In a new home, Prefect changes its tables a hundred times until they are those of today, which takes seven
seconds. Where that is tried, tests leave their home empty: see `test_own_server.py`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from tests.processes import environment

NAME = "prefect.db"
KEPT = Path(__file__).parents[1] / ".cache" / f"prefect-{version('prefect')}.db"


def with_tables(home: Path) -> None:
    """Give a home of Prefect a database in which there is nothing but tables, unless it has one."""
    home.mkdir(parents=True, exist_ok=True)
    if not KEPT.exists():
        _make()
    if not (home / NAME).exists():
        shutil.copyfile(KEPT, home / NAME)


def _make() -> None:
    KEPT.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT.parent) as place:
        command = [sys.executable, "-m", "prefect", "server", "database", "upgrade", "--yes"]
        subprocess.run(command, env=environment(Path(place)), check=True, capture_output=True)
        # Of several processes that make it, each renames a whole one.
        os.replace(Path(place, NAME), KEPT)
