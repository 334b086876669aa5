"""Two states or sweeps case by case: how far apart the answers of each case are that both have, and where.

Read in blocks of whole chunks along the cases, of which only the cases that differ most are kept: that takes
as little memory for many cases as for few. Of more than `MOST_COMPARED` the first cases are read.
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

# Bytes of both, which take two seconds: they are read once, and not for every slice that is looked at.
MOST_COMPARED = 1_200_000_000
MOST_LISTED = 100
Places = NDArray[np.intp]


@dataclass(frozen=True)
class Apart:
    """A case with answers that are not the same.

    Parameters
    ----------
    labels : of the case, one an axis
    largest : absolute difference; of codes 1; inf where only one of the two has a number
    cells : that differ
    at : labels of the cell where it is largest, one a dimension besides the axes
    a, b : what the two have there
    """

    labels: tuple[str, ...]
    largest: float
    cells: int
    at: tuple[str, ...]
    a: str
    b: str


@dataclass(frozen=True)
class CaseByCase:
    """The cases that differ, and how many there are.

    Parameters
    ----------
    axes, dims : of the cases, and of the cells of one
    codes : whether cells are codes, of which only the number that differ says something
    rows : those that differ most, the largest difference first
    differ, compared, shared : cases that differ, that were read, and that both have an answer to
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
    """A case that differs, by its places along the axes, and its worst cell by its labels."""

    places: tuple[int, ...]
    largest: float
    cells: int
    at: tuple[Any, ...]
    a: float
    b: float

    @property
    def order(self) -> tuple[float, int, tuple[int, ...]]:
        """What cases are sorted by: the worst first, then as the axes have them."""
        return -self.largest, -self.cells, self.places


def case_by_case(a: xr.Dataset, b: xr.Dataset, variable: str) -> CaseByCase | None:
    """Compare a variable in all cases that both have, or as many as are quickly read.

    Parameters
    ----------
    a, b : from `open_sweep`
    variable : that both have

    Returns
    -------
    CaseByCase | None
        None if their cases or cells run along different names, so that none is the same
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
    """Places of the labels that both have, in the order of the first."""
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
    """Places among the shared labels, one list an axis, of all cases in a chunk of the first."""
    lengths, along = _lengths(one), []
    for name, (mine, _) in zip(axes, places, strict=True):
        number = mine // lengths[name]
        along.append([np.flatnonzero(number == chunk) for chunk in np.unique(number)])
    yield from map(list, product(*along))


def _cost(variable: xr.DataArray, places: dict[str, Places]) -> int:
    """How many bytes are read: of all chunks that the cases touch."""
    lengths = _lengths(variable)
    each = max(LEAST_BYTES, math.prod(lengths.values()) * variable.dtype.itemsize)
    touched = (
        len(np.unique(places[dim] // length)) if dim in places else math.ceil(variable.sizes[dim] / length)
        for dim, length in lengths.items()
    )
    return each * math.prod(touched)


def _lengths(variable: xr.DataArray) -> dict[str, int]:
    """Of a chunk along each dimension; the whole one in memory."""
    stored = chunks_of(variable)
    return {str(dim): stored.get(str(dim), max(1, size)) for dim, size in variable.sizes.items()}


def _read(variable: xr.DataArray, places: dict[str, Places]) -> xr.DataArray:
    """The cells of these cases, numbered along the axes: labels of the two may be of other kinds."""
    found = variable.isel({name: _span(along) for name, along in places.items()}).load()
    return found.drop_vars([name for name in found.coords if name in places or name not in found.dims])


def _span(places: Places) -> slice | Places:
    """Neighbours as a slice, which is read in one piece."""
    first, last = int(places[0]), int(places[-1])
    return slice(first, last + 1) if last - first + 1 == places.size else places


def _differing(
    mine: xr.DataArray, theirs: xr.DataArray, asked: NDArray[np.bool_], places: Sequence[Places]
) -> tuple[int, list[_Found]]:
    """How many of the cases that are asked for differ, and those that do so most."""
    # Shorter cells are padded: both have a label, or none has a number there.
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
    """Absolute difference of each cell; inf where only one has a number, of codes 1 wherever they differ."""
    with np.errstate(invalid="ignore"):
        gap = np.abs(right - left)
    gap[(left == right) | (np.isnan(left) & np.isnan(right))] = 0.0
    gap[np.isnan(left) != np.isnan(right)] = np.inf
    return np.asarray(np.minimum(gap, 1.0) if codes else gap)


def _worded(case: _Found, one: xr.DataArray, axes: Sequence[str]) -> Apart:
    """The case in words: labels instead of places, and names of codes."""
    labels = (one[name].values[place] for name, place in zip(axes, case.places, strict=True))
    a, b = cells_of(xr.DataArray([case.a, case.b], dims="pair", attrs=one.attrs))
    return Apart(
        tuple(map(label_text, labels)), case.largest, case.cells, tuple(map(label_text, case.at)), a, b
    )
