"""Make a store smaller: remove a sweep, drop old states, free files. Local writers wait meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

import icechunk
import zarr

from storage.access import worded
from storage.errors import NotInStore, StoreError
from storage.group import open_group
from storage.history import BRANCH, commits
from storage.provenance import user
from storage.repository import Store
from storage.soundness.sealing import SEALS, seal_anew, seals, wrong


@dataclass(frozen=True)
class Freed:
    """What garbage collection freed, or would free.

    Parameters
    ----------
    bytes : size of all files
    chunks, snapshots, others : numbers of files; the others are manifests, logs and attributes
    """

    bytes: int
    chunks: int
    snapshots: int
    others: int


def remove(store: Store, sweep: str) -> str:
    """Remove a sweep, damaged or not, in one commit; older states keep it. Returns the snapshot's id.

    Raises
    ------
    NotInStore
        if there is no such sweep
    """

    def change(session: icechunk.Session) -> icechunk.Session:
        delete_sweep(session, sweep)
        return session

    with worded("store", store.url):
        told = {"sweep": sweep, "removed": True, "by": user()}
        return store.transact(change, f"remove {sweep}", told, checked=False).snapshot_id


def expirable(store: Store, moment: datetime) -> set[str]:
    """The snapshots that `expire` would drop: untagged ones older than the newest of that moment."""
    repository = store.repository
    limit, tags = _current_at(repository, moment), store.tags()
    known = chain(repository.ancestry(branch=BRANCH), *(repository.ancestry(tag=tag) for tag in tags))
    # The very first snapshot is where every history begins, and never expires.
    old = {info.id for info in known if info.parent_id is not None and info.written_at < limit}
    return old - set(tags.values())


def expire(store: Store, moment: datetime) -> set[str]:
    """Drop the untagged states older than the newest of that moment; return their snapshots' ids.

    A run that began later is based on that state or a newer one, so it is not disturbed.
    """
    with worded("store", store.url), store.lock():
        dropped = expirable(store, moment)
        with _seals_kept(store):
            store.repository.expire_snapshots(_current_at(store.repository, moment))
        for snapshot in dropped:
            store.files.delete(f"{SEALS}/{snapshot}")
        return dropped


def collect(store: Store, moment: datetime, dry_run: bool = False) -> Freed:
    """Free every file that no state refers to and that was written before that moment.

    This includes uncommitted files of a current run, so the moment must be before the run began.
    """
    # A dry run writes nothing, not even a lock.
    with worded("store", store.url), nullcontext() if dry_run else store.lock():
        with nullcontext() if dry_run else _seals_kept(store):
            found = store.repository.garbage_collect(moment, dry_run=dry_run)
    others = found.manifests_deleted + found.transaction_logs_deleted + found.attributes_deleted
    return Freed(found.bytes_deleted, found.chunks_deleted, found.snapshots_deleted, others)


def delete_tag(store: Store, name: str) -> None:
    """Delete a tag; its snapshot stays as long as the history does. The name cannot be used again.

    Raises
    ------
    NotInStore
        if there is no such tag
    """
    known = store.tags()
    if name not in known:
        raise NotInStore(
            f"tag: there is no tag {name!r}. "
            + (f"Name one of these: {', '.join(known)}." if known else "The store has no tags.")
        )
    try:
        with worded("store", store.url):
            store.repository.delete_tag(name)
    except icechunk.IcechunkError as error:
        raise StoreError(
            f"tag: cannot delete {name!r}: {str(error).splitlines()[0].strip()}. Check your access."
        ) from error


@contextmanager
def _seals_kept(store: Store) -> Iterator[None]:
    """Icechunk writes snapshots anew when it forgets those before them, and deletes others: seals follow.

    Meanwhile there are none, and states are read without them; a seal that no longer fits would be taken for
    damage.
    """
    known = sorted(seals(store.files).values(), key=lambda own: own.time, reverse=True)
    sound = [own for own in known if not wrong(store.files, own.file, own.files[own.file])]
    for own in sound:
        store.files.delete(f"{SEALS}/{own.snapshot}")
    try:
        yield
    finally:
        for own in sound:
            if store.files.read(own.file) is not None:
                seal_anew(store.files, store.repository, own)
        for own in known:
            if store.files.read(own.file) is None:
                store.files.delete(f"{SEALS}/{own.snapshot}")


def _current_at(repository: icechunk.Repository, moment: datetime) -> datetime:
    """Time of the snapshot that was the newest at that moment; the moment itself if there was none."""
    return next((commit.time for commit in commits(repository) if commit.time <= moment), moment)


def delete_sweep(session: icechunk.Session, sweep: str) -> None:
    """Delete the sweep's group, and the groups above it that become empty.

    Parameters
    ----------
    session : writable
    sweep : name of the sweep

    Raises
    ------
    NotInStore
        if there is no such sweep
    """
    open_group(session, sweep)
    root = zarr.open_group(session.store, mode="r+")
    path = sweep
    del root[path]
    while "/" in path:
        path = path.rpartition("/")[0]
        above = root[path]
        if not isinstance(above, zarr.Group) or any(True for _ in above.members()):
            return
        del root[path]
