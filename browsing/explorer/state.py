"""One state of a sweep, opened once however many slices of it are shown."""

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
    """A sweep as it is, or as it was.

    Parameters
    ----------
    dataset : from `open_sweep`, with its record where it was asked for
    history : commits of the sweep, newest first
    coverage : how much of it is there
    """

    dataset: xr.Dataset
    history: list[Commit]
    coverage: Coverage


class States:
    """The state that was asked for last.

    Parameters
    ----------
    store : to read
    record : whether the record comes along
    """

    def __init__(self, store: Store, record: bool) -> None:
        self._store, self._record = store, record
        self._last: tuple[tuple[str, str, str], State] | None = None

    def of(self, address: Address) -> State:
        """The state that an address means; opened anew when anything was committed since.

        Parameters
        ----------
        address : of the page

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
