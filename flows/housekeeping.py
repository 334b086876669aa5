"""`jeopardice rm`, `expire`, `gc` and `tag`: what they would do is said first, and done after a yes."""

import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.console import Console
from rich.table import Table

from flows.asking import agreed
from flows.places import store_url
from flows.reading import the_sweep
from solvers.errors import expected
from storage.errors import NotInStore
from storage.housekeeping import Freed, collect, delete_tag, expirable, expire, remove
from storage.repository import Store

console = Console(highlight=False)
UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
# No shard takes that long, unless somebody said --yes to a sweep of more core-hours.
LONGEST_SHARD = timedelta(days=1)


def remove_sweep(sweep: str, store: str | None, published: str | None, dry_run: bool, yes: bool) -> None:
    """Remove a sweep from the newest state, and its published copy if its directory is named.

    Raises
    ------
    NotInStore
        if there is no such sweep, or no copy where one is said to be
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep)
    cases, states = place.records(name).sizes, len(place.history(name))
    copy = _published_copy(published or "published", name)
    if published is not None and copy is None:
        raise NotInStore(
            f"--published: expected {name}.zarr in it, got {published!r} without. Name the directory, or"
            " leave the option out."
        )
    console.print(
        f"{name}: {' x '.join(f'{axis} {size}' for axis, size in cases.items())}, {_some(states, 'commit')}."
    )
    console.print("The history keeps it until `jeopardice expire` and `jeopardice gc`: nothing is freed yet.")
    if copy is not None:
        console.print(
            (
                f"Its plain Zarr goes, too: {copy}."
                if published
                else f"Its plain Zarr stays: {copy} (--published removes it)."
            ),
            soft_wrap=True,
        )
    if dry_run or not agreed(f"Remove {name} from {place.url}?", yes):
        return
    snapshot = remove(place, name)
    if copy is not None and published is not None:
        shutil.rmtree(copy)
    console.print(f"Removed {name}; snapshot {snapshot[:8]}.")


def expire_history(older_than: str, store: str | None, dry_run: bool, yes: bool) -> None:
    """Drop the states that were replaced before a moment, except tagged ones."""
    place, moment = Store.open(store_url(store)), _moment(older_than)
    dropped = len(expirable(place, moment))
    console.print(
        f"{_some(dropped, 'snapshot')} of {len(place.history())}, replaced before {moment:%Y-%m-%d %H:%M}"
        " UTC. Tagged ones stay, and what was newest then."
    )
    if (
        dry_run
        or not dropped
        or not agreed(f"Drop {_some(dropped, 'snapshot')} from the history of {place.url} for good?", yes)
    ):
        return
    expire(place, moment)
    console.print(f"Dropped {_some(dropped, 'snapshot')}. `jeopardice gc` frees what only they held.")


def collect_garbage(older_than: str, store: str | None, dry_run: bool, yes: bool) -> None:
    """Free the files that no state refers to, and that are older than a moment."""
    place, moment = Store.open(store_url(store)), _moment(older_than)
    found = collect(place, moment, dry_run=True)
    console.print(f"{_worded(found)} that nothing refers to, written before {moment:%Y-%m-%d %H:%M} UTC.")
    if dry_run or found == Freed(0, 0, 0, 0):
        return
    if datetime.now(UTC) - moment < LONGEST_SHARD:
        console.print(
            "[bold]Be sure that no run is in flight:[/] what it wrote and has not committed is among them:"
            " its commit would break."
        )
    if agreed(f"Free {_size(found.bytes)} of {place.url}?", yes):
        console.print(f"Freed {_worded(collect(place, moment))}.")


def tag_state(
    name: str | None, ref: str | None, delete: bool, store: str | None, dry_run: bool, yes: bool
) -> None:
    """List the tags, name a state, or delete a tag.

    Raises
    ------
    InvalidRules
        if the name is none that a tag can have, or is missing
    NotInStore
        if there is no such state, or no such tag to delete
    """
    place = Store.open(store_url(store))
    tags = place.tags()
    if name is None:
        if delete:
            raise expected("--delete", "the name of a tag", None, "Say which: jeopardice tag NAME --delete.")
        _list_tags(place, tags)
    elif delete:
        _delete_tag(place, tags, name, dry_run, yes)
    else:
        _create_tag(place, tags, name, ref, dry_run)


def _create_tag(place: Store, tags: dict[str, str], name: str, ref: str | None, dry_run: bool) -> None:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        raise expected("tag", "letters, digits, '.', '_' and '-'", name, "Write it like paper-v1.")
    if name in tags:
        raise expected("tag", "a new name", name, f"It names {tags[name][:8]}. Choose another.")
    snapshot = place.at(ref).snapshot_id
    if dry_run:
        console.print(f"Would name {snapshot[:8]} {name}.")
        return
    place.tag(name, snapshot)
    console.print(f"{name} names {snapshot[:8]}, for good: it never expires while it is tagged.")


def _delete_tag(place: Store, tags: dict[str, str], name: str, dry_run: bool, yes: bool) -> None:
    if name in tags:
        console.print(
            f"{name} names {tags[name][:8]}. The name cannot be given again, and what it named may expire."
        )
        if dry_run or not agreed(f"Delete the tag {name} of {place.url}?", yes):
            return
    delete_tag(place, name)
    console.print(f"Deleted the tag {name}.")


def _list_tags(place: Store, tags: dict[str, str]) -> None:
    listing = Table("tag", "snapshot", "written (UTC)", "what", box=None, pad_edge=False)
    for name, snapshot in tags.items():
        info = next(iter(place.repository.ancestry(snapshot_id=snapshot)))
        listing.add_row(name, snapshot[:8], f"{info.written_at:%Y-%m-%d %H:%M}", info.message)
    console.print(listing)


def _published_copy(directory: str, sweep: str) -> Path | None:
    """The plain Zarr that a run published, if it is there."""
    copy = Path(directory) / f"{sweep}.zarr"
    return copy if (copy / "zarr.json").is_file() else None


def _moment(text: str) -> datetime:
    """An age, "30d", or a date, "2026-01-31", as a moment in UTC.

    Raises
    ------
    InvalidRules
        if it is neither, or still to come
    """
    rule, now = "an age such as 30d or 12h, or a date such as 2026-01-31, in the past", datetime.now(UTC)
    age = re.fullmatch(r"(\d{1,5})([mhdw])", text)
    try:
        found = now - timedelta(**{UNITS[age[2]]: int(age[1])}) if age else datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        raise expected("--older-than", rule, text, "Ages end in m, h, d or w; dates are in UTC.") from None
    moment = found if found.tzinfo else found.replace(tzinfo=UTC)
    if moment > now:
        raise expected("--older-than", rule, text, "Nothing is older than that yet.")
    return moment.astimezone(UTC)


def _worded(freed: Freed) -> str:
    files = (
        f"{_some(freed.chunks, 'chunk')}, {_some(freed.snapshots, 'snapshot')},"
        f" {_some(freed.others, 'other file')}"
    )
    return f"{_size(freed.bytes)} ({files})"


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _size(number: int) -> str:
    return (
        f"{number} bytes"
        if number < 1000
        else f"{number / 1e3:.1f} kB"
        if number < 1e6
        else f"{number / 1e6:.1f} MB"
    )
