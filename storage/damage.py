"""Snapshots that cannot be read, as files of them are missing or damaged: said, and never taken for empty."""

from collections.abc import Iterator
from contextlib import contextmanager

import icechunk

from storage.creation import cause
from storage.errors import StoreError

# What Icechunk and Zarr make of a byte that rots in a snapshot.
ROTTEN = (icechunk.IcechunkError, ValueError, TypeError, KeyError)


class Unreadable(StoreError, OSError):
    """A snapshot that is damaged or out of reach; another attempt may find it."""


@contextmanager
def reading(session: icechunk.Session) -> Iterator[None]:
    """Word what keeps a snapshot from being read.

    Raises
    ------
    Unreadable
        if something does
    """
    try:
        yield
    except ROTTEN as error:
        raise unreadable(session.snapshot_id, error) from error


def unreadable(snapshot: str, error: Exception) -> Unreadable:
    """The error that a snapshot cannot be read.

    Parameters
    ----------
    snapshot : its id
    error : what Icechunk or Zarr say
    """
    return Unreadable(
        f"Cannot read the store's snapshot {snapshot}: {cause(error)}. If files are missing or damaged,"
        " restore them from a backup; otherwise try again."
    )
