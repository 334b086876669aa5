"""Time spent on compiling, measured apart from solving, and listeners that are told of it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Spent:
    """Time that a thread has spent on compiling kernels or on loading compiled ones.

    Attributes
    ----------
    processor : processor time, in seconds
    wall : wall-clock time, in seconds, including waits for another process that compiles the same kernel
    """

    processor: float = 0.0
    wall: float = 0.0


class _Thread(threading.local):
    depth = 0
    spent = Spent()


_thread = _Thread()
# Called with each kernel that is compiled; not with those that are loaded.
_listeners: list[Callable[[Any], None]] = []


def spent() -> Spent:
    """Time that this thread has spent on compiling so far."""
    return _thread.spent


def thread_time() -> float:
    """Processor time of this thread in seconds, like `time.thread_time`, without the time spent on compiling.

    Estimates of a case use it: other processes do not count, nor compiling, which is done once for all cases.
    """
    return time.thread_time() - _thread.spent.processor


def perf_counter() -> float:
    """Wall-clock time in seconds, like `time.perf_counter`, without the time spent on compiling here."""
    return time.perf_counter() - _thread.spent.wall


@contextmanager
def heard(listener: Callable[[Any], None]) -> Iterator[None]:
    """Call a listener with each kernel that this process begins to compile, and with None after the outermost
    one is done.
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def begins(kernel: Any) -> None:
    """Report that a kernel is about to be compiled."""
    for listener in _listeners:
        listener(kernel)


@contextmanager
def counted(kernel: Any) -> Iterator[None]:
    """Count the time inside as compiling. Nested calls, for kernels that a kernel calls, are counted once."""
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
