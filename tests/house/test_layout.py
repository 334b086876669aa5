"""The layout of the house: packages, modules, imports and what they may not drag in."""

import ast
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
PACKAGES = ("configs", "flows", "solvers", "storage", "tasks")
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


@pytest.mark.parametrize("name", ["solvers", "solvers.catalog"])
def test_solvers__load_nothing_heavy(name: str) -> None:
    code = f"import sys, {name}; print(*sorted({{module.split('.')[0] for module in sys.modules}}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    assert "solvers" in loaded
    assert not HEAVY & set(loaded)
