"""Look at every file of a store: which is damaged, what depends on it, and what mends it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from typing import Any

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray

from storage.access import lasting
from storage.creation import not_found
from storage.damage import ROTTEN, Unreadable, cause, file_of, sentence_of
from storage.errors import StoreError
from storage.group import array, find_group, list_sweeps, read_layout, region_of
from storage.layout import Index, Layout
from storage.location import Location
from storage.objects import Objects, objects
from storage.repository import Store
from storage.schema import MISSING
from storage.selecting import the_sweep
from storage.soundness.branch import BRANCH_FILE, named, wrong_branch
from storage.soundness.sealing import SEALS, SNAPSHOTS, Seal, behind, first_wrong, read_seal, seals, wrong

# What a chunk's codecs raise for other bytes.
UNDECODED = (*ROTTEN, RuntimeError)
RESTORE = "jeopardice restore"
SOLVE = "jeopardice run CONFIG --rerun damaged"
UNSEALED = "no answer depends on it; that state is read without it"
SPARED = "no answer of the newest state depends on it"


class Severity(IntEnum):
    """How bad a finding is; the exit code of `jeopardice check`."""

    SPARE = 1
    """No answer of the newest state depends on it."""
    SOLVE = 3
    """Answers must be solved again."""
    RESTORE = 4
    """The newest state cannot be read."""


@dataclass(frozen=True)
class Finding:
    """A damaged file.

    Parameters
    ----------
    severity : how bad it is
    file : its name in the store; an array and the place of its chunk, if only its checksum tells
    what : what is wrong with it
    mends : what to type, or what happens by itself
    sweep : the sweep that depends on it; "" if all do, or none
    arrays : the arrays of the sweep that depend on it
    cases : the answered cases that depend on it; None if that cannot be told
    chunk : place of the chunk in its array, if it is one
    """

    severity: Severity
    file: str
    what: str
    mends: str
    sweep: str = ""
    arrays: tuple[str, ...] = ()
    cases: tuple[Index, ...] | None = None
    chunk: Index | None = None


def findings(location: Location, sweep: str | None = None) -> Iterator[Finding]:
    """All damage of a store, or of one sweep, as it is found.

    Parameters
    ----------
    location : place of the store
    sweep : name of the sweep; None for everything

    Raises
    ------
    StoreNotFound
        if there is no store
    NotInStore
        if there is no such sweep
    Unreadable
        if it is out of reach
    """
    files = objects(location)
    if not files.names(SNAPSHOTS):
        raise not_found(location)
    content = files.read(BRANCH_FILE)
    snapshot, seen = named(content), set[str]()
    if said := _of_newest(files, content):
        seen.add(said.file)
        yield said
    else:
        store = Store.open(location.url)
        session = store.at()
        for name in list_sweeps(session) if sweep is None else [the_sweep(store, sweep)]:
            for one in findings_of_sweep(store, name, session):
                seen.add(one.file)
                yield one
    if sweep is None:
        yield from _of_older(files, snapshot, seen)


def _of_newest(files: Objects, branch: bytes | None) -> Finding | None:
    """What keeps the newest state from being read, if anything does."""
    if said := wrong_branch(branch):
        return Finding(Severity.RESTORE, BRANCH_FILE, said, RESTORE)
    found = first_wrong(files, behind(files, named(branch)))
    return None if found is None else Finding(Severity.RESTORE, *found, RESTORE)


def findings_of_sweep(store: Store, sweep: str, session: icechunk.Session) -> Iterator[Finding]:
    """All damage of a sweep in a state, as it is found.

    Parameters
    ----------
    store, sweep : the store, and the name of the sweep; one that it does not have is not damaged
    session : of the state, from `Store.at`
    """
    own = read_seal(store.files, session.snapshot_id)
    digests = own.files if own is not None else {}
    lost = set[str]()
    for file, arrays in _by_manifest(own, sweep).items():
        if said := wrong(store.files, file, digests[file]):
            lost.update(arrays)
            yield Finding(Severity.SOLVE, file, said, SOLVE, sweep, arrays)
    group = find_group(session, sweep)
    if group is not None:
        yield from _of_chunks(store, group, sweep, lost)


def _by_manifest(own: Seal | None, sweep: str) -> dict[str, tuple[str, ...]]:
    """The arrays of a sweep by the manifest that says where their chunks are; none without a seal."""
    found: dict[str, tuple[str, ...]] = {}
    for name, files in own.arrays_of(sweep).items() if own is not None else ():
        for file in files:
            found[file] = (*found.get(file, ()), name)
    return found


def _of_chunks(store: Store, group: zarr.Group, sweep: str, lost: set[str]) -> Iterator[Finding]:
    """Damage of chunks, in arrays of which one knows where the chunks are."""
    try:
        layout = read_layout(group)
        status = np.asarray(array(group, "status")[...])
    except UNDECODED as error:
        if not lost:
            confirm(store, error)
            yield Finding(Severity.SOLVE, file_of(error) or sweep, _said(error), SOLVE, sweep)
        return
    for variable in layout.variables:
        stored = array(group, variable.name)
        if stored.path.removeprefix(f"{sweep}/") in lost:
            continue
        for chunk in product(*map(range, stored.cdata_shape)):
            region = region_of(chunk, stored.chunks, stored.shape)
            try:
                stored[region]
            except UNDECODED as error:
                confirm(store, error)
                place = f"{variable.name}, chunk {'.'.join(map(str, chunk))}"
                yield Finding(
                    Severity.SOLVE,
                    file_of(error) or place,
                    _said(error),
                    SOLVE,
                    sweep,
                    (variable.name,),
                    tuple(_answered(layout, status, region)),
                    chunk,
                )


def confirm(store: Store, error: Exception) -> None:
    """Raise an error again unless it comes of damage: what cannot be reached now is not damaged.

    Parameters
    ----------
    store : the store
    error : the error of reading a chunk

    Raises
    ------
    StoreError
        if it is one of ours, such as a newer format's
    Unreadable
        if the file is out of reach, or it is not said which file it is
    """
    if isinstance(error, StoreError):
        raise error
    if isinstance(error, icechunk.IcechunkError):
        file = file_of(error)
        if not file or lasting(error):
            raise Unreadable(sentence_of(error, store.url)) from error
        # Raises an error if it is there and cannot be read.
        store.files.read(file)


def _answered(layout: Layout, status: NDArray[Any], region: tuple[slice, ...]) -> Iterator[Index]:
    """Cases of a region that are not missing."""
    along = region[: len(layout.axes)]
    starts = [part.start for part in along]
    for place in np.argwhere(status[along] != MISSING).tolist():
        yield tuple(start + step for start, step in zip(starts, place, strict=True))


def _of_older(files: Objects, newest: str, seen: set[str]) -> Iterator[Finding]:
    """Damage that only older states have, and that of seals."""
    known = seals(files)
    for name in files.names(SEALS):
        if name.rpartition("/")[2] not in known:
            yield Finding(Severity.SPARE, name, "is damaged", UNSEALED)
    for own in known.values():
        for file, expected in own.files.items():
            if file not in seen and (said := wrong(files, file, expected)):
                seen.add(file)
                state = (
                    "the newest state" if own.snapshot == newest else f"the older state {own.snapshot[:8]}"
                )
                yield Finding(Severity.SPARE, file, f"{said}, of {state}", SPARED)


def _said(error: Exception) -> str:
    if file_of(error):
        return "is missing" if "not found" in str(error) else "is cut short"
    return "is not what was written" if "checksum" in str(error) else f"cannot be read: {cause(error)}"
