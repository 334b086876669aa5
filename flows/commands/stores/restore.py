"""`jeopardice restore`: make an older sound state of a store the newest."""

from rich.console import Console

from flows.places import store_url
from flows.terminal.asking import agreed
from solvers.wording.counts import some
from storage.location import locate
from storage.repository import LOCK_SECONDS
from storage.soundness.restoring import Restorable, restorable, restore
from storage.soundness.sealing import Seal

console = Console(highlight=False)


def restore_state(ref: str | None, store: str | None, dry_run: bool, yes: bool) -> None:
    """Print what is lost, and make the state the newest after confirmation.

    Raises
    ------
    NotInStore
        if there is no sound state, or none of that name
    """
    location = locate(store_url(store))
    found = restorable(location, ref)
    if found.newest:
        console.print(f"The newest state is sound: {_named(found.seal)}. Nothing to restore.", soft_wrap=True)
        return
    console.print(f"{'Would restore' if dry_run else 'To restore:'} {_named(found.seal)}.", soft_wrap=True)
    _say_lost(found)
    if dry_run or not agreed(f"Make it the newest state of {location.url}?", yes):
        return
    restore(location, found, LOCK_SECONDS)
    console.print(f"Restored. `jeopardice check --store {location.url}` looks at every file.", soft_wrap=True)


def _named(own: Seal) -> str:
    return f"{own.snapshot[:8]} of {own.time[:16].replace('T', ' ')} UTC, {own.message!r}"


def _say_lost(found: Restorable) -> None:
    if not found.lost:
        console.print("No commit came after it, so nothing is lost.")
        return
    console.print(f"Lost, until they are solved again: {some(len(found.lost), 'commit')}.")
    for own in found.lost:
        console.print(f"  {_named(own)}", soft_wrap=True)
