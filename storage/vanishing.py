"""A store that disappears from its disk during a run."""

from collections.abc import Iterator
from contextlib import contextmanager

import icechunk

from storage.errors import StoreError, Unwritable
from storage.location import Location


@contextmanager
def expected(location: Location) -> Iterator[None]:
    """Turn errors into a sentence if the store has disappeared.

    Parameters
    ----------
    location : address of the store, which existed before

    Raises
    ------
    Unwritable
        if it has disappeared
    """
    try:
        yield
    except (OSError, icechunk.IcechunkError, StoreError, ExceptionGroup) as error:
        if isinstance(error, Unwritable) or not _has_vanished(location):
            raise
        raise Unwritable(
            f"The store at {location.url} disappeared during the run. Put it back, or remove what is left"
            " there, then run again."
        ) from None


def _has_vanished(location: Location) -> bool:
    """Whether the store is missing on a disk; a bucket that does not answer may answer later."""
    if location.path is None:
        return False
    try:
        return not icechunk.Repository.exists(location.storage())
    except icechunk.IcechunkError:
        return not location.path.exists()
