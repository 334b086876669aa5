"""Word all errors of a page, so that its reader never sees a traceback."""

import logging

import icechunk
import zarr.errors

from browsing.errors import is_worded
from storage.creation import cause

log = logging.getLogger("jeopardice.explorer")
UNREADABLE = (
    icechunk.IcechunkError,
    zarr.errors.BaseZarrError,
    OSError,
    ValueError,
    KeyError,
    ExceptionGroup,
)


def worded(error: Exception, url: str) -> str:
    """Return what went wrong, and what to do about it.

    Parameters
    ----------
    error : an error from reading the store
    url : URL of the store
    """
    if is_worded(error):
        return str(error)
    # The traceback goes to the log, for the person who runs the command.
    log.warning("%s cannot be read", url, exc_info=error)
    found = cause(error)
    if "checksum" in found:
        remedy = "Take the files from a backup, or solve it again: `jeopardice run CONFIG --rerun all`."
        return f"store: expected arrays as they were written, got a damaged one ({url}: {found}). {remedy}"
    if isinstance(error, UNREADABLE):
        remedy = "If files are missing or damaged, take them from a backup; else reload the page."
        return f"store: expected to be readable, got {found!r} ({url}). {remedy}"
    return (
        f"page: expected to be shown, got a fault of the explorer, {type(error).__name__}: {found}. The"
        " terminal that it was started from says more; please report it."
    )
