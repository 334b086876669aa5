"""A file that takes the place of an older one once it is whole, and what killed processes left of theirs.

Who makes a file aside holds a lock on it, which the system frees when the process ends, however it ends.
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
    """A file beside a path that becomes it at the end of the block, or is deleted if that fails.

    Parameters
    ----------
    path : where it shall be; its directory is made if need be
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
    """A new file of a name that nobody else has, and its lock."""
    while True:
        partial = path.with_name(f".{path.name}.{uuid.uuid4().hex}{ENDING}")
        # As other files that one makes, since it becomes one.
        lock = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        _lock(lock)
        # Somebody may have taken it for one of a killed process before it was locked.
        if partial.exists():
            return partial, lock
        os.close(lock)


def _clear(path: Path) -> None:
    """Delete what killed processes left of files for the same place."""
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
    """Whether it could be locked: nobody else has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
