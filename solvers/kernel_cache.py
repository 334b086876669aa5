"""Where machine code is kept: in a directory that nobody else can write to, by modules as they are.

Numba keeps an index beside the machine code that is pickled, so that who can write there runs code as whoever
reads it.

A module that changes gets another directory, and nobody asks for the old one any more. The time of a
directory says on which day it was used last. A process that makes one removes those that were not used for
UNUSED seconds.
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
# Of a module and the hash of all that it imports, and what such a directory is called while it is removed.
OF_A_MODULE = re.compile(r".+-[0-9a-f]{16}(\.unused-[0-9a-f]+)?")


@cache
def kernel_directory() -> Path:
    """The directory of machine code, of mode 0700.

    It is in NUMBA_CACHE_DIR, else in `jeopardice` among the user's caches. If other users can write there, or
    this one cannot, it is a private one, which all processes that this one starts share.
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
    """Where this user's caches are."""
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches).absolute() / "jeopardice"
    settle_home()
    return Path.home() / ".cache" / "jeopardice"


def _refused(place: Path, ours: bool) -> str:
    """Why a directory in a place would not be safe from other users, "" if it would be."""
    if why := refusal(place, private=False):
        return why
    found = place.stat()
    if ours and found.st_uid == os.geteuid():
        # It was made with the rights of any directory once.
        place.chmod(MODE)
        return ""
    if found.st_uid not in (0, os.geteuid()):
        return "it belongs to another user"
    # Where it is sticky, as /tmp is, nobody can put another directory in the place of this user's.
    return "other users can write to it" if found.st_mode & 0o022 and not found.st_mode & S_ISVTX else ""


def directory_of(name: str) -> Path:
    """The directory of a module's machine code, which is there from then on.

    Parameters
    ----------
    name : the module's own, a hyphen, and sixteen hexadecimal digits that say how it is
    """
    place = kernel_directory() / name
    try:
        used = place.stat().st_mtime
    except FileNotFoundError:
        place.mkdir(parents=True, exist_ok=True)
        # What changes seldom is looked for seldom, and only where machine code is compiled anyway.
        _remove_unused()
        return place
    if time.time() - used > DAY:
        with suppress(OSError):
            os.utime(place)
    return place


@cache
def _remove_unused() -> None:
    """Remove the directories of modules that nobody has used for long, once in a process.

    A process that still uses one finds nothing there, compiles again what it has not loaded yet, and makes it
    anew. A directory is renamed first, so that nobody finds half of it.
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
