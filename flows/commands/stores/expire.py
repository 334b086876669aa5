"""`jeopardice expire`: print what it would do, and do it after confirmation."""

from rich.console import Console

from flows.places import store_url
from flows.terminal.asking import agreed
from flows.terminal.times import moment_of
from solvers.wording.counts import some
from storage.housekeeping import expirable, expire
from storage.repository import Store

console = Console(highlight=False)


def expire_history(older_than: str, store: str | None, dry_run: bool, yes: bool) -> None:
    """Drop the untagged states that were replaced before a moment."""
    place, moment = Store.open(store_url(store)), moment_of(older_than)
    dropped = len(expirable(place, moment))
    console.print(
        f"{'Deleting' if yes and not dry_run else 'Would delete'} {dropped} of"
        f" {some(len(place.history()), 'snapshot')}, those older than {moment:%Y-%m-%d %H:%M} UTC. Tagged"
        " snapshots and the one that was the latest then are kept."
    )
    if (
        dry_run
        or not dropped
        or not agreed(f"Delete {some(dropped, 'snapshot')} from the history of {place.url} for good?", yes)
    ):
        return
    expire(place, moment)
    console.print(f"Deleted {some(dropped, 'snapshot')}. `jeopardice gc` frees their files.")
