"""A sweep's group in the store: its arrays, created from a layout, and the layout read back from them.

Answers, status and coordinates are arrays of the group; the rest of the record is in a group below it. Every
array has checksums, so a damaged byte is an error and never a wrong number.
"""

from collections.abc import Mapping
from typing import Any

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray
from zarr.codecs import Crc32cCodec, ZstdCodec
from zarr.core.sync import sync
from zarr.errors import ContainsArrayError, GroupNotFoundError

from solvers.outputs.output import Variable
from solvers.questions.parameter import Value
from storage.attributes import nested
from storage.damage import reading
from storage.errors import LayoutMismatch, NewerStore, NotInStore, StoreChanged
from storage.layout import Asked, Index, Layout
from storage.schema import ASIDE, ASIDE_GROUP, TEXT, attributes, dtype_name, fill_value, shown

# The group attribute with the part of a layout that the arrays do not say.
LAYOUT = "layout"
# Format of the group. 1: no checksums, no fill values for readers, the whole record next to the answers.
FORMAT = 2
CODECS = (ZstdCodec(), Crc32cCodec())
Array = zarr.Array[Any]


def find_group(session: icechunk.Session, sweep: str, mode: str = "r") -> zarr.Group | None:
    """The sweep's group; None if there is none, or if it holds no sweep.

    Raises
    ------
    Unreadable
        if the snapshot is damaged or out of reach
    """
    with reading(session):
        group = _group(session, sweep, mode)
    return group if group is not None and LAYOUT in group.attrs else None


def open_group(session: icechunk.Session, sweep: str, mode: str = "r") -> zarr.Group:
    """The sweep's group.

    Raises
    ------
    NotInStore
        if there is no such sweep
    """
    group = find_group(session, sweep, mode)
    if group is None:
        raise NotInStore(
            f"The store has no sweep {sweep!r}, only {', '.join(list_sweeps(session)) or 'none'}. Run it"
            " first."
        )
    return group


def list_sweeps(session: icechunk.Session) -> list[str]:
    """All sweeps, in order; none in a store without commits.

    Raises
    ------
    Unreadable
        if the snapshot is damaged or out of reach
    """
    with reading(session):
        root = _group(session, "", "r")
        members = () if root is None else root.members(max_depth=None)
    return sorted(name for name, found in members if isinstance(found, zarr.Group) and LAYOUT in found.attrs)


def _group(session: icechunk.Session, path: str, mode: str) -> zarr.Group | None:
    """The group at a path; None if there is nothing there, or an array."""
    if {".", ".."} & set(path.split("/")):
        return None
    try:
        return zarr.open_group(session.store, path=path, mode=mode)  # type: ignore[arg-type]
    except ContainsArrayError:
        return None
    except GroupNotFoundError:
        # Zarr reports an unreadable snapshot in the same way; Icechunk says what is wrong with it.
        sync(session.store.exists("zarr.json"))
        return None


def check_apart(sweep: str, known: list[str]) -> None:
    """Refuse a name inside or around another sweep's: one's groups would be among the other's arrays.

    Raises
    ------
    LayoutMismatch
        if there is such a sweep
    """
    for other in known:
        if sweep.startswith(f"{other}/") or other.startswith(f"{sweep}/"):
            raise LayoutMismatch(
                f"sweep: {sweep!r} overlaps with {other!r}, which the store has. Rename the new one."
            )


def fingerprint(session: icechunk.Session, sweep: str) -> str | None:
    """The stored layout's fingerprint, None if there is no such sweep."""
    group = find_group(session, sweep)
    return None if group is None else str(described(group)["fingerprint"])


def check_unchanged(planned: str | None, stored: str | None, sweep: str) -> None:
    """Refuse indices of a layout that the store no longer has.

    Raises
    ------
    StoreChanged
        if the fingerprints differ
    """
    if planned != stored:
        raise StoreChanged(
            f"{sweep}: another run has changed the layout of this sweep. Run the same command again."
        )


def described(group: zarr.Group) -> dict[str, Any]:
    """The group's own description of its layout.

    Raises
    ------
    NewerStore
        if its format is newer than this version
    """
    found = nested(group.attrs, LAYOUT)
    if found.get("format", 1) > FORMAT:
        raise NewerStore(
            f"{group.path}: a newer Jeopardice wrote this, in format {found['format']}; this one reads up to"
            f" {FORMAT}. Update Jeopardice."
        )
    return found


def is_current(group: zarr.Group) -> bool:
    """Whether the group has the current format."""
    return bool(described(group).get("format", 1) == FORMAT)


def array(group: zarr.Group, name: str) -> Array:
    """An array of the group, or of the record below it."""
    found = group[_path(group, name)]
    if not isinstance(found, zarr.Array):
        raise NotInStore(
            f"{name} is a group in {group.path}, not an array. Rename the sweep that is nested there."
        )
    return found


def has_array(group: zarr.Group, name: str) -> bool:
    """Whether there is an array of that name."""
    return _path(group, name) in group


def _path(group: zarr.Group, name: str) -> str:
    return f"{ASIDE_GROUP}/{name}" if name in ASIDE and is_current(group) else name


def create_variable(group: zarr.Group, layout: Layout, variable: Variable) -> Array:
    """Create an empty array for the variable, replacing an older one."""
    dims = (*layout.axes, *variable.dims)
    shape, chunks = layout.shape(variable), layout.chunks(variable)
    there = group.require_group(ASIDE_GROUP) if variable.name in ASIDE else group
    return _create(
        there, variable.name, variable.dtype, shape, chunks, dims, fill_value(variable), attributes(variable)
    )


