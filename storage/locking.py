"""One process at a time, as Icechunk loses concurrent commits on a local disk, which cannot compare and swap.

A file system may accept locks without excluding anybody. So a process that holds the lock tries to take it a
second time, which must fail.
"""

import errno
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import StoreLocked, UnsafeStore, Unwritable

POLL_SECONDS = 0.01
NO_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP}


@contextmanager
def held(path: Path, what: str, wait: float) -> Iterator[None]:
    """Hold the lock file for the length of the block; the kernel releases it if the process dies.

    Parameters
    ----------
    path : the lock file; `path`.holder, next to it, says which process has it
    what : what is locked, for the error
    wait : longest wait in s

    Raises
    ------
    StoreLocked
        if another process has it for that long
    UnsafeStore
        if locks do not work there
    Unwritable
        if the lock file is another user's
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    holder = path.with_name(path.name + ".holder")
    try:
        # A new object each time, as threads of one process must exclude each other, too.
        with _locks_work(path, what):
            taken = _lock(path).acquire(timeout=wait, poll_interval=POLL_SECONDS)
        with taken:
            _check_excludes(path, what)
            try:
                _say_who(holder)
                yield
            finally:
                holder.unlink(missing_ok=True)
    except Timeout:
        raise StoreLocked(
            f"{what}: still in use by {_who(holder)} after {wait:g} s ({path}). Wait until it ends, or stop"
            " it."
        ) from None


def _lock(path: Path) -> FileLock:
    # No fallback: a lock file without a kernel lock would stay when its process is killed.
    return FileLock(path, fallback_to_soft=False)


@contextmanager
def _locks_work(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except PermissionError:
        raise Unwritable(
            f"{what}: its lock file belongs to another user ({path}). Ask that user to remove it when no run"
            " is writing, or use another store."
        ) from None
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        raise _unsafe(path, what, "has no locks") from None


def _check_excludes(path: Path, what: str) -> None:
    try:
        with _lock(path).acquire(blocking=False):
            raise _unsafe(path, what, "gives the same lock twice")
    except Timeout:
        return


def _unsafe(path: Path, what: str, found: str) -> UnsafeStore:
    return UnsafeStore(
        f"{what}: the file system at {path.parent} {found}, so two writers would lose each other's commits."
        " Use a local disk or an object store."
    )


def _say_who(holder: Path) -> None:
    """Write which process holds the lock, for those that wait; on a full disk they wait without knowing."""
    with suppress(OSError):
        holder.write_text(
            f"process {os.getpid()} on {platform.node()} since {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"
        )


def _who(holder: Path) -> str:
    try:
        return holder.read_text()
    except OSError:
        return "another process"
