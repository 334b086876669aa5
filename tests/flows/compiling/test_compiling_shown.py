"""A first answer says that machine code is compiled, and how far that is; a second one has nothing to say."""

import os
import re
import subprocess
import sys
from pathlib import Path

from flows.compiling.shown import WORDS
from tests.sweeps import trio, write

HOUSE = Path(__file__).parents[3]
LINE = re.compile(re.escape(WORDS) + r" \((\d+) of (\d+)\)")
FEW_KERNELS = ("solve", "equal_turns_rules.pig", "goal=8", "first_rule=hold at 3", "second_rule=hold at 4")


def said(cache: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """What a command says with this cache, without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "flows.cli", *words],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(HOUSE), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
        cwd=cache,
    )


def test_solve__says_what_it_compiles_the_first_time(tmp_path: Path) -> None:
    first, second = said(tmp_path, *FEW_KERNELS), said(tmp_path, *FEW_KERNELS)
    lines = [LINE.fullmatch(line) for line in first.stderr.splitlines()]
    assert lines
    assert all(lines)
    counts = [tuple(map(int, line.groups())) for line in lines if line is not None]
    assert counts == sorted(counts)
    assert all(done < total for done, total in counts)
    assert WORDS not in first.stdout
    assert second.stderr == ""


def test_dry_run__tells_compiling_apart_from_solving(tmp_path: Path) -> None:
    config = write(tmp_path, trio())
    (line,) = [
        line for line in said(tmp_path, "run", config, "--dry-run").stdout.splitlines() if "one core" in line
    ]
    assert re.search(r"about [\d.]+ s on one core, after about \d+ s of compiling machine code", line)
