"""Words for what the system, a disk or a store refuses, whichever command meets it."""

import errno
import os
import sys

from flows.places import latest_store

# Of a place, and no fault of ours: the system says the same to everybody who asks.
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


def worded(error: BaseException) -> str:
    """What was refused, where, and what to do; "" for a fault of ours.

    Parameters
    ----------
    error : of the system or of a library
    """
    if isinstance(error, BaseExceptionGroup):
        return next(filter(None, map(worded, error.exceptions)), "")
    if isinstance(error, OSError) and error.errno in OF_A_PLACE:
        return _of_a_place(error)
    if isinstance(error, ValueError) and "checksum do not match" in str(error):
        return _damage(error)
    # Whoever has not imported it has no error of it.
    if "icechunk" in sys.modules and isinstance(error, sys.modules["icechunk"].IcechunkError):
        return _of_a_store(error)
    return ""


def _of_a_place(error: OSError) -> str:
    found = os.strerror(error.errno or 0)
    if error.filename is None:
        return f"Cannot write: {found}. Make room, or correct the permissions, then type the command again."
    remedy = "Correct the path or its permissions, or make room there."
    return f"Cannot use {os.fsdecode(error.filename)}: {found}. {remedy}"


def _of_a_store(error: Exception) -> str:
    from storage.access import lasting
    from storage.creation import cause

    found = lasting(error) or cause(error)
    remedy = "Check that it is there, its permissions, and the room on its disk."
    return f"store: expected to be readable and writable, got {found!r} ({latest_store()}). {remedy}"


def _damage(error: ValueError) -> str:
    """Of an array that is not as it was written, as Zarr's checksum tells."""
    return (
        f"store: expected arrays as they were written, got a damaged one ({latest_store()}: {error}). Take"
        " the files from a backup, or solve it anew: `jeopardice run CONFIG --rerun all`; what is whole can"
        " be exported before, `jeopardice export --sel AXIS=LABEL`."
    )
