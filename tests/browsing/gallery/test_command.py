"""`jeopardice gallery`, as a teacher calls it."""

import re
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import jeopardice as jp
from browsing.gallery.drawing import draw
from browsing.gallery.writing import write_folder
from flows.terminal.errors import INTERRUPTED
from tests.commands import Command, one_line

COINS = """name: Coins
usual_goal: 10
throws:
  coin:
    results:
      - {chance: 1/2, gain: 1}
      - {chance: 1/2, bust: true}
"""
HELD = ("first_hold_at", "second_hold_at")


def published(directory: Path) -> None:
    """A copy like that of a small sweep."""
    holds = np.arange(20, 26)
    win = xr.DataArray(0.36 + np.abs(np.subtract.outer(holds, holds)) / 100, dims=HELD)
    dataset = xr.Dataset(
        {"win_probability": win, "status": xr.ones_like(win, dtype="int8")},
        coords={name: holds for name in HELD},
        attrs={"title": "Three players <together>", "question": "simultaneous.best_response_to_two"},
    )
    with warnings.catch_warnings():
        # That not everybody reads consolidated metadata.
        warnings.simplefilter("ignore")
        dataset.to_zarr(directory / "pig" / "three_players.zarr", zarr_format=3)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_gallery__solves_twelve_pages_from_nothing(jeopardice: Command) -> None:
    said = jeopardice("gallery", "web")
    assert said.code == 0, said.error
    assert "1 of 12: Pig for two" in said.out
    assert "12 answers." in one_line(said.out)
    web = jeopardice.home / "web"
    pages = sorted(web.glob("answers/*.html"))
    assert len(pages) == 12
    assert "wins 53.06\N{NO-BREAK SPACE}% of games" in (web / "answers/pig-for-two.html").read_text()
    assert "<td>21</td><td>22</td><td>23</td>" in (web / "sheet.html").read_text()
    for page in pages:
        text = page.read_text()
        assert "residual" not in text
        assert str(jeopardice.home) not in text
        assert "nan" not in re.findall(r"\w+", text)
    first = [web / "index.html", *web.rglob("*.svg")]
    assert sum(path.stat().st_size for path in first) < 5_000_000


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_gallery__shows_own_sweeps_and_games_beside_them(jeopardice: Command) -> None:
    published(jeopardice.home / "published")
    (jeopardice.home / "coins.yaml").write_text(COINS)
    web, found = jeopardice.home / "web", []
    for _ in range(2):
        said = jeopardice("gallery", "web", "--game", "coins.yaml")
        assert said.code == 0, said.error
        found.append({path.name: path.read_bytes() for path in web.rglob("*") if path.is_file()})
    assert found[0] == found[1]
    assert "13 answers and 1 sweep." in one_line(said.out)
    index = (web / "index.html").read_text()
    assert "Three players &lt;together&gt;" in index
    assert "Coins to 10: the player who moves first wins" in index
    assert "open_zarr" not in (web / "sweeps/pig/three_players.html").read_text()
    assert (web / "answers/coins.yaml").read_text() == COINS


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_gallery__leaves_the_old_one_when_it_is_interrupted(tmp_path: Path) -> None:
    write_folder(tmp_path / "web", {"index.html": b"old"})
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    command = [sys.executable, "-m", "flows.cli", "gallery", "web"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        while not run.stdout.readline().startswith("2 of 12"):
            assert run.poll() is None
        run.send_signal(signal.SIGINT)
        _, error = run.communicate()
    assert run.returncode == INTERRUPTED
    assert "interrupted: " in error
    assert "Traceback" not in error
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_gallery__draws_no_residuals_and_says_each_thing_once(tmp_path: Path) -> None:
    published(tmp_path)
    with xr.open_zarr(tmp_path / "pig" / "three_players.zarr") as dataset:
        (one,) = draw("pig/three_players", dataset.assign(residual=dataset.win_probability * 1e-15))
    assert one.caption == one.below == "Win probability by “second hold at” and “first hold at”."


def test_numbers__are_those_of_the_slices_that_are_shown() -> None:
    dataset = jp.solve("pig", goal=20, keep="policy")
    (one,) = draw("my/pig", dataset)
    assert one.picture == "When to roll or hold"
    assert sorted(set(one.numbers.opponent)) == [0, 6, 13, 19]
    assert list(one.numbers.columns) == ["opponent", "turn_total", "banked", "policy"]


def test_gallery__words_mistakes_and_touches_nothing(jeopardice: Command) -> None:
    (jeopardice.home / "mine").mkdir()
    (jeopardice.home / "mine" / "thesis.tex").touch()
    (jeopardice.home / "coins.yaml").write_text(COINS)
    before = jeopardice.files()
    for words, told in (
        (("mine",), "with thesis.tex in it'. Choose another directory."),
        (("web", "--published", "nowhere"), "--published: expected a directory with published copies"),
        (("web", "--game", "nothing.yaml"), "game: expected"),
        (("web", "--store", "nowhere"), "nowhere"),
        (
            ("web", "--game", "coins.yaml", "--game", "coins.yaml"),
            "--game: expected files of different names",
        ),
        ((".",), "DIR: expected a directory that is not around this one"),
        (("s3://bucket/web",), "DIR: expected a directory of this machine"),
    ):
        said = jeopardice("gallery", *words)
        assert said.code == 2
        assert told in one_line(said.error)
        assert "Traceback" not in said.error
    assert jeopardice.files() == before
