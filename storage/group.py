"""A sweep's group in the store: its arrays made from a layout, and the layout read back from them."""

from collections.abc import Mapping
from typing import Any

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray
from zarr.errors import GroupNotFoundError

from solvers.question import Value, Variable
from storage.errors import NotInStore, StoreChanged
from storage.layout import Index, Layout
from storage.schema import TEXT, attributes, dtype_name, fill_value

# The group attribute that keeps of a layout what the arrays do not say.
LAYOUT = "layout"
Array = zarr.Array[Any]


def find_group(session: icechunk.Session, sweep: str, mode: str = "r") -> zarr.Group | None:
    """The sweep's group, None if there is none or if it holds no sweep."""
    try:
        group = zarr.open_group(session.store, path=sweep, mode=mode)  # type: ignore[arg-type]
    except GroupNotFoundError:
        return None
    return group if LAYOUT in group.attrs else None


def open_group(session: icechunk.Session, sweep: str, mode: str = "r") -> zarr.Group:
    """The sweep's group.

    Raises
    ------
    NotInStore
        if there is no such sweep
    """
    group = find_group(session, sweep, mode)
    if group is None:
        raise NotInStore(f"sweep: expected one of {', '.join(list_sweeps(session)) or 'none yet'}, got {sweep!r}. Run it first.")
    return group


def list_sweeps(session: icechunk.Session) -> list[str]:
    """All sweeps, in order; none in a store that nobody wrote to yet."""
    try:
        members = zarr.open_group(session.store, mode="r").members(max_depth=None)
    except GroupNotFoundError:
        return []
    return sorted(name for name, member in members if isinstance(member, zarr.Group) and LAYOUT in member.attrs)


def fingerprint(session: icechunk.Session, sweep: str) -> str | None:
    """The stored layout's fingerprint, None if there is no such sweep."""
    group = find_group(session, sweep)
    return None if group is None else str(_described(group)["fingerprint"])


def check_unchanged(planned: str | None, stored: str | None, sweep: str) -> None:
    """Refuse indices of a layout that is no longer the store's.

    Raises
    ------
    StoreChanged
        if the fingerprints differ
    """
    if planned != stored:
        raise StoreChanged(f"{sweep}: expected the layout that was planned with ({planned}), got another ({stored}). Plan again.")


def array(group: zarr.Group, name: str) -> Array:
    """One array of the group."""
    found = group[name]
    if not isinstance(found, zarr.Array):
        raise NotInStore(f"{name}: expected an array, got a group ({group.path}). Rename the sweep that is nested there.")
    return found


def create_variable(group: zarr.Group, layout: Layout, variable: Variable) -> Array:
    """Make an empty array for the variable, in place of an older one."""
    dims = (*layout.axes, *variable.dims)
    shape, chunks = layout.shape(variable), layout.chunks(variable)
    return _create(group, variable.name, variable.dtype, shape, chunks, dims, fill_value(variable), attributes(variable))


def write_coordinates(group: zarr.Group, layout: Layout) -> None:
    """Write the labels of all axes and dimensions, with their attributes."""
    for name, labels in layout.axes.items():
        _write_coordinate(group, name, np.asarray(labels), layout.axis_attrs.get(name, {}))
    for name, places in layout.dims.items():
        _write_coordinate(group, name, places, layout.dim_attrs.get(name, {}))


def describe(layout: Layout) -> dict[str, Any]:
    """The group attribute that `read_layout` needs besides the arrays."""
    description = layout.describe()
    return {
        "axes": list(layout.axes),
        "dims": list(layout.dims),
        "variables": [variable.name for variable in layout.variables],
        **{name: description[name] for name in ("tile", "symmetric", "most_cases")},
        "fingerprint": layout.fingerprint,
    }


