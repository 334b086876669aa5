"""`jeopardice rm`: print what it would do, and do it after confirmation."""

import shutil
from pathlib import Path

from rich.console import Console

from flows.places import store_url
from flows.terminal.asking import agreed
from solvers.wording.counts import some
from storage.damage import ROTTEN
from storage.errors import NotInStore, StoreError
from storage.housekeeping import remove
from storage.publishing import place_of
from storage.repository import Store
from storage.running import forget
from storage.selecting import the_sweep

console = Console(highlight=False)


def remove_sweep(sweep: str, store: str | None, published: str | None, dry_run: bool, yes: bool) -> None:
    """Remove a sweep from the newest state, and its published copy if the directory is given.

    Raises
    ------
    NotInStore
        if there is no such sweep, or no copy in the given directory
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep)
    known, damage = place.known(name)
    commits = some(len(known), "commit") + (", and older ones that are damaged" if damage else "")
    copy = _published_copy(published or "published", name)
    if published is not None and copy is None:
        raise NotInStore(
            f"--published: {published!r} has no {name}.zarr in it. Name another directory, or leave the"
            " option out."
        )
    would = "Would remove" if dry_run else "To remove:"
    console.print(f"{would} {name} ({_size(place, name)}; {commits}).")
    console.print("The history keeps it until `jeopardice expire` and `jeopardice gc` free its files.")
    if copy is not None:
        console.print(
            (
                f"Its plain Zarr copy goes, too: {copy}."
                if published
                else f"Its plain Zarr copy is kept: {copy}. Pass --published to remove it, too."
            ),
            soft_wrap=True,
        )
    if dry_run or not agreed(f"Remove {name} from {place.url}?", yes):
        return
    snapshot = remove(place, name)
    if copy is not None and published is not None:
        shutil.rmtree(copy)
    forget(place.files, name)
    console.print(f"Removed {name}. The new snapshot is {snapshot[:8]}.")


def _size(place: Store, sweep: str) -> str:
    """The lengths of its axes; a damaged sweep can be removed, too."""
    try:
        return " x ".join(f"{axis} {size}" for axis, size in place.records(sweep).sizes.items())
    except (*ROTTEN, StoreError):
        return "damaged"


def _published_copy(directory: str, sweep: str) -> Path | None:
    """The published plain Zarr copy, if there is one, damaged or not."""
    copy = place_of(sweep, directory)
    return copy if copy.is_dir() else None
