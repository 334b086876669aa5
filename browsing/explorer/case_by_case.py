"""Compare two states or sweeps case by case: how far the answers of each common case differ, and where.

Whole chunks along the cases are read, and only the cases that differ most are kept: so memory does not grow
with the number of cases. Of more than `MOST_COMPARED` bytes only the first cases are read.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from browsing.explorer.cells import cells_of
from browsing.explorer.slicing import LEAST_BYTES, chunks_of, label_text
from pictures.names import flags_of
from storage.query import axes_of
from storage.schema import DONE

# Bytes of both, which take two seconds; they are read once, and not for every slice.
MOST_COMPARED = 1_200_000_000
MOST_LISTED = 100
Places = NDArray[np.intp]


@dataclass(frozen=True)
class Apart:
    """A case whose answers differ.

    Parameters
    ----------
    labels : labels of the case, one for each axis
    largest : largest absolute difference; 1 for codes; inf if only one of the two has a number
    cells : number of cells that differ
    at : labels of the cell with the largest difference, one for each other dimension
    a, b : the values in that cell
    """

    labels: tuple[str, ...]
    largest: float
    cells: int
    at: tuple[str, ...]
    a: str
    b: str


@dataclass(frozen=True)
class CaseByCase:
    """The cases that differ, and their numbers.

    Parameters
    ----------
    axes, dims : axes of the cases, and dimensions of the cells of a case
    codes : whether cells are codes, for which only the number of different cells is meaningful
    rows : the cases that differ most, by falling difference
    differ, compared, shared : numbers of cases that differ, that were read, and that both have an answer to
    """

    axes: tuple[str, ...]
    dims: tuple[str, ...]
    codes: bool
    rows: tuple[Apart, ...]
    differ: int
    compared: int
    shared: int


@dataclass(frozen=True)
class _Found:
    """A case that differs, by its indices along the axes, and its worst cell by its labels."""

    places: tuple[int, ...]
    largest: float
    cells: int
    at: tuple[Any, ...]
    a: float
    b: float

    @property
    def order(self) -> tuple[float, int, tuple[int, ...]]:
        """Sort key: the worst case first, then in the order of the axes."""
        return -self.largest, -self.cells, self.places


def case_by_case(a: xr.Dataset, b: xr.Dataset, variable: str) -> CaseByCase | None:
    """Compare a variable in all common cases, or in as many as can be read quickly.

    Parameters
    ----------
    a, b : from `open_sweep`
    variable : a variable that both have

    Returns
    -------
    CaseByCase | None
        None if their cases or cells have different dimensions, so that no case is common
    """
    axes, one = axes_of(a), a[variable]
    if set(axes) != set(axes_of(b)) or set(one.dims) != set(b[variable].dims):
        return None
    other, dims = b[variable].transpose(*one.dims), tuple(str(dim) for dim in one.dims if dim not in axes)
    places = [_shared(a[name].values, b[name].values) for name in axes]
    done = _done(a, axes, [mine for mine, _ in places]) & _done(b, axes, [theirs for _, theirs in places])
    kept: list[Any] = []
    differ, compared, spent = 0, 0, 0
    for block in _blocks(one, axes, places):
        asked = done[np.ix_(*block)]
        if not asked.any():
            continue
        mine, theirs = ({name: places[n][side][block[n]] for n, name in enumerate(axes)} for side in (0, 1))
        spent += _cost(one, mine) + _cost(other, theirs)
        if spent > MOST_COMPARED:
            break
        number, found = _differing(_read(one, mine), _read(other, theirs), asked, list(mine.values()))
        differ, compared = differ + number, compared + int(asked.sum())
        kept = sorted([*kept, *found], key=lambda case: case.order)[:MOST_LISTED]
    rows = tuple(_worded(case, one, axes) for case in kept)
    return CaseByCase(axes, dims, bool(flags_of(one)), rows, differ, compared, int(done.sum()))


def _shared(mine: NDArray[Any], theirs: NDArray[Any]) -> tuple[Places, Places]:
    """Indices of the common labels, in the order of the first."""
    at = {label: place for place, label in enumerate(theirs.tolist())}
    pairs = [(place, at[label]) for place, label in enumerate(mine.tolist()) if label in at]
    first, second = np.array(pairs, np.intp).reshape(-1, 2).T
    return first, second


def _done(dataset: xr.Dataset, axes: Sequence[str], places: Sequence[Places]) -> NDArray[np.bool_]:
    status = dataset["status"].transpose(*axes).values
    return np.asarray(status[np.ix_(*places)] == DONE)


def _blocks(
    one: xr.DataArray, axes: Sequence[str], places: Sequence[tuple[Places, Places]]
) -> Iterator[list[Places]]:
    """Indices among the common labels, one list for each axis, of all cases in a chunk of the first."""
    lengths, along = _lengths(one), []
    for name, (mine, _) in zip(axes, places, strict=True):
        number = mine // lengths[name]
        along.append([np.flatnonzero(number == chunk) for chunk in np.unique(number)])
    yield from map(list, product(*along))


def _cost(variable: xr.DataArray, places: dict[str, Places]) -> int:
    """Number of bytes of all chunks that the cases touch."""
    lengths = _lengths(variable)
    each = max(LEAST_BYTES, math.prod(lengths.values()) * variable.dtype.itemsize)
    touched = (
        len(np.unique(places[dim] // length)) if dim in places else math.ceil(variable.sizes[dim] / length)
        for dim, length in lengths.items()
    )
    return each * math.prod(touched)


def _lengths(variable: xr.DataArray) -> dict[str, int]:
    """Length of a chunk along each dimension; the whole length for an array in memory."""
    stored = chunks_of(variable)
    return {str(dim): stored.get(str(dim), max(1, size)) for dim, size in variable.sizes.items()}


def _read(variable: xr.DataArray, places: dict[str, Places]) -> xr.DataArray:
    """The cells of these cases, with indices along the axes: labels of the two may have different types."""
    found = variable.isel({name: _span(along) for name, along in places.items()}).load()
    return found.drop_vars([name for name in found.coords if name in places or name not in found.dims])


def _span(places: Places) -> slice | Places:
    """Adjacent indices as a slice, which is read in one piece."""
    first, last = int(places[0]), int(places[-1])
    return slice(first, last + 1) if last - first + 1 == places.size else places


def _differing(
    mine: xr.DataArray, theirs: xr.DataArray, asked: NDArray[np.bool_], places: Sequence[Places]
) -> tuple[int, list[_Found]]:
    """Number of the selected cases that differ, and those that differ most."""
    # Shorter cells are padded with NaN.
    one, other = xr.align(mine, theirs, join="outer")
    left, right = (found.values.astype(float).reshape(asked.size, -1) for found in (one, other))
    gap = _gap(left, right, codes=bool(flags_of(mine)))
    largest, worst, cells = gap.max(axis=1), gap.argmax(axis=1), (gap > 0).sum(axis=1)
    differing = np.flatnonzero(asked.ravel() & (largest > 0))
    order = np.lexsort((differing, -cells[differing], -largest[differing]))
    dims = one.dims[asked.ndim :]
    found = []
    for case in differing[order[:MOST_LISTED]]:
        cell = int(worst[case])
        inside = np.unravel_index(case, asked.shape)
        along = np.unravel_index(cell, [one.sizes[dim] for dim in dims]) if dims else ()
        where = tuple(int(axis[place]) for axis, place in zip(places, inside, strict=True))
        at = tuple(one[dim].values[place] for dim, place in zip(dims, along, strict=True))
        numbers = float(left[case, cell]), float(right[case, cell])
        found.append(_Found(where, float(largest[case]), int(cells[case]), at, *numbers))
    return int(differing.size), found


def _gap(left: NDArray[Any], right: NDArray[Any], codes: bool) -> NDArray[Any]:
    """Absolute difference of each cell; inf if only one has a number, 1 for different codes."""
    with np.errstate(invalid="ignore"):
        gap = np.abs(right - left)
    gap[(left == right) | (np.isnan(left) & np.isnan(right))] = 0.0
    gap[np.isnan(left) != np.isnan(right)] = np.inf
    return np.asarray(np.minimum(gap, 1.0) if codes else gap)


def _worded(case: _Found, one: xr.DataArray, axes: Sequence[str]) -> Apart:
    """The case in words: labels instead of indices, and names of codes."""
    labels = (one[name].values[place] for name, place in zip(axes, case.places, strict=True))
    a, b = cells_of(xr.DataArray([case.a, case.b], dims="pair", attrs=one.attrs))
    return Apart(
        tuple(map(label_text, labels)), case.largest, case.cells, tuple(map(label_text, case.at)), a, b
    )
