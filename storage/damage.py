"""Snapshots with missing or damaged files: they raise an error, and are never taken for empty."""

from collections.abc import Iterator
from contextlib import contextmanager

import icechunk

from storage.creation import cause
from storage.errors import StoreError

# What Icechunk and Zarr raise for a damaged byte in a snapshot.
ROTTEN = (icechunk.IcechunkError, ValueError, TypeError, KeyError)


class Unreadable(StoreError, OSError):
    """A snapshot that is damaged or cannot be reached; another attempt may succeed."""


@contextmanager
def reading(session: icechunk.Session) -> Iterator[None]:
    """Turn an error while reading a snapshot into a sentence.

    Raises
    ------
    Unreadable
        if there is one
    """
    try:
        yield
    except ROTTEN as error:
        raise unreadable(session.snapshot_id, error) from error


def unreadable(snapshot: str, error: Exception) -> Unreadable:
    """The error for a snapshot that cannot be read.

    Parameters
    ----------
    snapshot : its id
    error : the error of Icechunk or Zarr
    """
    return Unreadable(
        f"Cannot read the store's snapshot {snapshot}: {cause(error)}. If files are missing or damaged,"
        " restore them from a backup; otherwise try again."
    )
