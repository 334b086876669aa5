"""A lock between processes, so that only one of them compiles a kernel and the others load the result."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# Longest wait in seconds. A kernel compiles within seconds; the process that holds the lock may be suspended.
PATIENCE = 60.0
LOOK_AGAIN = 0.02


@contextmanager
def alone(index: str) -> Iterator[None]:
    """Hold the lock of a kernel's index file; go on without it if it cannot be had within PATIENCE."""
    descriptor = _opened(f"{index}.lock")
    if descriptor is None:
        yield
        return
    try:
        _wait(descriptor)
        yield
    finally:
        os.close(descriptor)


def _opened(path: str) -> int | None:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    with suppress(OSError):
        return os.open(path, flags, 0o600)
    with suppress(OSError):
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        return os.open(path, flags, 0o600)
    return None


def _wait(descriptor: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(LOOK_AGAIN)
        except OSError:
            return
        else:
            return
