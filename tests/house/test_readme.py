"""The README's main job, and its code, as a stranger would run them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

ROOT = Path(__file__).resolve().parents[2]
THREE_PLAYERS = "pig/three_players"
COMPILING = "Compiling machine code for this processor, once ("
SOLVING_AGAIN = "The proof needs value, which this sweep does not store. So"


def jeopardice(*words: str, cwd: Path) -> str:
    """Run the command; return what it printed."""
    environment = {**os.environ, "COLUMNS": "80"}
    command = [sys.executable, "-m", "flows.cli", *words]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory in which the main sweep has run once, as `make sweep` does it."""
    directory = tmp_path_factory.mktemp("readme")
    (directory / "docs").symlink_to(ROOT / "docs")
    said = jeopardice("run", THREE_PLAYERS, cwd=directory)
    assert "(66 solved, 55 by symmetry)" in " ".join(said.split())
    return directory


@pytest.mark.long
def test_main_sweep__has_the_figures_of_the_paper(swept: Path) -> None:
    with xr.open_zarr(swept / "published/pig/three_players.zarr") as ds:
        win = ds.win_probability.load()
        assert (ds.status.values == 1).all()
        assert float(ds.residual.max()) <= 1e-12
    # Zhu, Ma, Chen & Liu 2023, three players: 0.3590 and 0.3955; all digits from the C yardstick of another
    # implementation.
    assert float(win.sel(first_hold_at=25, second_hold_at=25)) == pytest.approx(0.359036936645, abs=1e-12)
    assert float(win.sel(first_hold_at=20, second_hold_at=30)) == pytest.approx(0.395526349463, abs=1e-12)
    assert np.array_equal(win.values, win.values.T)
    assert win.stack(pair=win.dims).idxmin().item() == (25, 25)


@pytest.mark.long
def test_main_sweep__again_solves_nothing_and_says_so(swept: Path) -> None:
    assert "Nothing to do" in jeopardice("run", THREE_PLAYERS, cwd=swept)


@pytest.mark.long
def test_main_sweep__shows_its_table_at_80_columns(swept: Path) -> None:
    lines = jeopardice("show", cwd=swept).splitlines()
    assert all(len(line) <= 80 for line in lines if not line.startswith("Select"))
    assert any(line.startswith("25") and "0.3590" in line for line in lines)


@pytest.mark.long
def test_readme__code_runs_and_warns_of_nothing(swept: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 2
    code = "\n".join([*blocks, 'print(ds.attrs["question"])'])
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=swept, env=environment, capture_output=True, text=True, check=False
    )
    opponents = "hold at {first_hold_at}, hold at {second_hold_at}"
    assert done.returncode == 0, done.stderr
    wins, asked = done.stdout.splitlines()
    assert float(wins) == pytest.approx(0.562, abs=5e-4)
    assert asked == f"pig, at once: best threshold, {opponents}"
    assert "warn" not in done.stderr.lower()
    assert "concurrent" not in done.stderr


@pytest.mark.long
@pytest.mark.timeout(2400)
def test_readme__commands_run_as_typed(swept: Path) -> None:
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    typed = [
        line.removeprefix("$ ")
        for block in blocks
        for line in block.splitlines()
        if line.startswith("$ jeopardice")
    ]
    # A game goes on until somebody ends it.
    here = [line for line in typed if line.split()[1] != "play"]
    assert len(here) >= 6
    environment = {
        **os.environ,
        "COLUMNS": "80",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    for line in here:
        done = subprocess.run(
            ["bash", "-c", line], cwd=swept, env=environment, capture_output=True, text=True, check=False
        )
        # The first that needs a kernel says that it is compiled.
        said = [words for words in done.stderr.splitlines() if not words.startswith(COMPILING)]
        # The main sweep keeps no tables.
        expected = [SOLVING_AGAIN] if line.startswith("jeopardice verify ") else []
        assert (done.returncode, [words[: len(SOLVING_AGAIN)] for words in said]) == (0, expected), line
        assert done.stdout, line


def test_readme__names_what_exists() -> None:
    text = (ROOT / "README.md").read_text()
    for path in re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", text):
        assert (ROOT / path).exists(), path
    for target in re.findall(r"[`$] ?make (\w+)", text):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), target


def test_readme__is_short() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 150
