"""No modules import each other in a circle, late or for types only."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from flows import PACKAGES

ROOT = Path(__file__).parents[2]


def module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path, known: set[str]) -> Iterator[str]:
    """Modules of ours that a file imports anywhere, in functions and for types, too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            within = [f"{node.module}.{one.name}" for one in node.names]
            yield from (name if name in known else node.module for name in within)


def test_imports__run_in_no_circle() -> None:
    paths = {module(path): path for folder in PACKAGES for path in (ROOT / folder).rglob("*.py")}
    graph = {name: set(imported(path, {*paths})) - {name} for name, path in paths.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None
