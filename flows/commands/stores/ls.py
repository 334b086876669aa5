"""`jeopardice ls`: the sweeps of a store, and how complete they are."""

from rich.console import Console

from flows.places import store_url
from flows.terminal.columns import listing_of
from flows.terminal.errors import FAILED as EXIT_FAILED
from flows.terminal.errors import say_error
from storage.damage import ROTTEN, sentence_of
from storage.errors import StoreError
from storage.repository import Store
from storage.stored import StoredSweep

console = Console(highlight=False)


def list_store(store: str | None) -> int:
    """Print the sweeps of a store with their numbers of done, failed and missing cases; return the exit code.

    A sweep that cannot be read is named, and so are all others.
    """
    place = Store.open(store_url(store))
    listing = listing_of("sweep", "cases", "done", "failed", "last run (UTC)")
    damaged: list[str] = []
    for name in place.sweeps():
        try:
            listing.add_row(name, *_counted(place.stored(name)))
        except (*ROTTEN, StoreError) as error:
            listing.add_row(name, "damaged", "", "", "")
            damaged.append(sentence_of(error, place.url))
    console.print(listing)
    for said in damaged:
        say_error("error", said)
    return EXIT_FAILED if damaged else 0


def _counted(stored: StoredSweep) -> tuple[str, str, str, str]:
    cases, done, failed = stored.counts
    return str(cases), str(done), str(failed), str(stored.attrs.get("launched", ""))[:19]
