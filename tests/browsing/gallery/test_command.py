"""`jeopardice gallery`, as a teacher calls it."""

import warnings
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from tests.commands import Command, one_line

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
def test_gallery__shows_what_is_published_and_names_what_is_missing(jeopardice: Command) -> None:
    published(jeopardice.home / "published")
    said = jeopardice("gallery", "web", "--data", "https://example.org/dice")
    assert said.code == 0, said.error
    assert "1 of" in said.out
    assert "`jeopardice run NAME`" in one_line(said.out)
    index = (jeopardice.home / "web" / "index.html").read_text()
    assert "Three players &lt;together&gt;" in index
    assert "xr.open_zarr(&#34;https://example.org/dice/pig/three_players.zarr&#34;)" in index
    assert "jeopardice run pig/dice" in index
    assert "jeopardice run pig/three_players" not in index


@pytest.mark.long
def test_gallery__is_the_same_again(jeopardice: Command) -> None:
    published(jeopardice.home / "published")
    web = jeopardice.home / "web"
    found = []
    for _ in range(2):
        assert jeopardice("gallery", "web").code == 0
        found.append({path.name: path.read_bytes() for path in web.rglob("*") if path.is_file()})
    assert found[0] == found[1]


def test_gallery__does_without_a_sweep(jeopardice: Command) -> None:
    said = jeopardice("gallery", "web")
    assert (said.code, "0 of" in said.out) == (0, True)
    assert "No picture yet" in (jeopardice.home / "web" / "index.html").read_text()
    assert (jeopardice.home / "web" / "pig.html").exists()


def test_gallery__words_mistakes_and_touches_nothing(jeopardice: Command) -> None:
    (jeopardice.home / "mine").mkdir()
    (jeopardice.home / "mine" / "thesis.tex").touch()
    before = jeopardice.files()
    for words, told in (
        (("mine",), "with thesis.tex in it'. Choose another directory."),
        (("web", "--published", "nowhere"), "--published: expected a directory with published copies"),
        ((".",), "DIR: expected a directory that is not around this one"),
        (("s3://bucket/web",), "DIR: expected a path"),
    ):
        said = jeopardice("gallery", *words)
        assert said.code == 2
        assert told in one_line(said.error)
        assert "Traceback" not in said.error
    assert jeopardice.files() == before
