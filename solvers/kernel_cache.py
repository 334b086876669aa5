"""The directory of cached machine code, which no other user can write to.

Numba pickles an index beside the machine code. A user who could write there could run code as any user who
loads it.

Each version of a module has its own directory. Its modification time is the day of its last use. A process
that creates one removes those that have not been used for UNUSED seconds.
"""

import os
import re
import secrets
import shutil
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from stat import S_ISVTX

from solvers.private_directory import refusal, settle_home, temporary_home

MODE = 0o700
DAY = 86400.0
UNUSED = 90.0 * DAY
# Directory of a module and a hash of all that it imports; the suffix marks one that is being removed.
OF_A_MODULE = re.compile(r".+-[0-9a-f]{16}(\.unused-[0-9a-f]+)?")


@cache
def kernel_directory() -> Path:
    """The directory of machine code, with mode 0700.

    It is in $NUMBA_CACHE_DIR, or else in the user's cache directory. If other users can write there, or this
    process cannot, it is a temporary private one, shared with the processes that this one starts.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    place = Path(named).absolute() if named else _default()
    directory = place / "kernels"
    if why := _refused(place, named is None) or refusal(directory):
        place = temporary_home(directory if place.exists() else place, why) / "cache"
        directory = place / directory.name
        directory.mkdir(mode=MODE, parents=True, exist_ok=True)
        os.environ["NUMBA_CACHE_DIR"] = str(place)
    return directory


def _default() -> Path:
    """The cache directory of this user."""
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches).absolute() / "jeopardice"
    settle_home()
    return Path.home() / ".cache" / "jeopardice"


def _refused(place: Path, ours: bool) -> str:
    """Why other users could interfere with a directory in a place; "" if they cannot."""
    if why := refusal(place, private=False):
        return why
    found = place.stat()
    if ours and found.st_uid == os.geteuid():
        # Earlier versions created it with the default mode.
        place.chmod(MODE)
        return ""
    if found.st_uid not in (0, os.geteuid()):
        return "it belongs to another user"
    # With the sticky bit, as on /tmp, nobody can replace this user's directory.
    return "other users can write to it" if found.st_mode & 0o022 and not found.st_mode & S_ISVTX else ""


def directory_of(name: str) -> Path:
    """The directory of a module's machine code, created if missing.

    Parameters
    ----------
    name : the module's name, a hyphen, and sixteen hexadecimal digits of its version
    """
    place = kernel_directory() / name
    try:
        used = place.stat().st_mtime
    except FileNotFoundError:
        place.mkdir(parents=True, exist_ok=True)
        # Clean up only when a module is new, as code is being compiled then anyway.
        _remove_unused()
        return place
    if time.time() - used > DAY:
        with suppress(OSError):
            os.utime(place)
    return place


@cache
def _remove_unused() -> None:
    """Remove directories that have not been used for UNUSED seconds, once in each process.

    A process that still uses one recompiles what it has not loaded yet, and creates the directory again. A
    directory is renamed before it is removed, so that no process finds half of it.
    """
    before = time.time() - UNUSED
    for place in kernel_directory().iterdir():
        with suppress(OSError):
            if (
                OF_A_MODULE.fullmatch(place.name)
                and place.lstat().st_mtime < before
                and not place.is_symlink()
            ):
                away = place.with_name(f"{place.name.partition('.')[0]}.unused-{secrets.token_hex(4)}")
                shutil.rmtree(place.rename(away), ignore_errors=True)
