"""A table that all workers of a case share: a file, mapped into the memory of each process that needs a part.

The file is in memory if there is room (`/dev/shm`), else in the temporary directory; JEOPARDICE_SCRATCH names
another directory, which all workers must see. It is deleted after the case. If a launcher is killed, its
table stays, and the next launcher removes it. Only files of this user are opened.
"""

import fcntl
import mmap
import os
import secrets
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np

from solvers.arrays import Array
from solvers.errors import InvalidRules
from solvers.private_directory import opened_as_own
from storage.errors import Unwritable

PREFIX = "jeopardice-table-"
MEMORY = Path("/dev/shm")
# Largest share of free memory for a table.
MOST_OF_MEMORY = 0.8
# Seconds after which a process unmaps an unused table. Touching a page again costs up to 8 us: a third of its
# time if it maps the table once a second, a half if it does for each piece.
UNUSED_SECONDS = 2.0
# Seconds between checks of a process with limited memory: a piece touches 50 MB in that time.
LOOK_SECONDS = 0.005
STATM = Path("/proc/self/statm")


class TableUnseen(RuntimeError):
    """A worker that cannot see the shared table."""


@dataclass(frozen=True)
class SharedTable:
    """Identifies a table.

    Parameters
    ----------
    path : path of the file, unique for each table
    shape : shape of the float64 array
    """

    path: str
    shape: tuple[int, ...]

    def opened(self) -> Array:
        """The table, to read and write; its pages are shared, and unmapped after a while without use.

        Raises
        ------
        TableUnseen
            if the file is not there
        """
        path = Path(self.path)
        try:
            # A mapped table may also be deleted by now.
            with opened_as_own(path, os.O_RDWR) as file:
                held = _held.get(self) or _mapped(self, file)
        except OSError as error:
            raise TableUnseen(
                f"JEOPARDICE_SCRATCH: a worker on {os.uname().nodename} cannot see the launcher's directory"
                f" {path.parent}: {error.strerror}. Name a directory on a disk that all share, and start"
                " launcher and workers as the same user."
            ) from None
        held.used = time.monotonic()
        return held.array


@dataclass
class _Held:
    """A table that this process has mapped.

    Attributes
    ----------
    array : its values
    used : time of its last use, on the monotonic clock
    """

    array: Array
    used: float


# Mapped tables by identity, and all mappings in use.
_held: dict[SharedTable, _Held] = {}
_mappings = weakref.WeakSet[mmap.mmap]()
_lock = threading.Lock()
# Whether there are any: set when one is made, cleared when none is found.
_some = threading.Event()


def have_at_most(size: float) -> None:
    """Make this process release its tables' pages when it uses more than this many bytes.

    A piece of a large case reads more than a worker may use. Released pages stay in the file, with all
    writes, and are read again where needed.
    """

    def look() -> None:
        while True:
            # 200 checks a second are 1.6 % of a core, and hardly any case has a table.
            _some.wait()
            time.sleep(LOOK_SECONDS)
            if _in_memory() > size:
                _let_go()
            with _lock:
                if not _mappings:
                    _some.clear()

    threading.Thread(target=look, name="tables", daemon=True).start()


def _let_go() -> None:
    """Release the pages of all tables."""
    with _lock:
        for mapping in _mappings:
            mapping.madvise(mmap.MADV_DONTNEED)


def _in_memory() -> int:
    """Bytes that this process has in memory; 0 if the system does not say."""
    if not STATM.exists():
        return 0
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _mapped(table: SharedTable, file: int) -> _Held:
    """Map a table, for as long as it is used now and then."""
    mapping = mmap.mmap(file, 0)
    with _lock:
        _mappings.add(mapping)
        _some.set()
    held = _held[table] = _Held(np.frombuffer(mapping).reshape(table.shape), time.monotonic())
    _look_later(table, held)
    return held


def _look_later(table: SharedTable, held: _Held) -> None:
    """Unmap a table when it has been unused for long enough."""
    left = held.used + UNUSED_SECONDS - time.monotonic()
    if left <= 0:
        _held.pop(table, None)
        return
    look = threading.Timer(left, _look_later, (table, held))
    look.daemon = True
    look.start()


@contextmanager
def shared_table(shape: tuple[int, ...]) -> Iterator[SharedTable]:
    """A table of zeros, for the length of the block.

    Raises
    ------
    InvalidRules
        if JEOPARDICE_SCRATCH names no directory
    Unwritable
        if there is not enough room for it
    """
    size = 8 * prod(shape)
    remove_abandoned_tables()
    directory = _directory(size)
    path = directory / f"{PREFIX}{secrets.token_hex(8)}"
    # A live process holds a lock on the file, a killed one does not. The file gets its name once it is
    # locked.
    with tempfile.NamedTemporaryFile(dir=directory, delete=False) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.truncate(size)
            Path(file.name).rename(path)
            yield SharedTable(str(path), shape)
        finally:
            path.unlink(missing_ok=True)


def _directory(size: int) -> Path:
    """A directory with room for a table of this many bytes."""
    named = os.environ.get("JEOPARDICE_SCRATCH")
    if named is None and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free * MOST_OF_MEMORY > size:
        return MEMORY
    directory = Path(named or tempfile.gettempdir())
    if not directory.is_dir():
        raise InvalidRules(f"JEOPARDICE_SCRATCH: there is no directory {directory}. Make it or name another.")
    free = shutil.disk_usage(directory).free
    if free < size:
        raise Unwritable(
            f"JEOPARDICE_SCRATCH: {directory} has {free / 1e9:.1f} GB free, and {size / 1e9:.1f} GB are"
            " needed. Name another directory."
        )
    return directory


def remove_abandoned_tables() -> None:
    """Remove the tables of this user's launchers that were killed, in all possible directories."""
    for directory in {MEMORY, Path(os.environ.get("JEOPARDICE_SCRATCH") or tempfile.gettempdir())}:
        for path in directory.glob(f"{PREFIX}*"):
            with suppress(OSError), opened_as_own(path, os.O_RDONLY) as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()
