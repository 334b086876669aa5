"""Look at every file of a store: which is damaged, what depends on it, and what mends it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray

from storage.creation import not_found
from storage.damage import Unreadable, cause, file_of
from storage.group import array, find_group, list_sweeps, read_layout, region_of
from storage.layout import Index, Layout
from storage.location import Location
from storage.objects import Objects, objects
from storage.repository import Store
from storage.schema import MISSING
from storage.selecting import the_sweep
from storage.soundness.branch import BRANCH_FILE, named, read_branch, wrong_branch
from storage.soundness.finding import RESTORE, SOLVE, UNDECODED, Finding, Severity, confirm, place_of, said
from storage.soundness.older import of_older
from storage.soundness.restoring import latest_sound
from storage.soundness.sealing import SNAPSHOTS, Seal, behind, first_wrong, read_seal, wrong


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
    NewerStore
        if it is in Icechunk's second format
    Unreadable
        if it is out of reach
    """
    files = objects(location)
    if not files.names(SNAPSHOTS):
        raise not_found(location)
    content = read_branch(files, "check", location.url)
    seen, store = set[str](), None
    if wrong_newest := _of_newest(location, files, content):
        seen.add(wrong_newest.file)
        yield wrong_newest
    else:
        store = Store.open(location.url)
        session = store.at()
        for name in list_sweeps(session) if sweep is None else [the_sweep(store, sweep)]:
            for one in findings_of_sweep(store, name, session):
                seen.add(one.file)
                yield one
    if sweep is None:
        yield from of_older(files, named(content), store, seen)


def _of_newest(location: Location, files: Objects, branch: bytes | None) -> Finding | None:
    """What keeps the newest state from being read, if anything does."""
    if what := wrong_branch(branch):
        return Finding(Severity.RESTORE, BRANCH_FILE, what, RESTORE)
    newest = named(branch)
    if (found := first_wrong(files, behind(files, newest))) is not None:
        return Finding(Severity.RESTORE, *found, RESTORE)
    return None if read_seal(files, newest) is not None else _of_unsealed(location, files, newest)


def _of_unsealed(location: Location, files: Objects, newest: str) -> Finding | None:
    """The same of a state without a seal, for which only reading it tells."""
    try:
        list_sweeps(Store.open(location.url).at())
    except Unreadable as error:
        sound = latest_sound(files)
        helps = f"{RESTORE} {sound.snapshot}" if sound is not None else "restore its files from a backup"
        root = error.__cause__
        what = f"cannot be read: {cause(root if isinstance(root, Exception) else error)}"
        return Finding(Severity.RESTORE, f"{SNAPSHOTS}/{newest}", what, helps)
    return None


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
            yield Finding(Severity.SOLVE, file_of(error) or sweep, said(error), SOLVE, sweep)
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
                yield Finding(
                    Severity.SOLVE,
                    place_of(error, variable.name, chunk),
                    said(error),
                    SOLVE,
                    sweep,
                    (variable.name,),
                    tuple(_answered(layout, status, region)),
                    chunk,
                )


def _answered(layout: Layout, status: NDArray[Any], region: tuple[slice, ...]) -> Iterator[Index]:
    """Cases of a region that are not missing."""
    along = region[: len(layout.axes)]
    starts = [part.start for part in along]
    for place in np.argwhere(status[along] != MISSING).tolist():
        yield tuple(start + step for start, step in zip(starts, place, strict=True))
