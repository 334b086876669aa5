"""What an installation gets: every template, script, style and config, and no test."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from flows import PACKAGES
from tests.house.test_layout import HOUSE

LEFT_OUT = {"__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
# What pages, configs and types are made of; a new ending is a new kind of file, and is to be thought of.
KINDS = {".css", ".html", ".js", ".json", ".typed", ".yaml"}


def there() -> set[str]:
    """All files of the packages."""
    return {
        path.relative_to(HOUSE).as_posix()
        for package in PACKAGES
        for path in (HOUSE / package).rglob("*")
        if path.is_file() and not LEFT_OUT & set(path.parts)
    }


def test_wheel__takes_all_files_of_the_packages_and_nothing_else() -> None:
    taken = {file.distribution_path for file in WheelBuilder(str(HOUSE)).recurse_included_files()}
    assert taken == there()


def test_packages__have_files_of_known_kinds() -> None:
    assert {Path(file).suffix or Path(file).name for file in there()} <= KINDS | {".py"}


def test_wheel__has_the_files_that_no_import_would_miss() -> None:
    found = there()
    for folder, ending in (
        ("configs/pig", ".yaml"),
        ("browsing/explorer", ".css"),
        ("browsing/explorer", ".html"),
        ("browsing/gallery/scripts", ".js"),
        ("browsing/gallery/styles", ".css"),
        ("browsing/gallery/templates", ".html"),
        ("browsing/gallery/topics", ".yaml"),
        ("pictures/interactive", ".html"),
        ("pictures/interactive/scripts", ".js"),
        ("browsing/play/files", ".js"),
        ("browsing/play/templates", ".html"),
    ):
        assert any(file.startswith(f"{folder}/") and file.endswith(ending) for file in found), folder


@pytest.mark.long
def test_wheel__as_built_has_them(tmp_path: Path) -> None:
    # In a copy, as a build may leave files behind.
    for name in sorted(there() | {".gitignore", "LICENSE", "README.md", "pyproject.toml"}):
        target = tmp_path / "source" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((HOUSE / name).read_bytes())
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=tmp_path / "source", check=True, capture_output=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as built:
        names = {name for name in built.namelist() if ".dist-info/" not in name}
    assert names == there()
