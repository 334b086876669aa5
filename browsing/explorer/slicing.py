"""A slice of a variable by its dimensions: a line over one, a map over two, with the others fixed at a label.

Only the slice is read. The store reads whole chunks, so the cost of a slice is the size of the chunks that it
touches. If that, or what a browser must draw, is too much, only a range of labels is shown, and the page says
so; the address selects another range as FIRST:LAST.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import xarray as xr

from browsing.explorer.address import LINE, Address
from storage.errors import NotInStore
from storage.query import axes_of, select
from storage.schema import DONE

# Reading this takes 0.15 to 0.2 s, as for a map of a table of 1 GB; a small chunk takes as long as this many
# bytes.
MOST_BYTES = 170_000_000
LEAST_BYTES = 700_000
MOST_CELLS = 250_000


@dataclass(frozen=True)
class Slice:
    """What is shown of a variable.

    Parameters
    ----------
    values : in memory, along (x,) or (y, x); other coordinates are the labels at which it is fixed
    parts : what is not shown, in words; empty if all is
    """

    values: xr.DataArray
    parts: tuple[str, ...] = ()


def variables_of(dataset: xr.Dataset) -> list[str]:
    """Return the variables that can be plotted, all but texts; those with one number per case first."""
    axes = set(axes_of(dataset))
    kept = [str(name) for name, found in dataset.data_vars.items() if found.dtype.kind in "biuf"]
    return sorted(kept, key=lambda name: (name == "status", bool(set(dataset[name].dims) - axes), name))


def settle(dataset: xr.Dataset, address: Address) -> Address:
    """Return the address with all choices made that it leaves to the page.

    Parameters
    ----------
    dataset : from `open_sweep`
    address : the requested address

    Raises
    ------
    NotInStore
        if it names an unknown variable, dimension or label
    """
    variable = address.variable or _foremost(dataset)
    _check("var", variable, variables_of(dataset))
    found = dataset[variable]
    dims = [str(dim) for dim in found.dims]
    x, y = _plotted(dataset, variable, address)
    for name in (*address.labels, *address.point):
        _check("sel", name, dims)
    labels = {name: text for name, text in address.labels.items() if text}
    for dim, chosen in ((x, address.x), (y, address.y)):
        if ":" in labels.get(dim, ":"):
            continue
        if chosen:
            remedy = "Write it like 20:60, or leave it out."
            raise NotInStore(f"{dim}: expected a part FIRST:LAST to plot, got {labels[dim]!r}. {remedy}")
        # The page plots over this dimension, so it is not fixed.
        del labels[dim]
    first = {dim: found[dim].values[0] for dim in dims}
    if address.view != "compare":
        # The other may lack the case in the middle.
        first |= _opening_case(dataset, labels)
    for dim in dims:
        if dim not in (x, y):
            labels.setdefault(dim, label_text(first[dim]))
    point = {dim: text for dim, text in address.point.items() if dim in (x, y) and y != LINE}
    select(dataset[[variable]], {**labels, **point})
    for dim in dims:
        if dim not in (x, y) and ":" in labels[dim] and found[dim].dtype.kind in "iuf":
            remedy = "Parts FIRST:LAST are for what is plotted."
            raise NotInStore(f"{dim}: expected one label, got {labels[dim]!r}. {remedy}")
    return address.but(variable=variable, x=x, y=y, labels=labels, point=point)


def cut(dataset: xr.Dataset, address: Address) -> Slice:
    """Read the slice of a complete address.

    Parameters
    ----------
    dataset : from `open_sweep`
    address : from `settle`

    Raises
    ------
    NotInStore
        if a label does not exist
    """
    found = read(lazy_slice(dataset, address))
    return replace(found, values=upright(trimmed(found.values), address))


def lazy_slice(dataset: xr.Dataset, address: Address) -> xr.DataArray:
    """Return the whole slice unread, with its dimensions in their stored order.

    Parameters
    ----------
    dataset : from `open_sweep`
    address : from `settle`
    """
    found = dataset[[address.variable]]
    labels = {name: text for name, text in address.labels.items() if name in found.dims}
    return select(found, labels)[address.variable]


def upright(values: xr.DataArray, address: Address) -> xr.DataArray:
    """Return the slice along (y, x). It must be in memory: transposed, it would be read cell by cell.

    Parameters
    ----------
    values : in memory
    address : complete
    """
    return values.transpose(*(dim for dim in (address.y, address.x) if dim in values.dims))


def read(wanted: xr.DataArray) -> Slice:
    """Load a slice, or as much of it as can be read and drawn quickly.

    Parameters
    ----------
    wanted : from `lazy_slice`
    """
    kept = _sizes_to_read(wanted)
    parts = tuple(
        f"{dim} {label_text(wanted[dim].values[0])} to {label_text(wanted[dim].values[size - 1])} of"
        f" {label_text(wanted[dim].values[0])} to {label_text(wanted[dim].values[-1])}"
        for dim, size in kept.items()
        if size < wanted.sizes[dim]
    )
    return Slice(wanted.isel({dim: slice(size) for dim, size in kept.items()}).load(), parts)


def trimmed(values: xr.DataArray, *others: xr.DataArray) -> xr.DataArray:
    """Return an array without labels at the end that have no numbers: the padding of shorter cases.

    Parameters
    ----------
    values : in memory
    others : along the same labels; their numbers count, too
    """
    if values.dtype.kind != "f":
        return values
    there = ~np.isnan(values.values)
    for other in others:
        there |= ~np.isnan(other.values)
    if not there.any():
        return values
    lengths = {
        str(dim): int(np.flatnonzero(there.any(axis=tuple(set(range(there.ndim)) - {place})))[-1]) + 1
        for place, dim in enumerate(values.dims)
    }
    return values.isel({dim: slice(length) for dim, length in lengths.items()})


def cross_sections(values: xr.DataArray, point: Mapping[str, str]) -> dict[str, xr.DataArray]:
    """Return lines through a point of a map, by the dimension along each.

    Parameters
    ----------
    values : along two dimensions
    point : a label of each; by default the first
    """
    whole = values.to_dataset(name="values")
    y, x = map(str, values.dims)
    return {
        along: select(whole, {held: point.get(held, label_text(values[held].values[0]))})["values"]
        for along, held in ((x, y), (y, x))
    }


def label_text(label: Any) -> str:
    """Return a label as text for an address, which `select` parses.

    >>> label_text(np.int64(100)), label_text(np.float64(0.25)), label_text(np.bool_(True))
    ('100', '0.25', 'true')
    """
    plain = label.item() if isinstance(label, np.generic) else label
    return str(plain).lower() if isinstance(plain, bool) else str(plain)


def _opening_case(dataset: xr.Dataset, labels: Mapping[str, str]) -> dict[str, Any]:
    """Labels of the case that is shown first: of those with an answer and these labels the one nearest to the
    middle.
    """
    held = {axis: text for axis, text in labels.items() if axis in axes_of(dataset) and ":" not in text}
    dataset = select(dataset[["status"]], held)
    axes = axes_of(dataset)
    status = dataset["status"].transpose(*axes).values
    done = np.argwhere(status == DONE)
    if not done.size:
        return {}
    middle = (np.array(status.shape) - 1) / 2
    far = (np.abs(done - middle) / np.array(status.shape)).sum(axis=1)
    # Among equally near ones the last, which has the greatest labels.
    place = done[np.flatnonzero(far <= far.min() + 1e-9)[-1]]
    return {name: dataset[name].values[index] for name, index in zip(axes, place, strict=True)}


def _foremost(dataset: xr.Dataset) -> str:
    """The variable to show first: the win probability, or the first variable."""
    names = variables_of(dataset)
    return "win_probability" if "win_probability" in names else names[0]


def _plotted(dataset: xr.Dataset, variable: str, address: Address) -> tuple[str, str]:
    """The dimensions to plot over: as requested, else the variable's own before the sweep's axes."""
    found, axes = dataset[variable], axes_of(dataset)
    dims = [str(dim) for dim in found.dims]
    for name, wanted in (("x", address.x), ("y", address.y)):
        if wanted and wanted != LINE:
            _check(name, wanted, dims)
    if address.x and address.x == address.y:
        raise NotInStore(f"y: expected another dimension than x, got {address.y!r}. Choose one, or {LINE!r}.")
    own_first = sorted(dims, key=lambda dim: (dim in axes, found.sizes[dim] == 1))
    held = {name for name, text in address.labels.items() if text and ":" not in text}
    free = [dim for dim in own_first if dim not in (address.x, address.y) and dim not in held]
    x = address.x or (free.pop(0) if free else own_first[0] if own_first else "")
    others = [dim for dim in free if dim != x and found.sizes[dim] > 1]
    y = address.y or (others[0] if others else LINE)
    return x, y


def _sizes_to_read(wanted: xr.DataArray) -> dict[str, int]:
    """Number of labels of each dimension to read: all, or as many as can be read quickly."""
    chunks = chunks_of(wanted)
    sizes = {str(dim): size for dim, size in wanted.sizes.items()}
    each = max(LEAST_BYTES, math.prod(chunks.values()) * wanted.dtype.itemsize)

    def touched(dim: str) -> int:
        return math.ceil(sizes[dim] / chunks.get(dim, 1))

    while (touched_now := math.prod(map(touched, sizes))) > 1 and touched_now * each > MOST_BYTES:
        longest = max(sizes, key=touched)
        sizes[longest] = chunks.get(longest, 1) * (touched(longest) // 2)
    while math.prod(sizes.values()) > MOST_CELLS:
        longest = max(sizes, key=lambda dim: sizes[dim])
        sizes[longest] //= 2
    return sizes


def chunks_of(wanted: xr.DataArray) -> dict[str, int]:
    """Return the length of a stored chunk along every dimension of the whole variable, also fixed ones.

    Parameters
    ----------
    wanted : from a store, not yet read
    """
    lengths = wanted.encoding.get("preferred_chunks", {})
    return {str(dim): int(length) for dim, length in lengths.items()}


def _check(name: str, got: str, known: list[str]) -> None:
    if got not in known:
        remedy = "Choose one of these."
        raise NotInStore(f"{name}: expected one of {', '.join(known) or 'none'}, got {got!r}. {remedy}")
