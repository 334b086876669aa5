"""The repository at a location: whether it exists, and how it is locked, opened and created."""

import glob
import inspect
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any

import icechunk

from storage.access import remedy
from storage.conditions import PROBE
from storage.damage import Unreadable, cause, damaged
from storage.errors import NewerStore, NotAStore, StoreError, StoreNotFound
from storage.location import Location
from storage.locking import held
from storage.objects import Objects, objects
from storage.soundness.branch import BRANCH_FILE, is_second_format, wrong_branch
from storage.soundness.sealing import FIRST_STATE, SNAPSHOTS

CREATION_POLLS = 25
# Icechunk 2 has a choice of formats.
CREATE = inspect.signature(icechunk.Repository.create).parameters


def locked(location: Location, seconds: float) -> AbstractContextManager[None]:
    """One writer at a time on a local disk; nothing on an object store, which compares and swaps."""
    path = location.path
    # Next to the directory, since Icechunk creates a repository only in an empty one.
    return nullcontext() if path is None else held(path.with_name(f".{path.name}.lock"), "store", seconds)


def check_directory(location: Location) -> None:
    """Refuse a file where a directory should be."""
    path = location.path
    if path is not None and path.exists() and not path.is_dir():
        raise NotAStore(f"The store's path {location.url} is a file, not a directory. Choose another path.")


def exists(location: Location) -> bool:
    """Whether there is a repository; an empty or missing directory has none."""
    path = location.path
    if path is not None and (not path.exists() or not any(path.iterdir())):
        return False
    if path is not None:
        _refuse_lost_branch(location)
    try:
        found = icechunk.Repository.exists(location.storage())
    except icechunk.IcechunkError as error:
        _refuse_lost_branch(location)
        raise StoreError(
            f"Cannot read the store at {location.url}: {cause(error)}. {remedy(cause(error))}"
        ) from error
    if not found and path is not None:
        raise NotAStore(
            f"The directory {location.url} holds something else, not a store. Choose another path."
        )
    if not found:
        _refuse_lost_branch(location)
    return found


def _refuse_lost_branch(location: Location) -> None:
    """Refuse a store whose newest state is not named: a new one must not be made over it."""
    files = objects(location)
    try:
        wrong = wrong_branch(files.read(BRANCH_FILE))
        if not wrong:
            return
        second = is_second_format(files)
        if not second and _has_nothing(location, files):
            return
    except Unreadable:
        # Without the bucket, or access to it, there is nothing to lose.
        return
    if not second:
        raise damaged(location.url, BRANCH_FILE, wrong, None)
    if "spec_version" not in CREATE:
        raise NewerStore(
            f"The store at {location.url} is in Icechunk's second format, which this version of Icechunk"
            " cannot read. Use Python 3.12 or later."
        )


def _has_nothing(location: Location, files: Objects) -> bool:
    """Whether there are no states. In a bucket another launcher may have made the first one, which is empty,
    and be about to name it.
    """
    states = len(files.names(SNAPSHOTS))
    return not states or (location.path is None and states == 1)


def opened(location: Location) -> icechunk.Repository:
    """The existing repository."""
    try:
        return icechunk.Repository.open(location.storage())
    except icechunk.IcechunkError as error:
        raise NotAStore(
            f"Cannot open the store at {location.url}: {cause(error)}. Check that it is an Icechunk"
            " repository."
        ) from error


def create(location: Location) -> None:
    """Create an empty repository, completely or not at all."""
    # Format 1 if there is a choice, so that every supported version can open the store.
    choice: dict[str, Any] = {"spec_version": 1} if "spec_version" in CREATE else {}
    try:
        with made_aside(location) as place:
            icechunk.Repository.create(place.storage(), **choice)
    except (icechunk.IcechunkError, icechunk.ConflictError, OSError) as error:
        # In a bucket, another launcher may be creating it at this moment.
        for _ in range(CREATION_POLLS):
            if exists(location):
                return
            time.sleep(0.2)
        if _removes_leftovers(location):
            return create(location)
        otherwise = "Check access, and empty the place if it holds a part of a store."
        raise StoreError(f"Cannot create a store at {location.url}: {cause(error)}. {otherwise}") from error


def _removes_leftovers(location: Location) -> bool:
    """Delete what a launcher left in a bucket that was killed as it tested it or made the store.

    Whether there was that, and nothing else.

    Icechunk makes no store beside other files. A launcher that lives is done by now, and one that is slow
    finds the same first state again.
    """
    if location.path is not None:
        return False
    files = objects(location)
    left = files.names("")
    if not left or not all(name.startswith((PROBE, FIRST_STATE)) for name in left):
        return False
    for name in left:
        files.delete(name)
    return True


@contextmanager
def made_aside(location: Location) -> Iterator[Location]:
    """A temporary directory that is renamed to the location when it is complete; a bucket as it is.

    So a process that is killed leaves no incomplete store.

    Parameters
    ----------
    location : of a store that is about to be made
    """
    path = location.path
    if path is None:
        yield location
        return
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.partial"):
        shutil.rmtree(left, ignore_errors=True)
    partial = path.with_name(f".{path.name}.{uuid.uuid4().hex}.partial")
    yield replace(location, prefix=str(partial))
    os.rename(partial, path)


def _shown(url: str) -> str:
    """An address for messages: a relative path begins with a dot."""
    return url if "://" in url or url.startswith(("/", ".", "~")) else f"./{url}"


def not_found(location: Location) -> StoreNotFound:
    """The error that there is no store at a location."""
    return StoreNotFound(
        f"No store at {_shown(location.url)}. Create one with `jeopardice run pig/three_players`, or pass"
        " --store."
    )
