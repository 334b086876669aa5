"""Compare two states of a sweep."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from storage.errors import NotInStore
from storage.query import axes_of
from storage.records import plain
from storage.schema import DONE, RECORD


@dataclass(frozen=True)
class Difference:
    """How one variable differs between two states of a sweep.

    Parameters
    ----------
    variable : its name
    only_a, only_b : number of cases that only one state has an answer to
    changed : number of cases with different answers
    largest : largest absolute difference among these; inf if only one is a number, 0 for text
    """

    variable: str
    only_a: int
    only_b: int
    changed: int
    largest: float


def compare(a: xr.Dataset, b: xr.Dataset) -> list[Difference]:
    """Differences of each output, case by case at equal labels; NaN equals NaN, padding may be shorter.

    Raises
    ------
    NotInStore
        if the axes differ
    """
    axes, record = axes_of(a), {variable.name for variable in RECORD}
    if axes != axes_of(b):
        raise NotInStore(
            f"The axes differ: {', '.join(axes)} in one, {', '.join(axes_of(b))} in the other. Compare two"
            " states of one sweep."
        )
    places_a, places_b = _shared(a, b, axes), _shared(b, a, axes)
    done_a, done_b = (dataset["status"].values == DONE for dataset in (a, b))
    both = done_a[np.ix_(*places_a)] & done_b[np.ix_(*places_b)]
    found = []
    for name in dict.fromkeys([*map(str, a.data_vars), *map(str, b.data_vars)]):
        if name in record:
            continue
        if name not in a or name not in b:
            found.append(
                Difference(name, int(done_a.sum()) * (name in a), int(done_b.sum()) * (name in b), 0, 0.0)
            )
            continue
        changed, largest = _changed(a[name], b[name], places_a, places_b, both)
        found.append(
            Difference(name, int(done_a.sum() - both.sum()), int(done_b.sum() - both.sum()), changed, largest)
        )
    return found


def _changed(
    a: xr.DataArray,
    b: xr.DataArray,
    places_a: list[NDArray[np.intp]],
    places_b: list[NDArray[np.intp]],
    both: NDArray[np.bool_],
) -> tuple[int, float]:
    """Number of changed cases and largest difference, one label of the first axis at a time."""
    changed, largest = 0, 0.0
    for place in range(len(both)) if both.ndim else [None]:
        kept = both if place is None else both[place]
        if not kept.any():
            continue
        cells_a, cells_b = _padded(_slab(a, places_a, place), _slab(b, places_b, place))
        cells_a, cells_b = cells_a[kept], cells_b[kept]
        differs = (cells_a != cells_b) & ~((cells_a != cells_a) & (cells_b != cells_b))
        changed += int(differs.reshape(len(differs), -1).any(axis=1).sum())
        if differs.any() and cells_a.dtype.kind in "fiu":
            gap = np.abs(cells_a[differs].astype(float) - cells_b[differs].astype(float))
            largest = max(largest, float(np.where(np.isnan(gap), np.inf, gap).max()))
    return changed, largest


def _slab(variable: xr.DataArray, places: list[NDArray[np.intp]], first: int | None) -> NDArray[Any]:
    picked: dict[Any, Any] = dict(zip(variable.dims, places, strict=False))
    if first is not None:
        picked[variable.dims[0]] = int(places[0][first])
    return plain(variable.isel(picked).values)


def _padded(a: NDArray[Any], b: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both arrays with the dimensions of the longer one."""
    longest = np.maximum(a.shape, b.shape)
    fill: Any = np.nan if a.dtype.kind == "f" else ""

    def pad(cells: NDArray[Any]) -> NDArray[Any]:
        more = [(0, int(most) - length) for most, length in zip(longest, cells.shape, strict=True)]
        return np.pad(cells, more, constant_values=fill) if any(after for _, after in more) else cells

    return pad(a), pad(b)


def _shared(dataset: xr.Dataset, other: xr.Dataset, axes: Sequence[str]) -> list[NDArray[np.intp]]:
    """Along each axis, indices of the labels that both have, in the order of the labels."""
    places = []
    for name in axes:
        at = {label: place for place, label in enumerate(dataset[name].values.tolist())}
        places.append(
            np.array([at[label] for label in sorted(at.keys() & set(other[name].values.tolist()))], np.intp)
        )
    return places
