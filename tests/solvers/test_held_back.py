"""Ctrl-C while kernels are compiled: raised between kernels, never within LLVM's calls."""

import signal
import threading
from pathlib import Path

import pytest

from solvers.held_back import held_back
from tests.solvers.test_jit import run

# Ctrl-C as each kernel begins to be compiled for the first time, until all are there.
PRESSED = """
import signal
from solvers import compiling
from solvers.games import pig
from solvers.race.solve import optimal_play

went_on, stopped = [], 0

def press(kernel):
    if kernel is not None and kernel not in went_on:
        signal.raise_signal(signal.SIGINT)
        went_on.append(kernel)

with compiling.heard(press):
    while True:
        try:
            value = optimal_play(pig.turn(), 10).value[0, 0]
            break
        except KeyboardInterrupt:
            stopped += 1
print(len(went_on), stopped, repr(float(value)))
"""
PLAIN = """
from solvers.games import pig
from solvers.race.solve import optimal_play

print(repr(float(optimal_play(pig.turn(), 10).value[0, 0])))
"""


@pytest.mark.long
def test_kernels__are_compiled_whole_whenever_ctrl_c_comes(tmp_path: Path) -> None:
    # Were it raised at once, the first would never end.
    (pressed,) = run(PRESSED, NUMBA_CACHE_DIR=str(tmp_path))
    went_on, stopped, value = pressed.split()
    assert int(went_on) >= int(stopped) >= 5
    assert run(PLAIN, NUMBA_CACHE_DIR=str(tmp_path)) == [value]


def test_ctrl_c__is_raised_at_the_end_of_the_innermost_block() -> None:
    steps = []

    @held_back()
    def inner() -> None:
        signal.raise_signal(signal.SIGINT)
        steps.append("inner")

    @held_back()
    def outer() -> None:
        inner()
        steps.append("outer")

    with pytest.raises(KeyboardInterrupt):
        outer()
    assert steps == ["inner"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with held_back():
        pass


def test_ctrl_c__is_not_lost_where_the_block_fails() -> None:
    @held_back()
    def compiled() -> None:
        signal.raise_signal(signal.SIGINT)
        raise ValueError("half of a kernel")

    with pytest.raises(KeyboardInterrupt):
        compiled()


def test_handler__of_the_process_is_called_at_once() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with held_back():
            signal.raise_signal(signal.SIGINT)
            assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads__leave_the_handler_alone() -> None:
    seen: list[object] = []

    def compiled() -> None:
        with held_back():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=compiled)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
