"""The layout of the house: packages, modules, imports and what they may not drag in."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import grimp
import pytest

from flows import PACKAGES

HOUSE = Path(__file__).parents[2]
MODULES = sorted(path.relative_to(HOUSE) for package in PACKAGES for path in (HOUSE / package).rglob("*.py"))
DIRECTORIES = sorted({path.parent for path in MODULES})
# Names that gather what belongs nowhere.
DRAWERS = {"utils", "util", "helpers", "helper", "core", "common", "misc"}
# Of 110 columns each.
MOST_LINES = 350
HEAVY = {"dask", "distributed", "prefect", "zarr", "xarray", "icechunk", "pandas", "pydantic", "matplotlib"}


@cache
def parsed(module: Path) -> ast.Module:
    """The syntax tree of a shipped module."""
    return ast.parse((HOUSE / module).read_text(), str(module))


def found(wanted: Callable[[ast.AST], bool]) -> list[str]:
    """Where a shipped module has what is not wanted, as file:line."""
    return [
        f"{module}:{getattr(node, 'lineno', 0)}"
        for module in MODULES
        for node in ast.walk(parsed(module))
        if wanted(node)
    ]


@pytest.mark.parametrize("directory", DIRECTORIES, ids=str)
def test_package__says_what_it_is_for_and_names_its_parts_in_order(directory: Path) -> None:
    init = directory / "__init__.py"
    assert init in MODULES
    assert ast.get_docstring(parsed(init)), f"{init}: a package says what it is for"
    for node in parsed(init).body:
        if isinstance(node, ast.Assign) and any(
            isinstance(name, ast.Name) and name.id == "__all__" for name in node.targets
        ):
            names = ast.literal_eval(node.value)
            assert names == sorted(set(names))
            if directory.parts[0] == "solvers":
                inside = {
                    path.stem
                    for path in (HOUSE / directory).iterdir()
                    if path.suffix == ".py" or (path / "__init__.py").exists()
                }
                assert set(names) == inside - {"__init__"}


def test_packages__are_the_same_wherever_they_are_listed() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())
    tool = project["tool"]
    wheel = tool["hatch"]["build"]["targets"]["wheel"]["packages"]
    lists = [wheel, tool["check-wheel-contents"]["toplevel"], tool["mypy"]["packages"]]
    lists.append(tool["importlinter"]["root_packages"])
    assert lists == [list(PACKAGES)] * len(lists)
    assert {*tool["pytest"]["ini_options"]["testpaths"]} == {*PACKAGES, "tests"}
    image = (HOUSE / ".dockerignore").read_text().splitlines()
    assert {f"!{package}" for package in PACKAGES} <= set(image)
    assert {path.parent.name for path in HOUSE.glob("*/py.typed")} == set(PACKAGES)


def test_layers__are_drawn_as_they_are_kept() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    assert sorted(name for layer in layers for name in layer.split(" | ")) == list(PACKAGES)
    page = (HOUSE / "docs" / "design.md").read_text().split("## The layers\n")[1].split("\nimport-linter")[0]
    drawn = re.findall(r"^    (\w.*?)(?:  |$)", page, re.MULTILINE)
    assert drawn == layers


def test_folders_of_solvers__import_those_drawn_below_them() -> None:
    page = (HOUSE / "docs" / "design.md").read_text().split("## Folders of solvers\n")[1].split("\n## ")[0]
    drawn = [line.split(", ") for line in re.findall(r"^    (\w.*)$", page, re.MULTILINE)]
    level = {folder: place for place, line in enumerate(drawn) for folder in line}
    folders = {path.parent.name for path in (HOUSE / "solvers").glob("*/__init__.py")}
    assert set(level) == folders
    graph = grimp.build_graph("solvers")
    upwards = [
        (module, other)
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
        if (own := folder_of(module)) != (used := folder_of(other))
        and {own, used} <= folders
        and level[own] >= level[used]
    ]
    assert upwards == []


def folder_of(module: str) -> str:
    """The folder of `solvers` that a module is in, however deep."""
    return f"{module}..".split(".")[1]


def test_packages__are_ours_whatever_lies_in_the_working_directory(tmp_path: Path) -> None:
    # `jeopardice` names what is in the way: tests/jeopardice/test_shadowing.py.
    others = [package for package in PACKAGES if package not in ("flows", "jeopardice")]
    for name in others:
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('not for Jeopardice')\n")
    names = ", ".join(others)
    code = f"import flows, {names}; print(*(one.__path__[0] for one in ({names})))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == [str(HOUSE / name) for name in others], done.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_package__is_typed(package: str) -> None:
    assert (HOUSE / package / "py.typed").is_file()


def test_modules__are_short_and_documented() -> None:
    silent = [str(module) for module in MODULES if not ast.get_docstring(parsed(module))]
    assert silent == [], "a module says what it is for"
    lines = {str(module): (HOUSE / module).read_text().count("\n") for module in MODULES}
    long = {module: count for module, count in lines.items() if count >= MOST_LINES}
    assert long == {}, "a file holds one idea"


def test_modules__are_no_drawers() -> None:
    assert [str(module) for module in MODULES if {*module.with_suffix("").parts} & DRAWERS] == []


def test_modules__import_by_full_names() -> None:
    assert found(lambda node: isinstance(node, ast.ImportFrom) and node.level > 0) == []


def test_modules__assert_nothing() -> None:
    # python -O drops assertions: what must hold is checked, and raises.
    assert found(lambda node: isinstance(node, ast.Assert)) == []


def test_module__has_no_name_of_another_package() -> None:
    taken = sys.stdlib_module_names | HEAVY | {"numba", "numpy", "scipy"}
    assert not [module for module in MODULES if len(module.parts) == 1 or module.parts[0] in taken]


@pytest.mark.parametrize("name", ["solvers", "solvers.catalog", "flows.commands.questions"])
def test_quick_modules__load_nothing_heavy(name: str) -> None:
    code = f"import sys, {name}; print(*sorted({{module.split('.')[0] for module in sys.modules}}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    assert "solvers" in loaded
    assert not HEAVY & set(loaded)
