"""A sweep as it is stored, for commands that print some of it and end.

Importing xarray, and pandas with it, takes longer than everything else that such a command does. So a
`StoredSweep` has as much of a dataset's ways as they need: `storage.query.select` takes both, and values are
the same as those of `storage.query.open_sweep` with its record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray

from storage.group import Array, array, described, open_group
from storage.records import plain
from storage.schema import RECORD

Place = int | list[int]


@dataclass(frozen=True)
class StoredArray:
    """One array of a sweep, or a part of it, which is read when its values are asked for.

    Parameters
    ----------
    source : the whole of it, in the store
    places : the one or those that are picked, by dimension; of other dimensions all
    padded : whether -1 stands where there is no number
    """

    source: Array
    places: Mapping[str, Place]
    padded: bool

    @property
    def attrs(self) -> dict[str, Any]:
        """What it is, in the words of the CF conventions."""
        return dict(self.source.attrs)

    @property
    def flags(self) -> tuple[str, ...]:
        """What the codes 0, 1, ... stand for; none of numbers."""
        return tuple(str(self.source.attrs.get("flag_meanings", "")).split())

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Lengths by dimension, those left out of which one place is picked."""
        lengths: dict[str, int] = {}
        for name, length in zip(self._names, self.source.shape, strict=True):
            place = self.places.get(name, range(length))
            if not isinstance(place, int):
                lengths[name] = len(place)
        return lengths

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of the dimensions that are left, axes first."""
        return tuple(self.sizes)

    @property
    def shape(self) -> tuple[int, ...]:
        """Length along each of them."""
        return tuple(self.sizes.values())

    @cached_property
    def values(self) -> NDArray[Any]:
        """The values along `dims`: text as Python's own, padded whole numbers as floats with NaN."""
        picked: Any = tuple(self.places.get(name, slice(None)) for name in self._names)
        cells = plain(self.source.oindex[picked] if picked else self.source[...])
        return np.where(cells == -1, np.nan, cells) if self.padded else cells

    def item(self) -> Any:
        """The only value, in Python's own type."""
        return self.values.item()

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(map(str, self.source.metadata.dimension_names or ()))  # type: ignore[union-attr]


class StoredSweep:
    """A sweep with its record, or a part of it.

    Parameters
    ----------
    group : of the sweep
    places : the one or those that are picked, by axis or dimension; of others all
    """

    def __init__(self, group: zarr.Group, places: Mapping[str, Place] | None = None) -> None:
        self._group, self._places = group, dict(places or {})
        self._told, self._opened = described(group), dict[str, StoredArray]()

    @cached_property
    def attrs(self) -> dict[str, Any]:
        """What the whole is, and where it came from."""
        return dict(self._group.attrs)

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
        """Lengths by axis and dimension, those left out of which one place is picked."""
        names = (*self._told["axes"], *self._told["dims"])
        return {name: length for own in names for name, length in self[own].sizes.items()}

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of the axes and dimensions that are left."""
        return tuple(self.sizes)

    def __getitem__(self, name: str) -> StoredArray:
        if name not in self._opened:
            source = array(self._group, name)
            # A negative whole number is never an answer.
            padded = source.dtype.kind == "i" and name in self._told["variables"]
            self._opened[name] = StoredArray(source, self._places, padded)
        return self._opened[name]

    def __contains__(self, name: object) -> bool:
        return name in self.data_vars or name in self.coords

    def isel(self, places: Mapping[str, Place]) -> "StoredSweep":
        """The part at these indices along axes or dimensions."""
        return StoredSweep(self._group, {**self._places, **places})


def stored_sweep(session: icechunk.Session, sweep: str) -> StoredSweep:
    """The sweep as a session has it.

    Raises
    ------
    NotInStore
        if there is no such sweep
    """
    return StoredSweep(open_group(session, sweep))
