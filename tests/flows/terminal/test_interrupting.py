"""Ctrl-C that comes while Numba compiles: raised in a callback of its compiler, it would go no further."""

import ctypes
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from flows.terminal.errors import INTERRUPTED, guarded
from tests.processes import environment

# When Ctrl-C comes, in shares of a whole run.
MOMENTS = (0.15, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
ENDED = "interrupted: Nothing more was stored."
# A search says what it has found so far, and what not.
CUT_SHORT = (
    "The search was stopped ",
    "Numbers that are missing were not yet computed when you pressed Ctrl-C.",
)


def _lost() -> None:
    """Ctrl-C in a callback from C, which cannot raise."""
    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()


def _goes_on() -> None:
    _lost()
    time.sleep(60.0)


def _fails() -> None:
    _lost()
    raise RuntimeError("no compiled object yet")


def _in_text() -> None:
    exec("raise KeyboardInterrupt")


def _fails_of_it() -> None:
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        raise ValueError("half of a kernel") from None


@pytest.mark.parametrize("command", [_goes_on, _fails, _fails_of_it, _in_text])
def test_interrupt__that_is_lost_on_its_way_is_heard(
    command: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    hook, begun = sys.unraisablehook, time.monotonic()
    with pytest.raises(SystemExit) as end:
        guarded(command)
    assert end.value.code == INTERRUPTED
    assert capsys.readouterr().err == f"{ENDED}\n"
    assert time.monotonic() - begun < 30.0
    assert sys.unraisablehook is hook


def test_interrupt__that_is_lost_at_the_very_end_is_forgotten() -> None:
    guarded(_lost)
    # Longer than until it would be said again.
    time.sleep(0.2)


def test_interrupt__within_a_text_ends_with_the_code(tmp_path: Path) -> None:
    program = "from flows.terminal.errors import guarded; guarded(lambda: exec('raise KeyboardInterrupt'))"
    ended = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == INTERRUPTED, ended.stderr


def test_interrupt__while_modules_are_loaded_is_silent(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    command = [sys.executable, "-c", "from flows.start import main; main()"]
    ended = subprocess.run(
        command, cwd=tmp_path, env=environment(tmp_path, PYTHONPATH=str(tmp_path)), capture_output=True
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, b"", b"")


@pytest.mark.long
@pytest.mark.parametrize("words", ["solve race.pig goal=20", "thumb heron goal=20"])
def test_interrupt__while_kernels_are_compiled_is_one_line(words: str, tmp_path: Path) -> None:
    heron = (
        "name: Heron\nthrows:\n  cast:\n    dice: [d6]\n    results: [{show: [1], bust: true}, {gain: sum}]\n"
    )
    (tmp_path / "heron").write_text(heron)
    command = [sys.executable, "-m", "flows.cli", *words.split()]

    def begun(cache: str) -> subprocess.Popen[str]:
        cold = environment(tmp_path, NUMBA_CACHE_DIR=str(tmp_path / cache))
        return subprocess.Popen(
            command, cwd=tmp_path, env=cold, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    start = time.monotonic()
    whole = begun("whole")
    answer, _ = whole.communicate(timeout=300)
    assert whole.returncode == 0
    takes, heard = time.monotonic() - start, 0
    while heard < len(MOMENTS):
        share, start = MOMENTS[heard], time.monotonic()
        process = begun(f"cold{start}")
        with suppress(subprocess.TimeoutExpired):
            process.wait(share * takes)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=300)
        if process.returncode == 0:
            # It was quicker than those before, and is through.
            assert len(out.splitlines()) == len(answer.splitlines())
            takes = 0.9 * min(takes, time.monotonic() - start)
            continue
        heard += 1
        assert process.returncode == INTERRUPTED, (share, error)
        assert "Traceback" not in error, (share, error)
        assert "ignored" not in error, (share, error)
        searched = any(words in out for words in CUT_SHORT)
        assert searched or error.splitlines()[-1] == ENDED, (share, out, error)


ENDING = """
import os, signal, sys
from flows.cli import main

class Last:
    def __del__(self, kill=os.kill, process=os.getpid(), interrupt=int(signal.SIGINT), write=os.write):
        # By now Python has put its own answers to signals away.
        kill(process, interrupt)
        write(2, b"The end.")

sys.last = Last()
sys.argv = ["jeopardice", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize(("words", "code"), [("--version", 0), ("solve no.question", 2)])
def test_interrupt__while_python_ends_changes_nothing(words: str, code: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDING, *words.split()],
        env=environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stderr
    assert done.stderr.endswith("The end.")
    assert "Traceback" not in done.stderr
