"""Check that a directory can be written to, before hours of work; clear errors for disks that fail later."""

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

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
# System errors that last, so that another attempt only costs time.
LASTING = FULL | {errno.EROFS, errno.EACCES, errno.EPERM}
ROOM = "Free some space there, then run again."
ELSEWHERE = "Choose another place, or correct its permissions."
NO_KEYS = (
    "No credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them to"
    " ~/.aws/credentials, here and on each worker."
)


def refuse_unwritable(name: str, directory: Path) -> None:
    """Refuse a directory that cannot be written to or created; nothing is created or left there.

    Parameters
    ----------
    name : name of the place, for the error
    directory : the directory, which need not exist

    Raises
    ------
    Unwritable
        with the system's message
    """
    there = next(place for place in (directory, *directory.parents) if place.exists())
    try:
        # An unnamed file where the system has them, so that not even the directory's date changes.
        # Permissions alone say nothing about read-only file systems, and root has all of them.
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        place = str(directory) if there == directory else f"{directory}, as nothing can be made in {there}"
        raise Unwritable(f"{name}: cannot write to {place}: {error.strerror}. {ELSEWHERE}") from None


def refuse_unwritable_store(location: Location) -> None:
    """Refuse a local store, or the place for a new one, that cannot be written to.

    Buckets are not checked here, but when they are opened.

    Parameters
    ----------
    location : address of the store

    Raises
    ------
    Unwritable
        with the first directory that cannot be written to
    """
    path = location.path
    if path is None:
        return
    # The lock file is next to the store.
    inside = (
        [directory for directory in sorted(path.iterdir()) if directory.is_dir()] if path.exists() else []
    )
    for directory in (path.parent, path, *inside) if path.exists() else (path,):
        refuse_unwritable("store", directory)


def lasting(error: BaseException) -> str:
    """The system's message for a failure that lasts, such as a full disk or a missing permission; otherwise
    "".

    >>> lasting(OSError(28, "No space left on device"))
    'No space left on device'
    >>> lasting(OSError(104, "Connection reset by peer"))
    ''
    """
    number = _lasting_number(error)
    return "" if number is None else os.strerror(number)


def _lasting_number(error: BaseException) -> int | None:
    """The system's number of a failure that lasts; Icechunk passes it on in its text."""
    numbers: list[int | None] = []
    if isinstance(error, BaseExceptionGroup):
        numbers = [_lasting_number(one) for one in error.exceptions]
    elif isinstance(error, OSError):
        numbers = [error.errno]
    elif isinstance(error, icechunk.IcechunkError):
        numbers = [int(number) for number in re.findall(r"\(os error (\d+)\)", str(error))]
    return next((number for number in numbers if number in LASTING), None)


def remedy(cause: str) -> str:
    """Advice for a bucket that cannot be read.

    Parameters
    ----------
    cause : the library's message; without credentials it names the last place where it looked for them
    """
    if any(place in cause for place in ("IMDS", "providers in chain", "/latest/api/token")):
        return NO_KEYS
    return "Check the address and your access."


@contextmanager
def worded(name: str, where: object) -> Iterator[None]:
    """Turn a lasting disk error into a sentence.

    Parameters
    ----------
    name : name of the place, for the error
    where : the place

    Raises
    ------
    Unwritable
        if there is such an error
    """
    try:
        yield
    except (OSError, icechunk.IcechunkError, ExceptionGroup) as error:
        number = _lasting_number(error)
        if number is None:
            raise
        helps = ROOM if number in FULL else ELSEWHERE
        kept = " Finished cases are saved." if name == "store" else ""
        said = f"{name}: cannot write to {where}: {os.strerror(number)}. {helps}{kept}"
        raise Unwritable(said) from None
