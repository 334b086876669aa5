"""Sentences for what the system, a disk or a store refuses, for all commands."""

import errno
import os
import sys

from flows import PACKAGES
from flows.places import latest_store

# Errors of a place that are not bugs: the system refuses everybody.
OF_A_PLACE = {
    errno.EACCES,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.EISDIR,
    errno.ELOOP,
    errno.ENAMETOOLONG,
    errno.ENOENT,
    errno.ENOSPC,
    errno.ENOTDIR,
    errno.EPERM,
    errno.EROFS,
    errno.ESTALE,
}

# How Icechunk says that clocks differ: that of an object store, and that of the launcher before.
CLOCKS = "clock has drifted", "invalid snapshot timestamp ordering"


def sentence(error: BaseException) -> str:
    """Return the text of an error as the command prints it; a bug's begins with its type.

    Parameters
    ----------
    error : any error
    """
    if type(error).__module__.split(".")[0] in PACKAGES:
        return str(error)
    return worded(error) or f"{type(error).__name__}: {error}"


def worded(error: BaseException) -> str:
    """What was refused, where, and what to do; "" for a bug.

    Parameters
    ----------
    error : error of the system or of a library
    """
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(worded, error.exceptions)), "")
    if isinstance(error, OSError) and error.errno in OF_A_PLACE:
        return _of_a_place(error)
    if isinstance(error, ValueError) and "checksum" in str(error):
        return _of_a_store(error)
    # Without the library imported there is no error of it.
    if "icechunk" in sys.modules and isinstance(error, sys.modules["icechunk"].IcechunkError):
        return _of_a_store(error)
    return ""


def _of_a_place(error: OSError) -> str:
    found = os.strerror(error.errno or 0)
    if error.filename is None:
        return f"Cannot write: {found}. Free some space or correct the permissions, then try again."
    remedy = "Correct the path or its permissions, or free some space there."
    return f"Cannot use {os.fsdecode(error.filename)}: {found}. {remedy}"


def _of_a_store(error: Exception) -> str:
    from storage.access import lasting, remedy
    from storage.damage import cause, said_of
    from storage.location import BUCKETS

    place, refused = latest_store(), lasting(error)
    if not refused and (damage := said_of(error, place)):
        return damage
    if any(words in str(error) for words in CLOCKS):
        return (
            f"Cannot write to the store at {place}: this machine's clock differs from that of the store, or"
            " was set back. Set the clock, then run the same command again. Finished cases are saved."
        )
    said, helps = (
        refused or cause(error),
        "Check that it exists, its permissions, and the free space on its disk.",
    )
    if place.partition("://")[0] in BUCKETS:
        helps = remedy(said)
    return f"Cannot read or write the store at {place}: {said}. {helps}"
