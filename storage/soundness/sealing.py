"""Seals: digests of the files behind a snapshot, written after its commit and compared by every reader.

Icechunk's files have no checksums: after a flipped bit in a manifest one may read other labels, and in a
snapshot another history. Chunks have checksums of their own, see `storage.group`. A snapshot without a seal
is read as it is: one of an earlier version, or of a launcher that was killed just after its commit.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

import icechunk

from storage.objects import Objects

SEALS, SNAPSHOTS, MANIFESTS = "seals", "snapshots", "manifests"
# Of the seals themselves; one of another format counts as none.
FORMAT = 1
# Changes of a snapshot, which Icechunk reads where two launchers commit at once, and no reader does.
CHANGES = "transactions"
# Empty, and written before it is named; of the same name in all stores.
FIRST_STATE = f"{SNAPSHOTS}/1CECHNKREP0F1RSTCMT0"


class Seal(NamedTuple):
    """What a snapshot consisted of when it was committed.

    Attributes
    ----------
    snapshot, parent : ids of the snapshot and of the one before; "" for none
    time : of the commit, as ISO 8601 has it
    message : of the commit
    sweep : the sweep that was committed to; "" for none
    files : digest by name of the snapshot's own files, of the manifests and of the first state
    arrays : names of the manifests by path of the array
    """

    snapshot: str
    parent: str
    time: str
    message: str
    sweep: str
    files: dict[str, str]
    arrays: dict[str, list[str]]

    @property
    def file(self) -> str:
        """The snapshot's own file."""
        return f"{SNAPSHOTS}/{self.snapshot}"

    def arrays_of(self, sweep: str) -> dict[str, list[str]]:
        """The names of the manifests by array of a sweep."""
        place = f"/{sweep}/"
        return {path.removeprefix(place): own for path, own in self.arrays.items() if path.startswith(place)}


def seal(files: Objects, repository: icechunk.Repository, snapshot: str) -> None:
    """Write the seal of a new snapshot.

    Parameters
    ----------
    files : files of the store
    repository : repository of the store
    snapshot : id of the snapshot
    """
    # What was already there has the digest that it had then.
    before = _last_seal(files, repository, snapshot)
    _write(files, repository, snapshot, before.files if before is not None else {})


def _last_seal(files: Objects, repository: icechunk.Repository, snapshot: str) -> Seal | None:
    """The nearest seal before a snapshot: a launcher may have died, or be busy, between commit and seal."""
    # Before a state that is lost, nothing is known.
    with suppress(icechunk.IcechunkError):
        while (parent := repository.lookup_snapshot(snapshot).parent_id) is not None:
            if (found := read_seal(files, parent)) is not None:
                return found
            snapshot = parent
    return None


def seal_anew(files: Objects, repository: icechunk.Repository, own: Seal) -> None:
    """Write the seal of a snapshot whose own file Icechunk has replaced.

    Parameters
    ----------
    files : files of the store
    repository : repository of the store
    own : the seal until now; manifests and the first state stay
    """
    known = {
        name: content for name, content in own.files.items() if name.startswith((MANIFESTS, FIRST_STATE))
    }
    _write(files, repository, own.snapshot, known)


def _write(files: Objects, repository: icechunk.Repository, snapshot: str, known: Mapping[str, str]) -> None:
    told = repository.lookup_snapshot(snapshot)
    arrays = _manifests(repository, snapshot)
    # The first state has no seal, as nobody wants it back; but the history ends in it.
    own = (f"{SNAPSHOTS}/{snapshot}", f"{CHANGES}/{snapshot}", FIRST_STATE)
    names = dict.fromkeys((*own, *chain.from_iterable(arrays.values())))
    made = Seal(
        snapshot,
        told.parent_id or "",
        told.written_at.isoformat(),
        told.message,
        str(told.metadata.get("sweep", "")),
        {name: known.get(name) or digest(files.read(name)) for name in names},
        arrays,
    )
    text = zlib.compress(json.dumps(made._asdict()).encode())
    files.write(f"{SEALS}/{snapshot}", _head(text) + text)


def read_seal(files: Objects, snapshot: str) -> Seal | None:
    """The seal of a snapshot; None if it has none, or a damaged one.

    Parameters
    ----------
    files : files of the store
    snapshot : id of the snapshot
    """
    content = files.read(f"{SEALS}/{snapshot}") or b""
    text = content.partition(b"\n")[2]
    return Seal(**json.loads(zlib.decompress(text))) if content.startswith(_head(text)) else None


def seals(files: Objects) -> dict[str, Seal]:
    """All seals that can be read, by snapshot.

    Parameters
    ----------
    files : files of the store
    """
    ids = [name.rpartition("/")[2] for name in files.names(SEALS)]
    found = ((snapshot, read_seal(files, snapshot)) for snapshot in ids)
    return {snapshot: own for snapshot, own in found if own is not None}


def behind(files: Objects, snapshot: str, sweep: str | None = None) -> dict[str, str | None]:
    """Digests of the files that a reader of a sweep depends on, the snapshot's first; None if not known.

    Parameters
    ----------
    files : files of the store
    snapshot : id of the snapshot
    sweep : name of the sweep; None for what all sweeps depend on
    """
    own = read_seal(files, snapshot)
    if own is None:
        return {f"{SNAPSHOTS}/{snapshot}": None}
    manifests = own.arrays_of(sweep).values() if sweep is not None else ()
    return {name: own.files[name] for name in (own.file, *chain.from_iterable(manifests))}


def first_wrong(files: Objects, expected: Mapping[str, str | None]) -> tuple[str, str] | None:
    """The first file that is not what was written, and what is wrong with it; None if all are.

    Parameters
    ----------
    files : files of the store
    expected : digests by name of the file, as from `behind`
    """
    said = ((name, wrong(files, name, own)) for name, own in expected.items())
    return next((one for one in said if one[1]), None)


def wrong(files: Objects, name: str, expected: str | None) -> str:
    """What is wrong with a file; "" if nothing is.

    Parameters
    ----------
    files : files of the store
    name : name of the file
    expected : digest of its content; None if that is not known
    """
    content = files.read(name)
    if content is None:
        return "is missing"
    return "" if expected in (None, digest(content)) else "is not what was written"


def digest(content: bytes | None) -> str:
    """The digest of a file's content; "" for a missing one."""
    return "" if content is None else hashlib.blake2b(content, digest_size=16).hexdigest()


def _head(text: bytes) -> bytes:
    return f"{FORMAT} {digest(text)}\n".encode()


def _manifests(repository: icechunk.Repository, snapshot: str) -> dict[str, list[str]]:
    """The names of the manifests by path of the array."""
    inspected: Any = repository.inspect_snapshot(snapshot)
    # Text in Icechunk 1.
    told = json.loads(inspected) if isinstance(inspected, str) else inspected
    return {
        node["path"]: [f"{MANIFESTS}/{one['id']}" for one in node["manifest_refs"]]
        for node in told["nodes"]
        if node.get("manifest_refs")
    }
