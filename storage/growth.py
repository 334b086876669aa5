"""Bring a sweep's group to a layout: create it, or extend it around its contents. One transaction, so readers
see the state before or after.

Answers to another question than the one now asked are blanked in the same transaction, so attributes and
answers always agree, even if a run is interrupted. The old answers stay in the history.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import getitem
from typing import Any

import icechunk
import numpy as np
import zarr
from numpy.typing import NDArray

from solvers.outputs.output import Variable
from solvers.questions.parameter import Value
from storage.attributes import flat
from storage.group import (
    LAYOUT,
    array,
    check_apart,
    create_variable,
    describe,
    find_group,
    has_array,
    is_current,
    list_sweeps,
    open_group,
    read_layout,
    write_coordinates,
)
from storage.layout import Asked, Index, Layout
from storage.merging import merge
from storage.records import write_rows
from storage.region import read_cases, write_cases
from storage.schema import ASIDE, MISSING, attributes

# Metadata that a run adds, see `tasks.room.run_metadata`.
OF_THE_RUN = ("run", "launched", "by", "host", "code", "versions")
Places = list[NDArray[np.intp]]
# Content key of a case by its labels; None for a case that is not asked for.
Keys = Callable[[tuple[Value, ...]], str | None]


def bring(
    session: icechunk.Session,
    sweep: str,
    wanted: Layout,
    attrs: Mapping[str, Any],
    before: icechunk.Session,
    keys: Keys | None = None,
) -> Layout:
    """Change the session's group so that it also holds the wanted layout; change nothing if it already does.

    Parameters
    ----------
    session : writable, without changes
    sweep : the group
    wanted : the layout to add
    attrs : the group's attributes; others stay, and so do those of a run that was launched later
    before : a read-only session of the same snapshot, from which moved data is read
    keys : content key of each case that is asked, by its labels: an answer with another key is blanked; None
        blanks nothing

    Returns
    -------
    Layout
        the layout of the group now

    Raises
    ------
    LayoutMismatch
        if the stored layout cannot be extended to the wanted one, or the name lies inside another sweep's
    AnsweredByNewer, NewerStore
        if a newer version wrote what is there
    """
    group = find_group(session, sweep, "r+")
    old = None if group is None else read_layout(group)
    if group is None or old is None:
        check_apart(sweep, list_sweeps(session))
        group, layout = _new_group(session, sweep), wanted
        for variable in (*layout.numbers, *layout.tiled):
            create_variable(group, layout, variable)
    else:
        layout = merge(old, wanted)
        if layout.fingerprint != old.fingerprint or not is_current(group) or _cut_otherwise(group, old):
            _regrow(session, sweep, group, old, layout, before)
        _add_missing(group, layout)
    write_coordinates(group, layout)
    _update_attributes(group, layout, attrs)
    if old is not None and keys is not None:
        _blank(session, sweep, layout, _stale(group, layout, keys, _asked_otherwise(old.asked, layout)))
    return layout


def _new_group(session: icechunk.Session, sweep: str) -> zarr.Group:
    group = zarr.open_group(session.store, mode="a")
    for part in sweep.split("/"):
        group = group.require_group(part)
    return group


def _add_missing(group: zarr.Group, layout: Layout) -> None:
    """Create newly kept variables, and update the attributes of the others."""
    for variable in (*layout.numbers, *layout.tiled):
        stored = (
            array(group, variable.name)
            if has_array(group, variable.name)
            else create_variable(group, layout, variable)
        )
        if dict(stored.attrs) != attributes(variable):
            stored.attrs.put(attributes(variable))


def _update_attributes(group: zarr.Group, layout: Layout, attrs: Mapping[str, Any]) -> None:
    if str(group.attrs.get("launched", "")) > str(attrs.get("launched", "")):
        # Of two concurrent runs the older one may be the last to lay out the sweep.
        attrs = {name: value for name, value in attrs.items() if name not in OF_THE_RUN}
    wanted = flat({**group.attrs, **attrs, LAYOUT: describe(layout)})
    # Where CF has the names of coordinates that are no dimensions.
    wanted.pop("coordinates", None)
    if layout.asked.fixed:
        wanted["coordinates"] = " ".join(layout.asked.fixed)
    if dict(group.attrs) != wanted:
        group.attrs.put(wanted)


def _regrow(
    session: icechunk.Session,
    sweep: str,
    group: zarr.Group,
    old: Layout,
    new: Layout,
    before: icechunk.Session,
) -> None:
    """Move everything to its new place and the current format: rows at once, tiles one by one."""
    source = open_group(before, sweep)
    places = [_places(labels, new.axes[name]) for name, labels in old.axes.items()]
    for variable in old.numbers:
        rows = np.asarray(array(source, variable.name)[...])
        moved = create_variable(group, new, variable)
        cells = np.array(moved[...])
        cells[np.ix_(*places)] = rows
        moved[...] = cells
    for name in (*ASIDE, *(old.asked.fixed.keys() - new.asked.fixed.keys())):
        # Format 1 had the record here; a parameter may have left the catalogue.
        if name in group:
            del group[name]
    remade = [
        variable
        for variable in old.tiled
        if not (is_current(source) and _appended(group, variable, new, places))
    ]
    for variable in remade:
        create_variable(group, new, variable)
    write_coordinates(group, new)
    _update_attributes(group, new, {})
    if remade:
        status = np.asarray(array(group, "status")[...])
        _move(session, sweep, old, new, remade, places, before, status)


def _cut_otherwise(group: zarr.Group, layout: Layout) -> bool:
    """Whether an earlier version divided large cases into other chunks than this one does."""
    return any(array(group, one.name).chunks != layout.chunks(one) for one in layout.tiled)


def _appended(group: zarr.Group, variable: Variable, new: Layout, places: Places) -> bool:
    """Extend in place if the new labels come last and the chunks stay."""
    kept = all((place == np.arange(place.size)).all() for place in places)
    stored = array(group, variable.name)
    if not kept or stored.chunks != new.chunks(variable):
        return False
    stored.resize(new.shape(variable))
    return True


def _move(
    session: icechunk.Session,
    sweep: str,
    old: Layout,
    new: Layout,
    remade: Sequence[Variable],
    places: Places,
    before: icechunk.Session,
    status: NDArray[Any],
) -> None:
    """Copy these variables of the answered cases, one new tile at a time."""
    back = [{int(place): index for index, place in enumerate(along)} for along in places]
    for tile in new.tiles():
        came: dict[Index, Index] = {}
        for index in new.tile_cases(tile):
            if status[index] != MISSING:
                came[index] = tuple(along[place] for along, place in zip(back, index, strict=True))
        if came:
            values = read_cases(before, sweep, old, list(came.values()), remade)
            write_cases(
                session, sweep, new, {index: values[source] for index, source in came.items()}, remade
            )


def _asked_otherwise(old: Asked, layout: Layout) -> Callable[[Index], bool]:
    """Whether a case is now asked differently: all cases are, or those with a label of new meaning."""
    new = layout.asked
    fixed = {name: old.meant(name, label) for name, label in old.fixed.items()}
    of_all = (old.question, old.version) != (new.question, new.version) or fixed != {
        name: new.meant(name, label) for name, label in new.fixed.items()
    }
    others = [
        [old.meant(name, label) != new.meant(name, label) for label in labels]
        for name, labels in layout.axes.items()
    ]
    return lambda index: of_all or any(map(getitem, others, index))


def _stale(group: zarr.Group, layout: Layout, keys: Keys, otherwise: Callable[[Index], bool]) -> list[Index]:
    """Cases whose answer, or failure, does not belong to the current question.

    They have another key; or they are not named, and are now asked differently.
    """
    status, stored = (np.asarray(array(group, name)[...]) for name in ("status", "key"))
    stale, axes = [], tuple(layout.axes.values())
    for place in np.argwhere(status != MISSING).tolist():
        index = tuple(place)
        key = keys(tuple(map(getitem, axes, index)))
        if otherwise(index) if key is None else key != stored[index]:
            stale.append(index)
    return stale


def _blank(session: icechunk.Session, sweep: str, layout: Layout, stale: Sequence[Index]) -> None:
    if not stale:
        return
    write_rows(session, sweep, layout, {index: {"status": MISSING} for index in stale}, {})
    if layout.tiled:
        write_cases(session, sweep, layout, {index: {} for index in stale})


def _places(labels: tuple[Any, ...], among: tuple[Any, ...]) -> NDArray[np.intp]:
    at = {label: place for place, label in enumerate(among)}
    return np.array([at[label] for label in labels], np.intp)
