"""`jeopardice diff`: the differences between two states of a sweep."""

from rich.console import Console

from flows.places import store_url
from flows.terminal.columns import listing_of
from storage.comparing import compare
from storage.errors import NotInStore
from storage.query import open_sweep
from storage.repository import Store
from storage.selecting import the_sweep

console = Console(highlight=False)


def compare_states(old: str, new: str | None, store: str | None, sweep: str | None) -> None:
    """Print how each variable differs between two states.

    Raises
    ------
    NotInStore
        if one of them does not have the sweep
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep, new, "--sweep")
    if name not in place.sweeps(old):
        remedy = f"It may be older than the sweep. `jeopardice history {name}` lists the states that have it."
        raise NotInStore(f"OLD: the state {old!r} does not have {name}. {remedy}")
    listing = listing_of("variable", "only in old", "only in new", "changed", "largest difference")
    for found in compare(open_sweep(place, name, old), open_sweep(place, name, new)):
        listing.add_row(
            found.variable, str(found.only_a), str(found.only_b), str(found.changed), f"{found.largest:.3g}"
        )
    console.print(listing)