def read_layout(group: zarr.Group) -> Layout:
    """The layout as the group has it."""
    described = _described(group)
    names = described["axes"], described["dims"]
    axes: dict[str, tuple[Value, ...]] = {name: tuple(_read(group, name).tolist()) for name in names[0]}
    return Layout(
        axes=axes,
        dims={name: _read(group, name) for name in names[1]},
        variables=tuple(_variable(array(group, name), len(axes)) for name in described["variables"]),
        tile={name: described["tile"][name] for name in axes},
        symmetric=tuple(map(tuple, described["symmetric"])),
        most_cases=described["most_cases"],
        axis_attrs={name: _attrs(group, name) for name in names[0]},
        dim_attrs={name: _attrs(group, name) for name in names[1]},
    )


def by_chunk(indices: Mapping[Index, Any] | list[Index], chunks: tuple[int, ...]) -> dict[Index, list[Index]]:
    """Group indices by the chunk that they fall into."""
    grouped: dict[Index, list[Index]] = {}
    for index in indices:
        grouped.setdefault(tuple(place // length for place, length in zip(index, chunks, strict=True)), []).append(index)
    return grouped


def region_of(chunk: Index, chunks: tuple[int, ...], shape: tuple[int, ...]) -> tuple[slice, ...]:
    """A chunk's elements, as a slice along each axis."""
    bounds = zip(chunk, chunks, shape, strict=True)
    return tuple(slice(place * length, min((place + 1) * length, whole)) for place, length, whole in bounds)


def coordinate_attributes(name: str, given: Mapping[str, str]) -> dict[str, Any]:
    """A coordinate's attributes in the words of the CF conventions, whichever words they were given in."""
    said = {
        "units": given.get("units") or given.get("unit"),
        "long_name": given.get("long_name") or name.replace("_", " "),
        "comment": given.get("comment") or given.get("meaning"),
    }
    return {word: text for word, text in said.items() if text}


def _write_coordinate(group: zarr.Group, name: str, labels: NDArray[Any], attrs: Mapping[str, str]) -> None:
    wanted = coordinate_attributes(name, attrs)
    if name in group:
        stored = array(group, name)
        if stored.shape == labels.shape and stored[:].tolist() == labels.tolist():  # type: ignore[union-attr]
            if dict(stored.attrs) != wanted:
                stored.attrs.put(wanted)
            return
    dtype = dtype_name(labels.dtype)
    fill: Any = "" if dtype == TEXT else labels.dtype.type(0).item()
    _create(group, name, dtype, labels.shape, labels.shape, (name,), fill, wanted)[:] = labels.astype(object) if dtype == TEXT else labels


def _create(
    group: zarr.Group,
    name: str,
    dtype: str,
    shape: tuple[int, ...],
    chunks: tuple[int, ...],
    dims: tuple[str, ...],
    fill: Any,
    attrs: dict[str, Any],
) -> Array:
    if name in group:
        del group[name]
    kind: Any = str if dtype == TEXT else dtype
    return group.create_array(name, shape=shape, chunks=chunks, dtype=kind, fill_value=fill, dimension_names=dims, attributes=attrs)


def _described(group: zarr.Group) -> dict[str, Any]:
    return group.attrs[LAYOUT]  # type: ignore[return-value]


def _read(group: zarr.Group, name: str) -> NDArray[Any]:
    labels = np.asarray(array(group, name)[:])
    return np.asarray(labels.tolist(), dtype=np.str_) if labels.dtype.kind in "TO" else labels


def _attrs(group: zarr.Group, name: str) -> dict[str, str]:
    return {word: str(text) for word, text in array(group, name).attrs.items()}


def _variable(stored: Array, axes: int) -> Variable:
    names = stored.metadata.dimension_names or ()  # type: ignore[union-attr]
    words = [str(stored.attrs.get(word, "")) for word in ("units", "long_name", "comment")]
    flags = tuple(str(stored.attrs.get("flag_meanings", "")).split())
    return Variable(stored.basename, tuple(str(name) for name in names[axes:]), dtype_name(stored.dtype), *words, flags=flags)
