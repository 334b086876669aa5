"""`jeopardice history`: the runs that wrote to a store."""

from itertools import groupby

from rich.console import Console

from flows.places import store_url
from flows.terminal.columns import listing_of
from storage.history import Commit
from storage.repository import Store
from storage.selecting import the_sweep

console = Console(highlight=False)


def list_runs(store: str | None, sweep: str | None) -> None:
    """Print the runs that wrote to a store, newest first, with last snapshot and number of commits.

    Raises
    ------
    NotInStore
        if the store never had the requested sweep
    Unreadable
        after the runs that are known, if an older state is damaged
    """
    place = Store.open(store_url(store))
    listing = listing_of("run", "ended (UTC)", "sweep", "commits", "snapshot", whole=("run", "snapshot"))
    known, damage = place.known(sweep)
    for (run, name), commits in groupby(known, lambda commit: (_run(commit), commit.metadata.get("sweep"))):
        if run is not None:
            own = list(commits)
            listing.add_row(run, f"{own[0].time:%Y-%m-%d %H:%M}", str(name), str(len(own)), own[0].id[:8])
    if sweep is not None and damage is None and not listing.row_count:
        # Removed sweeps have a history, too.
        the_sweep(place, sweep)
    console.print(listing)
    if damage is not None:
        raise damage


def _run(commit: Commit) -> str | None:
    """The run of a commit, or that it removed its sweep; None for other commits."""
    run = commit.metadata.get("run")
    return str(run) if run is not None else "removed" if commit.metadata.get("removed") else None
