"""Plain Zarr copies of a snapshot, which `xarray.open_zarr(path)` opens; written aside, then renamed.

A copy names its snapshot and has a digest of all its files. So one can check that it is up to date, and
undamaged, without opening an array.
"""

import asyncio
import hashlib
import json
import shutil
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import google_crc32c
import zarr
from zarr.abc.store import Store as Objects
from zarr.core.buffer import default_buffer_prototype

from storage.damage import ROTTEN, Unreadable
from storage.errors import DoesNotFit, NotAStore
from storage.group import is_current, open_group
from storage.locking import held
from storage.replacing import aside, clear_aside, replace_directory
from storage.repository import LOCK_SECONDS, Store

if TYPE_CHECKING:
    import xarray as xr

OBJECTS_AT_ONCE = 32
ROOT, ENDING = "zarr.json", ".zarr"
# Bytes of a chunk's CRC-32C, at its end.
CHECKSUM = 4
DIGEST, SNAPSHOT = "digest", "snapshot"


def place_of(sweep: str, directory: str | Path) -> Path:
    """Path of the copy of a sweep."""
    return Path(directory) / f"{sweep}{ENDING}"


def copies_in(directory: Path) -> dict[str, Path]:
    """The copies in a directory, damaged ones too, by the names of their sweeps.

    Parameters
    ----------
    directory : directory of published copies; it may be missing
    """
    found = sorted(place for place in directory.rglob(f"*{ENDING}") if place.is_dir())
    return {copy.relative_to(directory).as_posix().removesuffix(ENDING): copy for copy in found}


def attributes_of(copy: Path) -> dict[str, Any]:
    """The attributes of a copy, read without opening an array.

    Raises
    ------
    OSError, ValueError, KeyError, TypeError
        if there are none
    """
    attributes: dict[str, Any] = json.loads((copy / ROOT).read_bytes())["attributes"]
    return attributes


def publish(store: Store, sweep: str, directory: str | Path, at: str | None = None) -> Path:
    """Copy a state of a sweep to `directory`/`sweep`.zarr.

    Parameters
    ----------
    store, sweep : the source
    directory : created if needed
    at : a tag, a snapshot's id or its beginning, or a run; None for the newest state

    Returns
    -------
    Path
        path of the copy; an older one is replaced when the new one is complete
    """
    return publish_to(store, sweep, place_of(sweep, directory), at)


def publish_to(store: Store, sweep: str, path: str | Path, at: str | None = None) -> Path:
    """Copy a state of a sweep to exactly this path, as plain consolidated Zarr.

    Raises
    ------
    NotInStore
        if there is no such sweep or state
    DoesNotFit
        if there is something at the path that is not a Zarr group
    """
    session, target = store.at(at, sweep), Path(path).absolute()
    source = open_group(session, sweep)
    if target.exists() and not (target / ROOT).exists():
        raise DoesNotFit(f"path: {target} holds something else, not a Zarr group. Choose another path.")
    with held(target.parent / f".{target.name}.lock", f"copy {target.name}", LOCK_SECONDS):
        clear_aside(target)
        partial = aside(target)
        try:
            _copy(source, partial, sweep, session.snapshot_id)
            replace_directory(target, partial)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return target


def is_published(store: Store, sweep: str, directory: str | Path) -> bool:
    """Whether the copy there is undamaged and has the store's newest state of the sweep."""
    copy = place_of(sweep, directory)
    try:
        attrs = attributes_of(copy)
        return attrs[DIGEST] == digest(copy) and not _changed_since(store, sweep, attrs[SNAPSHOT])
    except (OSError, ValueError, KeyError, TypeError):
        # No copy, an incomplete one, or one from before copies had digests.
        return False


def open_copy(copy: str | Path) -> "xr.Dataset":
    """The sweep in a published copy; data is read when it is used.

    Parameters
    ----------
    copy : path of the copy

    Raises
    ------
    NotAStore
        if there is none, or nothing of it can be read
    Unreadable
        if it is damaged
    """
    import xarray as xr

    # First, as a damaged file can make Zarr raise anything.
    _refuse_damaged(copy)
    try:
        found: xr.Dataset = xr.open_zarr(copy, chunks={})
    except (OSError, *ROTTEN) as error:
        raise NotAStore(f"{copy} is not a published copy of a sweep.") from error
    return found


