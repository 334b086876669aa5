"""Word all errors of a page, so that its reader never sees a traceback."""

import logging

import icechunk
import zarr.errors

from browsing.errors import is_worded
from storage.damage import cause, said_of

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
    if damage := said_of(error, url):
        return damage
    found = cause(error)
    if isinstance(error, UNREADABLE):
        remedy = "If files are missing or damaged, take them from a backup; else reload the page."
        return f"store: expected to be readable, got {found!r} ({url}). {remedy}"
    return (
        f"page: expected to be shown, got a fault of the explorer, {type(error).__name__}: {found}. The"
        " terminal that it was started from says more; please report it."
    )
