"""A state of a sweep, opened once for all slices and all pages of it."""

from dataclasses import dataclass
from functools import lru_cache

import xarray as xr

from browsing.explorer.address import Address
from browsing.explorer.overview import Coverage, coverage
from storage.history import Commit
from storage.query import open_sweep
from storage.repository import Store
from storage.selecting import the_sweep

# States that are kept open: the sweeps that are looked at, and some older ones.
KEPT = 16


@dataclass(frozen=True)
class State:
    """A sweep in its current state, or in an older one.

    Parameters
    ----------
    dataset : from `open_sweep`, with its record if requested
    history : commits of the sweep, newest first
    coverage : coverage of the sweep
    """

    dataset: xr.Dataset
    history: list[Commit]
    coverage: Coverage


def state_of(store: Store, address: Address, record: bool) -> State:
    """Return the state of an address; it is opened again after a commit.

    Parameters
    ----------
    store : the store
    address : address of the page
    record : whether to read the record, too

    Raises
    ------
    StoreError
        if there is no such sweep or state
    """
    # A tag may be deleted without a new snapshot.
    shown = store.at(address.at).snapshot_id if address.at else store.newest
    return _opened(store.url, (store.newest, shown), address.sweep, address.at, record)


@lru_cache(KEPT)
def _opened(url: str, snapshots: tuple[str, str], sweep: str, at: str, record: bool) -> State:
    """Open what stays the same as long as these are the newest snapshot and the one that is shown."""
    store = Store.open(url)
    name = the_sweep(store, sweep, at or None, "sweep")
    dataset = open_sweep(store, name, at or None, record=record)
    return State(dataset, store.history(sweep), coverage(name, dataset))
