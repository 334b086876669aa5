"""`jeopardice tag`: names for states of a store."""

import re

from rich.console import Console
from rich.table import Table

from flows.places import store_url
from flows.terminal.asking import agreed
from solvers.errors import InvalidRules
from storage.housekeeping import delete_tag
from storage.repository import Store

console = Console(highlight=False)


def tag_state(
    name: str | None, ref: str | None, delete: bool, store: str | None, dry_run: bool, yes: bool
) -> None:
    """List the tags, name a state, or delete a tag.

    Raises
    ------
    InvalidRules
        if the name is not valid for a tag, or is missing
    NotInStore
        if there is no such state, or no such tag to delete
    """
    place = Store.open(store_url(store))
    tags = place.tags()
    if name is None:
        if delete:
            raise InvalidRules("--delete: name the tag, as in `jeopardice tag NAME --delete`.")
        _list_tags(place, tags)
    elif delete:
        _delete_tag(place, tags, name, dry_run, yes)
    else:
        _create_tag(place, tags, name, ref, dry_run)


def _create_tag(place: Store, tags: dict[str, str], name: str, ref: str | None, dry_run: bool) -> None:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        raise InvalidRules(
            f"tag: {name!r} is not a valid name. Use letters, digits, '.', '_' and '-', as in paper-v1."
        )
    if name in tags:
        raise InvalidRules(f"tag: {name!r} already names {tags[name][:8]}. Choose another name.")
    snapshot = place.at(ref).snapshot_id
    if dry_run:
        console.print(f"Would tag the snapshot {snapshot[:8]} as {name}.")
        return
    place.tag(name, snapshot)
    console.print(f"Tagged the snapshot {snapshot[:8]} as {name}. It does not expire while it is tagged.")


def _delete_tag(place: Store, tags: dict[str, str], name: str, dry_run: bool, yes: bool) -> None:
    if name in tags:
        console.print(
            f"{name} is the snapshot {tags[name][:8]}. Once deleted, the name cannot be used again, and the"
            " snapshot may expire."
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
