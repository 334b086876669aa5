"""One process at a time, where the file system cannot compare and swap: Icechunk loses concurrent commits on a local disk."""

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import StoreLocked

POLL_SECONDS = 0.01


@contextmanager
def held(path: Path, what: str, wait: float) -> Iterator[None]:
    """Hold the lock file for the length of the block; the kernel frees it if the process dies.

    Parameters
    ----------
    path : the lock file; beside it, `path`.holder says who has it
    what : for the error
    wait : s

    Raises
    ------
    StoreLocked
        if somebody else has it for that long
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    holder = path.with_name(path.name + ".holder")
    try:
        # A new object each time: threads of one process must exclude each other, too.
        with FileLock(path).acquire(timeout=wait, poll_interval=POLL_SECONDS):
            holder.write_text(f"process {os.getpid()} on {platform.node()} since {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC")
            try:
                yield
            finally:
                holder.unlink(missing_ok=True)
    except Timeout:
        raise StoreLocked(
            f"{what}: expected to be free within {wait:g} s, got held by {_who(holder)} ({path}). Wait for it to end, or stop it."
        ) from None


def _who(holder: Path) -> str:
    try:
        return holder.read_text()
    except OSError:
        return "another process"
