"""Ctrl-C that waits for LLVM.

Python raises `KeyboardInterrupt` between any two steps of its own. If these are a call of LLVM and the line
that notes who owns the result, an object is freed twice later: the process dies of a segmentation fault.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Pressed:
    """Whether Ctrl-C was pressed and not raised yet."""

    waits = False


@contextmanager
def held_back() -> Iterator[None]:
    """Raise a Ctrl-C at the end of the block, instead of inside; a block in a block ends first.

    Nothing changes on other threads, where Python raises none, and where a process has a handler of its own.
    """
    before = signal.getsignal(signal.SIGINT)
    raises = before in (signal.default_int_handler, _wait)
    if not raises or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if _Pressed.waits:
            _Pressed.waits = False
            raise KeyboardInterrupt


def _wait(number: int, frame: object) -> None:
    _Pressed.waits = True
