"""What the machine code of a kernel is named after."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from solvers import kernel_sources

SOURCES = sorted((kernel_sources.ROOT / "solvers").rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The names in a module's imports, as Python's own parser has them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


def named(path: Path) -> set[Path]:
    """The files of `solvers` that these names stand for."""
    root = kernel_sources.ROOT
    places = [
        root.joinpath(*name.split(".")) for name in imported(path) if name.partition(".")[0] == "solvers"
    ]
    return {
        file
        for place in places
        for file in (place.with_name(f"{place.name}.py"), place / "__init__.py")
        if file.is_file()
    }


def test_sources__are_all_that_the_parser_finds() -> None:
    ours = {path: set(kernel_sources._imported(path)) for path in SOURCES}
    assert ours == {path: named(path) for path in SOURCES}
    assert sum(map(len, ours.values())) > len(SOURCES)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small `solvers` of its own, with the modules a and b."""
    monkeypatch.setattr(kernel_sources, "ROOT", tmp_path)
    kernel_sources._file.cache_clear()
    directory = tmp_path / "solvers"
    directory.mkdir()
    for name in ("__init__", "a", "b"):
        (directory / f"{name}.py").touch()
    yield directory
    kernel_sources._file.cache_clear()


@pytest.mark.parametrize(
    "line",
    [
        "from solvers.b import one",
        "from solvers import a, b",
        "from solvers import (\n    a,\n    b,  # both\n)",
        "import solvers.b",
        "import solvers.a, solvers.b as other",
        "from solvers import b as a",
        "def late():\n    from solvers.b import one",
    ],
)
def test_sources__are_found_however_they_are_imported(line: str, package: Path) -> None:
    module = package / "module.py"
    module.write_text(f'"""Some module."""\n\n{line}\n')
    assert package / "b.py" in kernel_sources._imported(module)