def write_coordinates(group: zarr.Group, layout: Layout) -> None:
    """Write the labels of all axes and dimensions and the fixed parameters, with their attributes."""
    for name, labels in {**layout.axes, **layout.asked.fixed}.items():
        _write_coordinate(group, name, np.asarray(labels), layout.axis_attrs.get(name, {}))
    for name, places in layout.dims.items():
        _write_coordinate(group, name, places, layout.dim_attrs.get(name, {}))


def describe(layout: Layout) -> dict[str, Any]:
    """The group attribute that `read_layout` needs in addition to the arrays."""
    description = layout.describe()
    return {
        "axes": list(layout.axes),
        "dims": list(layout.dims),
        "variables": [variable.name for variable in layout.variables],
        **{name: description[name] for name in ("tile", "symmetric", "most_cases", "asked")},
        "fingerprint": layout.fingerprint,
        "format": FORMAT,
    }


def read_layout(group: zarr.Group) -> Layout:
    """The layout of the group."""
    told = described(group)
    names = told["axes"], told["dims"]
    axes: dict[str, tuple[Value, ...]] = {name: tuple(_read(group, name).tolist()) for name in names[0]}
    asked = _asked(group, told)
    return Layout(
        axes=axes,
        dims={name: _read(group, name) for name in names[1]},
        variables=tuple(_variable(array(group, name), len(axes)) for name in told["variables"]),
        tile={name: told["tile"][name] for name in axes},
        symmetric=tuple(map(tuple, told["symmetric"])),
        most_cases=told["most_cases"],
        axis_attrs={
            name: _attrs(group, name)
            for name in (*names[0], *(name for name in asked.fixed if name in group))
        },
        dim_attrs={name: _attrs(group, name) for name in names[1]},
        asked=asked,
    )


def _asked(group: zarr.Group, told: Mapping[str, Any]) -> Asked:
    """What all cases have in common.

    Format 1 has it in the group's attributes, without parameters that have their defaults.
    """
    if "asked" in told:
        return Asked(*told["asked"])
    fixed = nested(group.attrs, "config").get("parameters", {})
    return Asked(
        str(group.attrs.get("question", "")), int(str(group.attrs.get("question_version", 0))), fixed
    )


def by_chunk(indices: Mapping[Index, Any] | list[Index], chunks: tuple[int, ...]) -> dict[Index, list[Index]]:
    """Group indices by the chunk that they belong to."""
    grouped: dict[Index, list[Index]] = {}
    for index in indices:
        grouped.setdefault(
            tuple(place // length for place, length in zip(index, chunks, strict=True)), []
        ).append(index)
    return grouped


def region_of(chunk: Index, chunks: tuple[int, ...], shape: tuple[int, ...]) -> tuple[slice, ...]:
    """A chunk's elements, as a slice along each axis."""
    bounds = zip(chunk, chunks, shape, strict=True)
    return tuple(slice(place * length, min((place + 1) * length, whole)) for place, length, whole in bounds)


def coordinate_attributes(name: str, given: Mapping[str, str]) -> dict[str, Any]:
    """A coordinate's attributes by the CF conventions, from any names they were given."""
    said = {
        "units": shown(given.get("units") or given.get("unit") or ""),
        "long_name": given.get("long_name") or name.replace("_", " "),
        "comment": given.get("comment") or given.get("meaning"),
    }
    return {word: text for word, text in said.items() if text}


def _write_coordinate(group: zarr.Group, name: str, labels: NDArray[Any], attrs: Mapping[str, str]) -> None:
    wanted = coordinate_attributes(name, attrs)
    if name in group:
        stored = array(group, name)
        same = stored.shape == labels.shape and np.asarray(stored[...]).tolist() == labels.tolist()
        if same and _has_checksums(stored):
            if dict(stored.attrs) != wanted:
                stored.attrs.put(wanted)
            return
    dtype = dtype_name(labels.dtype)
    # Labels are always written; if their chunk is lost, the fill value must not look like a label.
    fill: Any = {"f": float("nan"), "i": np.iinfo(np.int64).min, "b": False, "U": ""}[labels.dtype.kind]
    made = _create(group, name, dtype, labels.shape, labels.shape, (name,)[: labels.ndim], fill, wanted)
    made[...] = labels.astype(object) if dtype == TEXT else labels


def _has_checksums(stored: Array) -> bool:
    return any(isinstance(codec, Crc32cCodec) for codec in stored.compressors)


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
    return group.create_array(
        name,
        shape=shape,
        chunks=chunks,
        dtype=kind,
        fill_value=fill,
        dimension_names=dims,
        attributes=attrs,
        compressors=CODECS,
    )


def _read(group: zarr.Group, name: str) -> NDArray[Any]:
    labels = np.asarray(array(group, name)[...])
    return np.asarray(labels.tolist(), dtype=np.str_) if labels.dtype.kind in "TO" else labels


def _attrs(group: zarr.Group, name: str) -> dict[str, str]:
    return {word: str(text) for word, text in array(group, name).attrs.items()}


def _variable(stored: Array, axes: int) -> Variable:
    names = stored.metadata.dimension_names or ()  # type: ignore[union-attr]
    words = {
        attribute: str(stored.attrs.get(attribute, ""))
        for attribute in ("units", "long_name", "comment", "flag_meanings")
    }
    return Variable(
        name=stored.basename,
        dims=tuple(str(name) for name in names[axes:]),
        dtype=dtype_name(stored.dtype),
        # Pure numbers have no unit attribute; codes and text have no unit.
        unit=words["units"] or ("1" if np.dtype(stored.dtype).kind == "f" else ""),
        long_name=words["long_name"],
        meaning=words["comment"],
        flags=tuple(words["flag_meanings"].split()),
    )
