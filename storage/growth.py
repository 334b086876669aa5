"""Bring a sweep's group to a layout: make it, or let it grow around what is there. One transaction; readers see before or after."""

import json
from collections.abc import Mapping
from typing import Any

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray

from solvers.question import Variable
from storage.group import LAYOUT, array, create_variable, describe, find_group, read_layout, write_coordinates
from storage.layout import Index, Layout, merge
from storage.region import read_cases, write_cases
from storage.schema import MISSING, attributes

Places = list[NDArray[np.intp]]


def bring(session: icechunk.Session, sweep: str, wanted: Layout, attrs: Mapping[str, Any], before: icechunk.Session) -> Layout:
    """Change the session's group so that it holds the wanted layout, too; change nothing if it does.

    Parameters
    ----------
    session : writable, without changes
    sweep : the group
    wanted : what shall fit
    attrs : the group's attributes; what is not named stays
    before : a read-only session of the same snapshot, from which moved data is read

    Returns
    -------
    Layout
        as it is in the group now

    Raises
    ------
    LayoutMismatch
        if the stored layout cannot grow into the wanted one
    """
    group = find_group(session, sweep, "r+")
    if group is None:
        group, layout = _new_group(session, sweep), wanted
        for variable in (*layout.numbers, *layout.tiled):
            create_variable(group, layout, variable)
    else:
        old = read_layout(group)
        layout = merge(old, wanted)
        if layout.fingerprint != old.fingerprint:
            _regrow(session, sweep, group, old, layout, before)
        _add_missing(group, layout)
    write_coordinates(group, layout)
    _update_attributes(group, {**attrs, LAYOUT: describe(layout)})
    return layout


def _new_group(session: icechunk.Session, sweep: str) -> zarr.Group:
    group = zarr.open_group(session.store, mode="a")
    for part in sweep.split("/"):
        group = group.require_group(part)
    return group


def _add_missing(group: zarr.Group, layout: Layout) -> None:
    """Make newly kept variables; renew what the registry now says of the others."""
    for variable in (*layout.numbers, *layout.tiled):
        stored = array(group, variable.name) if variable.name in group else create_variable(group, layout, variable)
        if dict(stored.attrs) != attributes(variable):
            stored.attrs.put(attributes(variable))


def _update_attributes(group: zarr.Group, attrs: Mapping[str, Any]) -> None:
    wanted = {**group.attrs, **json.loads(json.dumps(attrs))}
    if dict(group.attrs) != wanted:
        group.attrs.put(wanted)


def _regrow(session: icechunk.Session, sweep: str, group: zarr.Group, old: Layout, new: Layout, before: icechunk.Session) -> None:
    """Move everything to its new place: rows at once, tiles one by one."""
    places = [_places(labels, new.axes[name]) for name, labels in old.axes.items()]
    for variable in old.numbers:
        rows = np.asarray(array(group, variable.name)[...])
        moved = create_variable(group, new, variable)
        cells = np.array(moved[...])
        cells[np.ix_(*places)] = rows
        moved[...] = cells
    remade = [variable for variable in old.tiled if not _appended(group, variable, old, new, places)]
    for variable in remade:
        create_variable(group, new, variable)
    write_coordinates(group, new)
    _update_attributes(group, {LAYOUT: describe(new)})
    if remade:
        status = np.asarray(array(group, "status")[...])
        _move(session, sweep, _only(old, remade), _only(new, remade), places, before, status)


def _appended(group: zarr.Group, variable: Variable, old: Layout, new: Layout, places: Places) -> bool:
    """Grow in place where the new labels come last and the chunks stay."""
    kept = all((place == np.arange(place.size)).all() for place in places)
    if not kept or old.chunks(variable) != new.chunks(variable):
        return False
    array(group, variable.name).resize(new.shape(variable))
    return True


def _move(
    session: icechunk.Session, sweep: str, old: Layout, new: Layout, places: Places, before: icechunk.Session, status: NDArray[Any]
) -> None:
    """Copy the cases that have an answer, one new tile at a time."""
    back = [{int(place): index for index, place in enumerate(along)} for along in places]
    for tile in new.tiles():
        came: dict[Index, Index] = {}
        for index in new.tile_cases(tile):
            if status[index] != MISSING:
                came[index] = tuple(along[place] for along, place in zip(back, index, strict=True))
        if came:
            values = read_cases(before, sweep, old, list(came.values()))
            write_cases(session, sweep, new, {index: values[source] for index, source in came.items()})


def _only(layout: Layout, variables: list[Variable]) -> Layout:
    return Layout(layout.axes, layout.dims, tuple(variables), layout.tile, layout.symmetric, layout.most_cases)


def _places(labels: tuple[Any, ...], among: tuple[Any, ...]) -> NDArray[np.intp]:
    at = {label: place for place, label in enumerate(among)}
    return np.array([at[label] for label in labels], np.intp)
