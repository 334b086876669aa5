"""A state of a sweep, opened once for all slices of it."""

from dataclasses import dataclass

import xarray as xr

from browsing.explorer.address import Address
from browsing.explorer.overview import Coverage, coverage
from storage.history import Commit
from storage.query import open_sweep
from storage.repository import Store
from storage.selecting import the_sweep


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


class States:
    """A cache of the last requested state.

    Parameters
    ----------
    store : the store
    record : whether to read the record, too
    """

    def __init__(self, store: Store, record: bool) -> None:
        self._store, self._record = store, record
        self._last: tuple[tuple[str, str, str], State] | None = None

    def of(self, address: Address) -> State:
        """Return the state of an address; it is opened again after a commit.

        Parameters
        ----------
        address : address of the page

        Raises
        ------
        StoreError
            if there is no such sweep or state
        """
        asked = self._store.newest, address.sweep, address.at
        if self._last is None or self._last[0] != asked:
            self._last = asked, self._opened(address)
        return self._last[1]

    def _opened(self, address: Address) -> State:
        at = address.at or None
        name = the_sweep(self._store, address.sweep, at, "sweep")
        dataset = open_sweep(self._store, name, at, record=self._record)
        return State(dataset, self._store.history(address.sweep), coverage(name, dataset))
