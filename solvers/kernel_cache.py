"""Where machine code is kept: in a directory that nobody else can write to.

Numba keeps an index beside the machine code that is pickled, so that who can write there runs code as whoever
reads it.
"""

import os
from functools import cache
from pathlib import Path
from stat import S_ISVTX

from solvers.private_directory import refusal, settle_home, temporary_home

MODE = 0o700


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
