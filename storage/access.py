"""Whether a directory can be written to, asked before hours of work; words for a disk that refuses later."""

import errno
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import icechunk

from storage.errors import Unwritable
from storage.location import Location

# What a disk says that will say the same again: trying once more would only cost time.
LASTING = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM}
REMEDY = "Free some space there or correct the permissions, then run again. Finished cases are saved."


def refuse_unwritable(name: str, directory: Path) -> None:
    """Refuse a directory that cannot be written to, or made; nothing is made, and nothing is left.

    Parameters
    ----------
    name : of the place, for the error
    directory : or what shall become one

    Raises
    ------
    Unwritable
        saying what the system says
    """
    there = next(place for place in (directory, *directory.parents) if place.exists())
    try:
        # Where the system can, it is a file without a name, so that not even the directory's date changes.
        # Asking for permissions is not enough: they do not say that a file system is mounted to be read only,
        # and whoever is root has them all.
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        place = str(directory) if there == directory else f"{directory}, as nothing can be made in {there}"
        remedy = "Choose another place, or correct its permissions."
        raise Unwritable(f"{name}: cannot write to {place}: {error.strerror}. {remedy}") from None


def refuse_unwritable_store(location: Location) -> None:
    """Refuse a local store, or the place for one, that cannot be written to.

    Buckets pass: they are asked as they are opened.

    Parameters
    ----------
    location : of the store

    Raises
    ------
    Unwritable
        naming the first directory that refuses
    """
    path = location.path
    if path is None:
        return
    # The lock is beside it.
    inside = (
        [directory for directory in sorted(path.iterdir()) if directory.is_dir()] if path.exists() else []
    )
    for directory in (path.parent, path, *inside) if path.exists() else (path,):
        refuse_unwritable("store", directory)


def lasting(error: BaseException) -> str:
    """What the system says of a failure that lasts, as a full disk or a missing permission; else "".

    Icechunk and Zarr pass the system's words on as text.

    >>> lasting(OSError(28, "No space left on device"))
    'No space left on device'
    >>> lasting(OSError(104, "Connection reset by peer"))
    ''
    """
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(lasting, error.exceptions)), "")
    if isinstance(error, OSError):
        return os.strerror(error.errno) if error.errno in LASTING else ""
    if isinstance(error, icechunk.IcechunkError):
        numbers = [int(number) for number in re.findall(r"\(os error (\d+)\)", str(error))]
        return next((os.strerror(number) for number in numbers if number in LASTING), "")
    return ""


def remedy(cause: str) -> str:
    """What to do about a bucket that cannot be read.

    Parameters
    ----------
    cause : what Icechunk says; without credentials it names the last place where it looked for some
    """
    if "IMDS" in cause or "providers in chain" in cause:
        return (
            "No credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, here and on each"
            " worker."
        )
    return "Check the address and your access."


@contextmanager
def worded(name: str, where: object) -> Iterator[None]:
    """Turn an error of a disk that will not pass into a sentence.

    Parameters
    ----------
    name : of the place, for the error
    where : the place

    Raises
    ------
    Unwritable
        if it does
    """
    try:
        yield
    except (OSError, icechunk.IcechunkError, ExceptionGroup) as error:
        if not (found := lasting(error)):
            raise
        raise Unwritable(f"{name}: cannot write to {where}: {found}. {REMEDY}") from None