def _refuse_damaged(copy: str | Path) -> None:
    """Refuse a copy of which a file is missing, or is not what was written.

    Parameters
    ----------
    copy : path of the copy; one from before copies had digests is taken as it is

    Raises
    ------
    Unreadable
        if it is damaged
    """
    try:
        told = attributes_of(Path(copy))[DIGEST]
    except (OSError, ValueError, KeyError, TypeError):
        return
    if told != digest(Path(copy)):
        raise Unreadable(
            f"The copy {copy} is damaged: not all of its files are what was written. `jeopardice run CONFIG`"
            " and `jeopardice export` write it anew."
        )


def digest(copy: Path) -> str:
    """Digest of the names and contents of all files of a copy, without the stored digest itself."""
    found = hashlib.blake2b(digest_size=16)
    for path in sorted(path for path in copy.rglob("*") if path.is_file()):
        content = _without_digest(path) if path == copy / ROOT else path.read_bytes()
        for part in (path.relative_to(copy).as_posix().encode(), content):
            found.update(len(part).to_bytes(8, "little"))
            found.update(part)
    return found.hexdigest()


def _without_digest(root: Path) -> bytes:
    told = json.loads(root.read_bytes())
    told["attributes"].pop(DIGEST, None)
    return json.dumps(told, sort_keys=True).encode()


def _changed_since(store: Store, sweep: str, snapshot: str) -> bool:
    """Whether the sweep has changed since a snapshot, or the snapshot is no longer known."""
    for commit in store.commits():
        if commit.id == snapshot:
            return False
        if commit.metadata.get("sweep") == sweep:
            return True
    return True


def _copy(source: zarr.Group, path: Path, sweep: str, snapshot: str) -> None:
    group = zarr.create_group(
        path, zarr_format=3, attributes={**source.attrs, "sweep": sweep, SNAPSHOT: snapshot}
    )
    with ThreadPoolExecutor(1) as apart:
        # In a thread of its own, as this one may already run an event loop.
        copying = _copy_objects(source.store, group.store, f"{sweep}/", is_current(source))
        try:
            apart.submit(asyncio.run, copying).result()
        except ExceptionGroup as several:
            raise next((one for one in several.exceptions if isinstance(one, Unreadable)), several) from None
    with warnings.catch_warnings():
        # Consolidated metadata in one file, an extension that Zarr warns about.
        warnings.filterwarnings("ignore", message="Consolidated metadata")
        zarr.consolidate_metadata(group.store)
    told: dict[str, Any] = json.loads((path / ROOT).read_bytes())
    told["attributes"][DIGEST] = digest(path)
    (path / ROOT).write_text(json.dumps(told, indent=2))


async def _copy_objects(source: Objects, target: Objects, prefix: str, checksums: bool) -> None:
    """Copy everything below the prefix except for the group's own description, without decompressing: four
    times faster than through arrays. If chunks have checksums, these are compared.
    """
    turn = asyncio.Semaphore(OBJECTS_AT_ONCE)

    async def copy(key: str) -> None:
        async with turn:
            found = await source.get(key, default_buffer_prototype())
            if found is None:
                raise FileNotFoundError(key)
            if checksums and not key.endswith(ROOT):
                _compare_checksum(key, found.to_bytes())
            await target.set(key.removeprefix(prefix), found)

    async with asyncio.TaskGroup() as group:
        async for key in source.list_prefix(prefix):
            if key != prefix + ROOT:
                group.create_task(copy(key))


def _compare_checksum(key: str, chunk: bytes) -> None:
    """Refuse a chunk that does not end with its checksum.

    Raises
    ------
    Unreadable
        if it does not
    """
    body, end = chunk[:-CHECKSUM], chunk[-CHECKSUM:]
    if google_crc32c.value(body).to_bytes(CHECKSUM, "little") != end:
        raise Unreadable(
            f"The chunk {key} is not what was written. `jeopardice check` names all that is damaged, and what"
            " mends it."
        )
