"""`jeopardice gc`: print what it would do, and do it after confirmation."""

from datetime import UTC, datetime, timedelta

from rich.console import Console

from flows.places import store_url
from flows.terminal.asking import agreed
from flows.terminal.sizes import in_bytes
from flows.terminal.times import moment_of
from solvers.wording.counts import some
from storage.housekeeping import Freed, collect
from storage.repository import Store

console = Console(highlight=False)
# Age in which no shard is still active, unless --yes allowed a sweep of more core-hours.
LONGEST_SHARD = timedelta(days=1)


def collect_garbage(older_than: str, store: str | None, dry_run: bool, yes: bool) -> None:
    """Free the files that no state refers to and that are older than a moment."""
    place, moment = Store.open(store_url(store)), moment_of(older_than)
    found = collect(place, moment, dry_run=True)
    console.print(
        f"Unused files written before {moment:%Y-%m-%d %H:%M} UTC: {_worded(found)}."
        + (" Would free them." if dry_run and found.bytes else "")
    )
    if dry_run or found == Freed(0, 0, 0, 0):
        return
    if datetime.now(UTC) - moment < LONGEST_SHARD:
        console.print(
            "[bold]Make sure that no run is active:[/] files that it has not committed yet would be freed,"
            " and its commit would fail."
        )
    if agreed(f"Free {in_bytes(found.bytes)} in {place.url}?", yes):
        console.print(f"Freed {_worded(collect(place, moment))}.")


def _worded(freed: Freed) -> str:
    files = (
        f"{some(freed.chunks, 'chunk')}, {some(freed.snapshots, 'snapshot')},"
        f" {some(freed.others, 'other file')}"
    )
    return f"{in_bytes(freed.bytes)} ({files})"
