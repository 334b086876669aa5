"""Damage that only older states have: of seals, of the files they list, and of chunks replaced since."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import icechunk
import zarr

from storage.group import array, region_of
from storage.layout import Index
from storage.objects import Objects
from storage.repository import Store
from storage.soundness.finding import SPARED, UNDECODED, Finding, Severity, confirm, place_of, said
from storage.soundness.sealing import FIRST_STATE, SEALS, SNAPSHOTS, Seal, seals, wrong

UNSEALED = "no answer depends on it; that state is read without it"


def of_older(files: Objects, newest: str, store: Store | None, seen: set[str]) -> Iterator[Finding]:
    """Damage that only older states have, and that of seals.

    Parameters
    ----------
    files : files of the store
    newest : id of the newest snapshot; "" if that is not known
    store : the store, to read chunks; None if its newest state cannot be read
    seen : names of files that are known to be damaged, to which others are added
    """
    known = seals(files)
    for name in files.names(SEALS):
        if name.rpartition("/")[2] not in known:
            yield Finding(Severity.SPARE, name, "is damaged", UNSEALED)
    for own in known.values():
        for file, expected in own.files.items():
            if file not in seen and (what := wrong(files, file, expected)):
                seen.add(file)
                state = own.snapshot if file != FIRST_STATE else FIRST_STATE.rpartition("/")[2]
                of = "the newest state" if state == newest else _named(state)
                yield Finding(Severity.SPARE, file, f"{what}, of {of}", SPARED)
    if store is not None:
        yield from _of_chunks(store, known, seen)


def _named(snapshot: str) -> str:
    return f"the older state {snapshot[:8]}"


def _of_chunks(store: Store, known: Mapping[str, Seal], seen: set[str]) -> Iterator[Finding]:
    """Damage of chunks that the newest state does not have. Each is read in the state that it came with."""
    since, commits = _Since(), store.known()[0]
    for own, before in pairwise(commits):
        if (changed := _changes(store, before.id, own.id)) is not None:
            written = _written(changed)
            replaced = {
                path: [one for one in places if since.has(path, one)] for path, places in written.items()
            }
            yield from _read(store, known, own.id, replaced, seen)
            since.add(changed, written)
    line = {commit.id for commit in commits}
    for given_up in known.values():
        # A restore gave it up, and another may take it back.
        if given_up.snapshot not in line and f"{SNAPSHOTS}/{given_up.snapshot}" not in seen:
            changed = _changes(store, given_up.parent, given_up.snapshot)
            if changed is not None:
                yield from _read(store, known, given_up.snapshot, _written(changed), seen)


def _changes(store: Store, before: str, snapshot: str) -> icechunk.Diff | None:
    """What a state has changed; None if the list of its changes is damaged, as was said, or one before it."""
    try:
        return store.repository.diff(from_snapshot_id=before, to_snapshot_id=snapshot)
    except icechunk.IcechunkError as error:
        confirm(store, error)
        return None


def _written(changed: icechunk.Diff) -> dict[str, list[Index]]:
    """Places of new chunks by the path of the array."""
    return {path: [tuple(place) for place in places] for path, places in changed.updated_chunks.items()}


def _manifests(known: Mapping[str, Seal], snapshot: str) -> Iterator[tuple[str, list[str]]]:
    """Each array of a state with the files that say where its chunks are."""
    if (own := known.get(snapshot)) is not None:
        yield from own.arrays.items()


def _read(
    store: Store,
    known: Mapping[str, Seal],
    snapshot: str,
    chunks: Mapping[str, list[Index]],
    seen: set[str],
) -> Iterator[Finding]:
    """Read chunks of an older state, of arrays of which one knows where the chunks are."""
    lost = {path for path, files in _manifests(known, snapshot) if not seen.isdisjoint(files)}
    wanted = {path: places for path, places in chunks.items() if places and path not in lost}
    if not wanted or f"{SNAPSHOTS}/{snapshot}" in seen:
        return
    group = zarr.open_group(store.repository.readonly_session(snapshot_id=snapshot).store, mode="r")
    for path, places in wanted.items():
        for place in places:
            try:
                stored = array(group, path.removeprefix("/"))
                stored[region_of(place, stored.chunks, stored.shape)]
            except UNDECODED as error:
                confirm(store, error)
                name = place_of(error, path.removeprefix("/"), place)
                if name not in seen:
                    seen.add(name)
                    yield Finding(Severity.SPARE, name, f"{said(error)}, of {_named(snapshot)}", SPARED)


class _Since:
    """What has been replaced by later states."""

    def __init__(self) -> None:
        self._chunks = set[tuple[str, Index]]()
        self._arrays, self._groups = set[str](), set[str]()

    def has(self, path: str, place: Index) -> bool:
        """Whether a chunk is not that of the newest state."""
        below = any(path.startswith(f"{group}/") for group in self._groups)
        return below or path in self._arrays or (path, place) in self._chunks

    def add(self, changed: icechunk.Diff, written: Mapping[str, list[Index]]) -> None:
        """Note what a state has replaced."""
        self._arrays |= changed.new_arrays | changed.deleted_arrays
        self._groups |= changed.deleted_groups
        self._chunks |= {(path, place) for path, places in written.items() for place in places}
