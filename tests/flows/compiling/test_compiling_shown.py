"""A first answer says that machine code is compiled, and how far that is; a second one has nothing to say."""

import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from flows.compiling.shown import WORDS
from tests.sweeps import trio, write

HOUSE = Path(__file__).parents[3]
LINE = re.compile(re.escape(WORDS) + r" \((\d+) of (\d+)\)")
# Enough for others to begin meanwhile.
FEW_KERNELS = ("solve", "within_turns.piglet", "goal=9", "turns=3")


def command(*words: str) -> list[str]:
    """Jeopardice in a process of its own."""
    return [sys.executable, "-m", "flows.cli", *words]


def started(cache: Path) -> dict[str, Any]:
    """How it is started: with this cache, without a terminal."""
    variables = {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(HOUSE), "COLUMNS": "200"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return {"env": os.environ | variables, "cwd": cache, "text": True, **pipes}


def said(cache: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """What a command says with this cache, without a terminal."""
    return subprocess.run(command(*words), check=True, **started(cache))


@pytest.mark.long
def test_solve__says_what_it_compiles_the_first_time_and_has_others_compile_meanwhile(tmp_path: Path) -> None:
    others: set[psutil.Process] = set()
    with subprocess.Popen(command(*FEW_KERNELS), **started(tmp_path)) as solving:
        while solving.poll() is None:
            with suppress(psutil.NoSuchProcess):
                others |= set(psutil.Process(solving.pid).children())
            time.sleep(0.05)
        out, errors = solving.communicate()
    assert solving.returncode == 0
    # With one core none is idle.
    assert others or os.cpu_count() == 1
    assert not [other for other in others if other.is_running()]
    lines = [LINE.fullmatch(line) for line in errors.splitlines()]
    assert lines
    assert all(lines)
    counts = [tuple(map(int, line.groups())) for line in lines if line is not None]
    assert counts == sorted(counts)
    assert all(done < total for done, total in counts)
    assert WORDS not in out
    assert said(tmp_path, *FEW_KERNELS).stderr == ""


def test_dry_run__tells_compiling_apart_from_solving(tmp_path: Path) -> None:
    config = write(tmp_path, trio())
    (line,) = [
        line for line in said(tmp_path, "run", config, "--dry-run").stdout.splitlines() if "one core" in line
    ]
    assert re.search(
        r"(about [\d.]+|less than 0.1) s on one core, plus about \d+ s of compiling the first time", line
    )
