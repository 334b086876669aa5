"""A store that vanishes from its disk while it is written to."""

from collections.abc import Iterator
from contextlib import contextmanager

import icechunk

from storage.errors import StoreError, Unwritable
from storage.location import Location


@contextmanager
def expected(location: Location) -> Iterator[None]:
    """Word what goes wrong because a store has vanished meanwhile.

    Parameters
    ----------
    location : of the store, which was there

    Raises
    ------
    Unwritable
        if it has
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
    """Whether a disk has lost it; a bucket that does not answer may answer again."""
    if location.path is None:
        return False
    try:
        return not icechunk.Repository.exists(location.storage())
    except icechunk.IcechunkError:
        return not location.path.exists()
