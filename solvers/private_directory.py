"""A temporary directory that only this process uses, and that other users can neither enter nor create first.

The process holds a lock on it, which also keeps services that tidy temporary files away. The directory is
removed when the process ends. A killed process leaves its directory behind without a lock, and
`remove_abandoned` removes it.
"""

import errno
import fcntl
import os
import secrets
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.util import Finalize
from pathlib import Path
from stat import S_ISDIR, S_ISREG

PREFIX = "jeopardice-held-"
# Its own directory `multiprocessing` removes with priority -100.
LAST = -200
# Do not follow links, and do not wait for a pipe that somebody put there.
CAREFUL = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class _Directory:
    """A private directory, removed with this object or when Python ends."""

    def __init__(self) -> None:
        made = Path(tempfile.mkdtemp(prefix="jeopardice-"))
        self._lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY | CAREFUL)
        # A network disk may not lock directories: then only this process removes it.
        with suppress(OSError):
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        # It is renamed after it is locked, so that no process takes it for abandoned.
        self.path = made.rename(made.with_name(f"{PREFIX}{secrets.token_hex(8)}"))
        what = (self.path, os.getpid())
        weakref.finalize(self, _remove, *what).atexit = False
        # At the end of Python, after what `multiprocessing` removes within it.
        Finalize(None, _remove, what, exitpriority=LAST)


_made: list[_Directory] = []
_said: list[str] = []


def private_directory() -> Path:
    """The private directory of this process, created on first use with mode 0700."""
    if not _made:
        _made.append(_Directory())
    return _made[0].path


def is_temporary(path: Path) -> bool:
    """Whether a path is in the private directory of this process, and so is removed with it."""
    return bool(_made) and _made[0].path in path.parents


def _remove(path: Path, owner: int) -> None:
    # A forked child runs this, too, but does not own the directory.
    if os.getpid() == owner:
        shutil.rmtree(path, ignore_errors=True)


def remove_abandoned() -> None:
    """Remove private directories that killed processes of this user left behind."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError), opened_as_own(path, os.O_RDONLY | os.O_DIRECTORY) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path)


@contextmanager
def opened_as_own(path: Path, flags: int) -> Iterator[int]:
    """Open a regular file or a directory that belongs to this user, without following links and without
    waiting; yields its descriptor.

    Parameters
    ----------
    path : path of the file
    flags : as for `os.open`; a directory needs `O_DIRECTORY`

    Raises
    ------
    OSError
        if it cannot be opened, is of another kind, or belongs to another user
    """
    kind = S_ISDIR if flags & os.O_DIRECTORY else S_ISREG
    file = os.open(path, flags | CAREFUL)
    try:
        found = os.fstat(file)
        if found.st_uid != os.geteuid() or not kind(found.st_mode):
            raise PermissionError(errno.EPERM, "it is no file of this user", str(path))
        yield file
    finally:
        os.close(file)


def refusal(path: Path, private: bool = True) -> str:
    """Create a directory if it is missing, and say why this process cannot use it; "" if it can.

    Parameters
    ----------
    path : path of the directory; if it is created, nobody else can enter it
    private : whether it must belong to this user, and no other user may write to it
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = path.lstat() if private else path.stat()
        if private and found.st_uid != os.geteuid():
            return "it belongs to another user"
        if private and not S_ISDIR(found.st_mode):
            return "it is a link"
        if private and found.st_mode & 0o022:
            return "other users can write to it"
        # Mode bits do not tell of a read-only file system, and do not apply to root.
        with tempfile.TemporaryFile(dir=path):
            return ""
    except OSError as error:
        return os.strerror(error.errno) if error.errno else str(error)


def temporary_home(instead_of: object, why: str) -> Path:
    """A temporary directory in place of a home directory; says so on standard error, once.

    Parameters
    ----------
    instead_of : the directory that cannot be used
    why : why it cannot be used
    """
    if not _said:
        _said.append(
            f"note: {_printable(str(instead_of))} cannot be used ({why}). Compiled code and the history of"
            " runs go to a temporary directory, which is removed when this command ends. To keep them, let"
            " HOME, or NUMBA_CACHE_DIR and PREFECT_HOME, name a directory of yours."
        )
        print(_said[0], file=sys.stderr)
    home = private_directory() / "home"
    home.mkdir(mode=0o700, exist_ok=True)
    return home


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def settle_home() -> None:
    """Set HOME to a directory if it names none. Otherwise libraries fail on import, or create a folder `~`.

    A home that can be read but not written to is kept, as there may be credentials in it.
    """
    home = os.path.expanduser("~")
    if not (os.path.isabs(home) and os.path.isdir(home) and os.access(home, os.X_OK)):
        where = home if os.path.isabs(home) else f"the home directory of user {os.geteuid()}"
        os.environ["HOME"] = str(temporary_home(where, "it does not exist or cannot be entered"))
