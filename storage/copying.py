"""Copy a store, file by file: to another disk, to a bucket, or back."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from storage.conditions import check_conditional_writes
from storage.creation import check_directory, made_aside, not_found
from storage.errors import NotAStore, StoreChanged
from storage.location import Location
from storage.objects import Objects, objects
from storage.running import DIRECTORY
from storage.soundness.branch import BRANCH_FILE, SECOND_FORMAT
from storage.soundness.sealing import digest

# The only files that are ever replaced: those that name states, and that of Icechunk's second format.
NAMING = ("refs/", SECOND_FORMAT)
# Requests to a bucket at once.
AT_ONCE = 16


class Copied(NamedTuple):
    """One file of a copy.

    Attributes
    ----------
    name : its name in the store
    size : in bytes
    """

    name: str
    size: int


@dataclass(frozen=True)
class Copying:
    """A store that is to be copied.

    Parameters
    ----------
    source, target : places of the store, and of the copy
    names : the files that are written once
    naming : content by name of those that name states, read before the others were listed
    there : names of those that an interrupted copy has left
    """

    source: Location
    target: Location
    names: tuple[str, ...]
    naming: dict[str, bytes]
    there: frozenset[str]

    @property
    def number(self) -> int:
        """How many files there are."""
        return len(self.names) + len(self.naming)


def copying(source: Location, target: Location) -> Copying:
    """Look at both places; change nothing.

    Parameters
    ----------
    source, target : places of the store, and of the copy

    Raises
    ------
    StoreNotFound
        if there is no store
    NotAStore
        if there is anything at the target that is no part of such a copy
    Unreadable
        if one of them is out of reach
    """
    check_directory(target)
    _refuse_inside(source, target)
    files = objects(source)
    every = files.names("")
    naming = {name: files.read(name) for name in every if name.startswith(NAMING)}
    if not naming:
        raise not_found(source)
    # Listed again: what a state needs was written before the state was named.
    names = tuple(name for name in files.names("") if not name.startswith((*NAMING, f"{DIRECTORY}/")))
    there = _interrupted(target, names)
    named = {name: content for name, content in naming.items() if content is not None}
    return Copying(source, target, names, named, there)


def _refuse_inside(source: Location, target: Location) -> None:
    """Refuse a target in the directory of the store itself."""
    if source.path is None or target.path is None:
        return
    if source.path.resolve() in target.path.resolve().parents:
        raise NotAStore(f"cp: {target.url} lies in the store at {source.url}. Name a place outside.")


def _interrupted(target: Location, names: Sequence[str]) -> frozenset[str]:
    """What an interrupted copy has left in a bucket: files that are written once. Refuse anything else."""
    there = frozenset(objects(target).names(""))
    if there and (target.path is not None or not there.issubset(names)):
        raise NotAStore(f"cp: {target.url} is not empty. Name a place that is, or remove what is there.")
    return there


def copy(found: Copying, each: Callable[[Copied], None]) -> None:
    """Copy all files, those that name states last, and read each of them back.

    Parameters
    ----------
    found : from `copying`
    each : told each file

    Raises
    ------
    StoreChanged
        if the source lost a file meanwhile, or the target does not give back what was written
    UnsafeStore
        if the target's server loses concurrent commits
    """
    check_conditional_writes(found.target)
    with made_aside(found.target) as place:
        source, target = objects(found.source), objects(place)

        def copied(name: str) -> Copied:
            return _copied(source, target, name, name in found.there)

        with _threads(place) as pool:
            for one in pool.map(copied, found.names):
                each(one)
        # A state is named only when it is complete; the newest last.
        for name in sorted(found.naming, key=lambda name: name == BRANCH_FILE):
            each(_written(target, name, found.naming[name]))


@contextmanager
def _threads(place: Location) -> Iterator[ThreadPoolExecutor]:
    """Threads, more than one for a bucket, whose answers take long; what waits is dropped on an error."""
    pool = ThreadPoolExecutor(AT_ONCE if place.path is None else 1)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _copied(source: Objects, target: Objects, name: str, there: bool) -> Copied:
    content = source.read(name)
    if content is None:
        raise StoreChanged(f"cp: {name} was removed meanwhile, as by `jeopardice gc`. Copy again.")
    if there and target.read(name) == content:
        return Copied(name, len(content))
    return _written(target, name, content)


def _written(target: Objects, name: str, content: bytes) -> Copied:
    target.write(name, content)
    if digest(target.read(name)) != digest(content):
        raise StoreChanged(f"cp: {name} of the copy is not what was written. Check that disk or server.")
    return Copied(name, len(content))
