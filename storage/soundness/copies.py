"""Look at every file of plain Zarr copies: of which the store has other bytes, or none."""

from collections.abc import Iterator
from pathlib import Path

from zarr.abc.store import Store as ZarrStore
from zarr.core.buffer import default_buffer_prototype
from zarr.core.sync import sync

from storage.damage import ROTTEN
from storage.errors import StoreError
from storage.location import Location
from storage.publishing import DIGEST, ROOT, SNAPSHOT, attributes_of, copies_in, digest
from storage.repository import Store
from storage.soundness.finding import Finding, Severity

AGAIN = "jeopardice run CONFIG"


def of_copies(location: Location, directory: Path, sweep: str | None = None) -> Iterator[Finding]:
    """All damage of the copies of a store's sweeps in a directory.

    Parameters
    ----------
    location : place of the store
    directory : where copies are
    sweep : name of the sweep; None for all that have a copy
    """
    for name, copy in copies_in(directory).items():
        if sweep in (None, name) and (said := _wrong(location, name, copy)):
            yield Finding(Severity.SPARE, str(copy / said[0]), said[1], AGAIN, name)


def _wrong(location: Location, sweep: str, copy: Path) -> tuple[str, str] | None:
    """A damaged file of a copy, and what is wrong with it; None if there is none."""
    try:
        told = attributes_of(copy)
        if not {DIGEST, SNAPSHOT} & told.keys():
            # Of an early version, or not of ours.
            return None
        sound, snapshot = digest(copy) == told[DIGEST], told[SNAPSHOT]
    except FileNotFoundError:
        return ROOT, "is missing"
    except (ValueError, KeyError, TypeError, AttributeError):
        return ROOT, "cannot be read"
    if sound:
        return None
    try:
        source = Store.open(location.url).at(snapshot, sweep).store
        return sync(_first_difference(source, f"{sweep}/", copy))
    except (StoreError, *ROTTEN):
        return "", "has files that are not what was written"


async def _first_difference(source: ZarrStore, prefix: str, copy: Path) -> tuple[str, str]:
    """The first file that is not what the store has; the copy's own description if it is none of these."""
    async for key in source.list_prefix(prefix):
        name = key.removeprefix(prefix)
        if name == ROOT:
            continue
        if not (copy / name).is_file():
            return name, "is missing"
        found = await source.get(key, default_buffer_prototype())
        if found is None or found.to_bytes() != (copy / name).read_bytes():
            return name, "is not what was written"
    return ROOT, "is not what was written"
