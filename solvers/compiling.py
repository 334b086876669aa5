"""What compiling takes, apart from solving, and who hears of it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Spent:
    """Time that a thread has spent on compiling, or on loading what was compiled.

    Attributes
    ----------
    processor : seconds of processor time
    wall : seconds on the clock, in which it may have waited for another process
    """

    processor: float = 0.0
    wall: float = 0.0


class _Thread(threading.local):
    depth = 0
    spent = Spent()


_thread = _Thread()
# Called with a kernel that was compiled, and was not just loaded.
_listeners: list[Callable[[Any], None]] = []


def spent() -> Spent:
    """What this thread has spent so far."""
    return _thread.spent


def thread_time() -> float:
    """Processor time of this thread in seconds, as of `time`, but for what compiling took.

    What else keeps the cores busy is no cost of a case, and machine code is compiled once for all.
    """
    return time.thread_time() - _thread.spent.processor


def perf_counter() -> float:
    """Seconds on the clock, as of `time`, but for those in which this thread compiled."""
    return time.perf_counter() - _thread.spent.wall


@contextmanager
def heard(listener: Callable[[Any], None]) -> Iterator[None]:
    """Have a listener called with each kernel that this process begins to compile, and with None once the
    outermost of them is done.
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def begins(kernel: Any) -> None:
    """Say that a kernel is going to be compiled."""
    for listener in _listeners:
        listener(kernel)


@contextmanager
def counted(kernel: Any) -> Iterator[None]:
    """Count what goes on inside as compiling; kernels that are compiled for others are inside already."""
    if _thread.depth:
        _thread.depth += 1
        try:
            yield
        finally:
            _thread.depth -= 1
        return
    began = Spent(time.thread_time(), time.perf_counter())
    _thread.depth = 1
    try:
        yield
    finally:
        _thread.depth = 0
        before = _thread.spent
        _thread.spent = Spent(
            before.processor + time.thread_time() - began.processor,
            before.wall + time.perf_counter() - began.wall,
        )
        for listener in _listeners:
            listener(None)
