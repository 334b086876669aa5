"""What is compiled for a first answer: each kernel once, by one process, without words, not as solving."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import solvers
from solvers import compiling
from solvers.catalog import QUESTIONS
from solvers.jit import jit
from solvers.reached import kernels_from, missing
from tests.each import of_each

HERE = Path(solvers.__file__).parent
DECORATORS = {"jit", "jit_inline", "jit_allocating"}
ARRAYS = {"Array", "Integers", "Shorts", "Flags"}
# Solves one case as a worker does, and says what Numba compiled for it, by its own events.
SOLVED = """
import json, sys, time
from numba.core import event

class Compiled(event.Listener):
    depth, seconds, kernels = 0, 0.0, []

    def on_start(self, started):
        if not self.depth:
            self.began = time.thread_time()
        self.depth += 1

    def on_end(self, ended):
        self.depth -= 1
        if not self.depth:
            self.seconds += time.thread_time() - self.began
        dispatcher = ended.data["dispatcher"]
        function = dispatcher.py_func
        kind = type(dispatcher).__name__
        self.kernels.append([function.__module__, function.__qualname__, kind])

compiled = Compiled()
event.register("numba:compile", compiled)

from solvers.catalog import QUESTIONS
from solvers.reached import kernels_from, missing
from tasks.block import Block, solve_case
from tasks.case import Case
from tests.sweeps import alone, planned, race, trio

question = QUESTIONS[sys.argv[1]]
content = {"race.pig": race, "simultaneous.best_response_to_two": trio, "solitaire.pig": alone}[question.name]
block = planned(content(), None).blocks[0]
ahead = missing(kernels_from(question.calls_for([kept.name for kept in block.layout.variables])))
started = time.thread_time()
answer = solve_case(block, block.cases[0])
elapsed = time.thread_time() - started
left = missing(ahead)
print(json.dumps({
    "error": answer.row["error"],
    "seconds": answer.row["seconds"],
    "elapsed": elapsed,
    "compiling": compiled.seconds,
    "kernels": compiled.kernels,
    "ahead": [[kernel.py_func.__module__, kernel.py_func.__qualname__] for kernel in ahead],
    "left": [[kernel.py_func.__module__, kernel.py_func.__qualname__] for kernel in left],
}))
"""


def started(question: str, cache: Path) -> "subprocess.Popen[str]":
    """A process of its own that solves a case of a question with this cache."""
    return subprocess.Popen(
        [sys.executable, "-c", SOLVED, question],
        stdout=subprocess.PIPE,
        text=True,
        cwd=HERE.parent,
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(HERE.parent)},
    )


def said(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, _ = process.communicate()
    assert process.returncode == 0
    found: dict[str, Any] = json.loads(out)
    assert not found["error"]
    return found


@pytest.fixture(
    scope="module",
    params=[
        "solitaire.pig",
        *(
            pytest.param(name, marks=pytest.mark.long)
            for name in ("race.pig", "simultaneous.best_response_to_two")
        ),
    ],
)
def first(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What two processes say that solve the same at the same time, with nothing compiled."""
    cache = tmp_path_factory.mktemp("cache")
    processes = [started(request.param, cache) for _ in range(2)]
    return [said(process) for process in processes]


def ours(found: dict[str, Any]) -> list[tuple[str, ...]]:
    return [tuple(kernel) for kernel in found["kernels"] if kernel[0].startswith("solvers.")]


def test_case__takes_no_time_for_compiling(first: list[dict[str, Any]]) -> None:
    assert any(found["compiling"] > 0.0 for found in first)
    for found in first:
        assert 0.0 < found["seconds"] <= found["elapsed"] - found["compiling"]


def test_kernels__are_compiled_once_by_one_of_two_processes(first: list[dict[str, Any]]) -> None:
    # Rows lie in memory in several ways, and whoever copies one is compiled for each.
    compiled = [kernel for found in first for kernel in ours(found) if kernel[0] != "solvers.rows"]
    assert compiled
    assert sorted(set(compiled)) == sorted(compiled)


def test_kernels__that_are_compiled_were_known_before(first: list[dict[str, Any]]) -> None:
    found = first[0]
    compiled = {kernel[:2] for each in first for kernel in ours(each)}
    assert compiled <= {tuple(kernel) for kernel in found["ahead"]}
    # Those that are left are for games of several throws; a race of one throw has code of its own.
    assert 2 * len(found["left"]) < len(found["ahead"])


def test_kernels__compile_no_words(first: list[dict[str, Any]]) -> None:
    compiled = [kernel for found in first for kernel in found["kernels"]]
    assert not [kernel for kernel in compiled if "unicode" in kernel[0] or "shape_context" in kernel[1]]


def functions() -> dict[str, ast.FunctionDef]:
    """All kernels, as they are written."""
    return {
        f"{path.relative_to(HERE)}:{function.name}": function
        for path in sorted(HERE.rglob("*.py"))
        if "@jit" in (text := path.read_text("utf-8"))
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef)
        and DECORATORS & {own.id for own in function.decorator_list if isinstance(own, ast.Name)}
    }


@of_each(functions())
def test_kernel__has_no_words_and_copies_rows_one_by_one(function: ast.FunctionDef) -> None:
    body = function.body[1:]
    nodes = [node for statement in body for node in ast.walk(statement)]
    # What a kernel says comes out as a number, and whoever called it words that.
    assert not [node for node in nodes if isinstance(node, ast.JoinedStr | ast.Raise)]
    assert not [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    # With rows on both sides Numba compiles the words of its error about their shapes.
    for node in nodes:
        if isinstance(node, ast.Assign) and any(map(_is_part, node.targets)):
            assert not _is_row(node.value, _arrays(function)), ast.unparse(node)


def _arrays(function: ast.FunctionDef) -> set[str]:
    """Arguments that are arrays."""
    annotated = {own.arg: own.annotation for own in function.args.args if own.annotation is not None}
    return {name for name, annotation in annotated.items() if ast.unparse(annotation) in ARRAYS}


def _is_part(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and any(
        isinstance(node, ast.Slice) for node in ast.walk(target.slice)
    )


def _is_row(value: ast.expr, arrays: set[str]) -> bool:
    """Whether a value is a row by the looks of it: a part of an array, an array, or several numbers."""
    if isinstance(value, ast.Subscript):
        return _is_part(value)
    return any(
        isinstance(node, ast.Slice | ast.Call | ast.Tuple)
        or (isinstance(node, ast.Name) and node.id in arrays)
        for node in ast.walk(value)
    )


def test_listeners__hear_of_what_is_compiled_and_not_of_what_is_there() -> None:
    @jit
    def twice(number: int) -> int:
        return 2 * number

    twice._cache.disable()  # type: ignore[attr-defined]
    heard: list[Any] = []
    with compiling.heard(heard.append):
        assert (twice(2), twice(3)) == (4, 6)
    assert [getattr(own, "__name__", None) for own in heard] == ["twice", None]


def test_missing__is_what_no_file_is_there_for() -> None:
    race, length = (kernels_from(QUESTIONS[name].calls) for name in ("race.pig", "length.pig"))
    assert {kernel.__name__ for kernel in race} >= {
        "_solve",
        "sweep",
        "_find_lines",
        "_backup_of_one_position",
    }
    assert {kernel.__name__ for kernel in length} != {kernel.__name__ for kernel in race}
    for kernel in missing(race):
        assert not Path(kernel._cache.index).exists()
