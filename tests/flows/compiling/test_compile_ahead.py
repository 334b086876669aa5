"""Other processes that compile meanwhile what a command will call."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flows.compiling import ahead as compile_ahead
from flows.compiling import answering
from flows.compiling.ahead import Asked
from solvers.catalog import find
from tests.commands import Command

HOUSE = Path(__file__).parents[3]
QUESTION = "equal_turns_rules.pig"
PARAMETERS = find(QUESTION).complete({"goal": 8, "first_rule": "hold at 3", "second_rule": "hold at 4"})
# Six kernels are compiled in three seconds.
SIX_KERNELS = Asked("solitaire.pig", find("solitaire.pig").complete({}))
# What a case compiles although other processes were there before.
STILL_COMPILED = """
import sys
from solvers import compiling
from solvers.catalog import find
compiled = []
with compiling.heard(compiled.append):
    name, parameters, *_ = eval(sys.argv[1])
    question = find(name)
    solution = question.solve(**parameters)
    for output in question.outputs:
        output.read(solution)
print([kernel.__name__ for kernel in compiled if kernel is not None])
"""


@pytest.mark.long
@pytest.mark.parametrize("case", [SIX_KERNELS, Asked(QUESTION, PARAMETERS)], ids=lambda case: case.question)
def test_compile_ahead__leaves_nothing_for_the_case_itself(
    case: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(HOUSE))
    codes = [process.wait() for process in compile_ahead.started([case], 2, aloud=True)]
    assert codes == [0, 0]
    done = subprocess.run(
        [sys.executable, "-P", "-c", STILL_COMPILED, repr(tuple(case))],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_begin__runs_nothing_from_where_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("solvers", "json", "flows"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'was_run')!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    (process,) = compile_ahead.started([Asked(QUESTION, PARAMETERS)], 1, aloud=True)
    assert process.wait() == 0
    assert not (tmp_path / "was_run").exists()


def test_end__ends_what_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_ahead, "WORTH_IT", -1.0)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    compile_ahead.begin([Asked(QUESTION, PARAMETERS)])
    processes = list(compile_ahead._running)
    compile_ahead.end()
    assert len(processes) == 2
    assert all(process.returncode is not None for process in processes)


def test_solve__has_compiled_ahead_what_it_prints(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Asked] = []
    monkeypatch.setattr(answering, "begin", asked.extend)
    assert jeopardice("solve", "pig").code == 0
    assert jeopardice("solve", "pig", "--json").code == 0
    printed, every = (set(case.kept or ()) for case in asked)
    assert {"win_probability", "residual"} <= printed
    assert "value" in every - printed
