"""A file that replaces an older one once it is complete; removal of files that killed processes left.

A process that writes such a file holds a lock on it, which the system releases when the process ends.
"""

import fcntl
import glob
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ENDING = ".partial"


@contextmanager
def made_aside(path: Path) -> Iterator[Path]:
    """A temporary file next to a path, renamed to it at the end of the block, or deleted if the block fails.

    Parameters
    ----------
    path : the final path; its directory is created if needed
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    partial, lock = _locked(path)
    try:
        yield partial
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)
        os.close(lock)


def _locked(path: Path) -> tuple[Path, int]:
    """A new file with a unique name, and its lock."""
    while True:
        partial = path.with_name(f".{path.name}.{uuid.uuid4().hex}{ENDING}")
        # With the permissions of an ordinary file, since it becomes one.
        lock = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        _lock(lock)
        # Another process may have removed it as abandoned before it was locked.
        if partial.exists():
            return partial, lock
        os.close(lock)


def _clear(path: Path) -> None:
    """Delete files for the same path that killed processes left."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.{'[0-9a-f]' * 32}{ENDING}"):
        try:
            lock = os.open(left, os.O_RDWR | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            if _lock(lock):
                left.unlink(missing_ok=True)
        finally:
            os.close(lock)


def _lock(file: int) -> bool:
    """Whether the file could be locked, so that no other process has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
