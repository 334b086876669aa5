"""`jeopardice ls`: the sweeps of a store, and how complete they are."""

from rich.console import Console

from flows.places import store_url
from flows.terminal.columns import listing_of
from storage.repository import Store
from storage.schema import DONE, FAILED

console = Console(highlight=False)


def list_store(store: str | None) -> None:
    """Print the sweeps of a store with their numbers of done, failed and missing cases."""
    place = Store.open(store_url(store))
    listing = listing_of("sweep", "cases", "done", "failed", "last run (UTC)")
    for name in place.sweeps():
        stored = place.stored(name)
        status = stored["status"].values
        done, failed = int((status == DONE).sum()), int((status == FAILED).sum())
        last = str(stored.attrs.get("launched", ""))[:19]
        listing.add_row(name, str(status.size), str(done), str(failed), last)
    console.print(listing)
