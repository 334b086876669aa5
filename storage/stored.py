"""A sweep as it is stored, for commands that print a part of it and end.

Importing xarray, and pandas with it, takes longer than everything else that such a command does. So
`StoredSweep` has the part of a dataset's interface that they need: `storage.query.select` takes both, and
values are the same as from `storage.query.open_sweep` with its record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray

from storage.group import Array, array, described, open_group
from storage.records import plain
from storage.schema import DONE, FAILED, RECORD

Place = int | list[int]


@dataclass(frozen=True)
class StoredArray:
    """One array of a sweep, or a part of it, read when its values are used.

    Parameters
    ----------
    source : the whole array in the store
    places : selected index or indices by dimension; other dimensions are whole
    padded : whether -1 stands for a missing number
    """

    source: Array
    places: Mapping[str, Place]
    padded: bool

    @property
    def attrs(self) -> dict[str, Any]:
        """Attributes by the CF conventions."""
        return dict(self.source.attrs)

    @property
    def flags(self) -> tuple[str, ...]:
        """Meanings of the codes 0, 1, ...; empty for numbers."""
        return tuple(str(self.source.attrs.get("flag_meanings", "")).split())

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Lengths by dimension, without those of which one index is selected."""
        lengths: dict[str, int] = {}
        for name, length in zip(self._names, self.source.shape, strict=True):
            place = self.places.get(name, range(length))
            if not isinstance(place, int):
                lengths[name] = len(place)
        return lengths

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of the remaining dimensions, axes first."""
        return tuple(self.sizes)

    @property
    def shape(self) -> tuple[int, ...]:
        """Length along each of `dims`."""
        return tuple(self.sizes.values())

    @cached_property
    def values(self) -> NDArray[Any]:
        """The values along `dims`: text as Python's own, padded integers as floats with NaN."""
        picked: Any = tuple(self.places.get(name, slice(None)) for name in self._names)
        cells = plain(self.source.oindex[picked] if picked else self.source[...])
        return np.where(cells == -1, np.nan, cells) if self.padded else cells

    def item(self) -> Any:
        """The only value, as Python's own type."""
        return self.values.item()

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(map(str, self.source.metadata.dimension_names or ()))  # type: ignore[union-attr]


class Counts(NamedTuple):
    """Numbers of cases: all, those that are done, those that have an error."""

    cases: int
    done: int
    failed: int


class StoredSweep:
    """A sweep with its record, or a part of it.

    Parameters
    ----------
    group : group of the sweep
    places : selected index or indices by axis or dimension; others are whole
    """

    def __init__(self, group: zarr.Group, places: Mapping[str, Place] | None = None) -> None:
        self._group, self._places = group, dict(places or {})
        self._told, self._opened = described(group), dict[str, StoredArray]()

    @cached_property
    def attrs(self) -> dict[str, Any]:
        """Attributes of the sweep: its description and provenance."""
        return dict(self._group.attrs)

    @property
    def counts(self) -> Counts:
        """How many cases it has, and what became of them."""
        status = self["status"].values
        return Counts(status.size, int((status == DONE).sum()), int((status == FAILED).sum()))

    @cached_property
    def coords(self) -> dict[str, StoredArray]:
        """The labels of axes and dimensions, and the fixed parameters, by name."""
        fixed = self._told["asked"][2] if "asked" in self._told else {}
        names = [*self._told["axes"], *self._told["dims"], *(name for name in fixed if name in self._group)]
        return {name: self[name] for name in names}

    @cached_property
    def data_vars(self) -> dict[str, StoredArray]:
        """The outputs and the record by name."""
        return {name: self[name] for name in (*self._told["variables"], *(own.name for own in RECORD))}

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Lengths by axis and dimension, without those of which one index is selected."""
        names = (*self._told["axes"], *self._told["dims"])
        return {name: length for own in names for name, length in self[own].sizes.items()}

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of the remaining axes and dimensions."""
        return tuple(self.sizes)

    def __getitem__(self, name: str) -> StoredArray:
        if name not in self._opened:
            source = array(self._group, name)
            # A negative integer is never an answer.
            padded = source.dtype.kind == "i" and name in self._told["variables"]
            self._opened[name] = StoredArray(source, self._places, padded)
        return self._opened[name]

    def __contains__(self, name: object) -> bool:
        return name in self.data_vars or name in self.coords

    def isel(self, places: Mapping[str, Place]) -> "StoredSweep":
        """The part at these indices along axes or dimensions."""
        return StoredSweep(self._group, {**self._places, **places})


def stored_sweep(session: icechunk.Session, sweep: str) -> StoredSweep:
    """The sweep in the state of a session.

    Raises
    ------
    NotInStore
        if there is no such sweep
    """
    return StoredSweep(open_group(session, sweep))
