"""The plain installation solves, sweeps and stores; whatever needs more says what to type."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from flows.extras import EXTRAS, ExtraMissing, how_to_install, require
from tests.house.test_install import LIMIT_SECONDS, OFFLINE, ROOT

SWEEP = """
name: small
title: Small races of Pig
game: pig
axes: {goal: [5, 6]}
keep: [win_probability]
"""
CALLS = """
import jeopardice as jp

ds = jp.solve("pig", players="best, hold at 4", goal=10)
assert 0.5 < float(ds.win_probability) < 1
assert jp.sweep("pig", goal=[5, 6], progress=False).sizes["goal"] == 2
assert jp.open("store", "small").win_probability.size == 2
for interactive in (False, True):
    try:
        jp.plot(ds, interactive=interactive)
    except ImportError as error:
        print(error)
"""


def test_extras__bring_what_is_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    plain = {_name(one) for one in project["dependencies"]}
    for extra, imported in EXTRAS.items():
        brought = {_name(one) for one in optional[extra]} | {
            _name(one)
            for inner in re.findall(r"jeopardice\[(\w+)\]", str(optional[extra]))
            for one in optional[inner]
        }
        assert set(imported) <= brought
        assert not set(imported) & plain
    assert set(re.findall(r"\w+", optional["all"][0])) >= set(EXTRAS) - {"pictures"}


def _name(requirement: str) -> str:
    return re.split(r"[\[<>=]", requirement, maxsplit=1)[0]


def test_error__says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "pages", ("no_such_package", "numpy"))
    with pytest.raises(
        ExtraMissing, match=r"^gallery: no_such_package is not installed\. .*'jeopardice\[pages\]'$"
    ):
        require("pages", "gallery")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the plain installation."""
    place = tmp_path_factory.mktemp("plain")
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True, timeout=LIMIT_SECONDS)
    pins = re.findall(r"^[\w.-]+==[^\\\n]+", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    (place / "pins.txt").write_text("\n".join(pins))
    command = [place / "bin/python", "-m", "pip", "install", "--quiet", "-c", place / "pins.txt", ROOT]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3 * LIMIT_SECONDS, check=False)
    if any(word in done.stderr for word in OFFLINE):
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr
    return place / "bin"


@pytest.mark.long
@pytest.mark.timeout(4 * LIMIT_SECONDS)
def test_plain_installation__solves_sweeps_and_stores(plain: Path, tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SWEEP)

    def typed(*words: str, code: int = 0) -> tuple[str, str]:
        """What a command says on both outputs."""
        path = f"{plain}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            words,
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == code, (words, done.stderr)
        return done.stdout, done.stderr

    jeopardice = str(plain / "jeopardice")
    assert "largest residual" in typed(jeopardice, "solve", "pig", "goal=10")[0]
    assert "2 cases done" in typed(jeopardice, "run", "small.yaml")[0]
    assert "small" in typed(jeopardice, "ls")[0]
    assert "win_probability" in typed(jeopardice, "show", "small")[0]
    for written in ("small.csv", "small.nc", "small.zarr"):
        typed(jeopardice, "export", written, "small")
        assert (tmp_path / written).exists()
    for extra, command in {
        "pictures": ("plot", "pig", "goal=10"),
        "pages": ("plot", "pig", "goal=10", "--output", "pig.html"),
        "parquet": ("export", "small.parquet", "small"),
    }.items():
        _refused(typed(jeopardice, *command, code=2), extra)
    _refused(typed(jeopardice, "explore", code=2), "pages")
    _refused(typed(jeopardice, "gallery", "pages", code=2), "pages")
    _refused(typed(jeopardice, "reproduce", "--pictures", "drawn", code=2), "pictures")
    drawn, page = typed(str(plain / "python"), "-c", CALLS)[0].splitlines()
    assert drawn.endswith(how_to_install("pictures"))
    assert page.endswith(how_to_install("pages"))


def _refused(said: tuple[str, str], extra: str) -> None:
    """In one line, which ends with what to type."""
    out, (line,) = said[0], said[1].splitlines()
    assert not out
    assert line.startswith("error: ")
    assert line.endswith(how_to_install(extra))
