"""Retention: a store forgets the states that were replaced long ago, and frees their files."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from storage.housekeeping import collect, expirable, expire
from storage.repository import Store

# A file that is younger may be of a shard that is not committed yet.
UNCOMMITTED = timedelta(days=7)


@dataclass(frozen=True)
class Forgotten:
    """What a store has forgotten.

    Parameters
    ----------
    states : how many
    bytes : size of the files that were freed
    """

    states: int
    bytes: int


def forgettable(store: Store, age: timedelta) -> int:
    """How many states `forget_replaced` would forget.

    Parameters
    ----------
    store : the store
    age : how long ago they were replaced, at least
    """
    return len(expirable(store, datetime.now(UTC) - age))


def forget_replaced(store: Store, age: timedelta) -> Forgotten:
    """Forget the untagged states that were replaced long ago, and free files that no state needs any more.

    Parameters
    ----------
    store : the store
    age : how long ago they were replaced, at least: longer than any run takes

    Raises
    ------
    Unwritable
        if the disk cannot be written to
    StoreLocked
        if others hold the store's lock for too long
    """
    if not forgettable(store, age):
        # Looking for files without an owner reads all of them.
        return Forgotten(0, 0)
    now = datetime.now(UTC)
    states = expire(store, now - age)
    return Forgotten(len(states), collect(store, now - max(age, UNCOMMITTED)).bytes)
