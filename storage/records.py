"""One row per case: the record, and the outputs with one number. Only a committer writes them, on the newest
state of the store.

xarray is imported only where a dataset is made: the import takes longer than what most commands do with rows.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import icechunk
import numpy as np
from numpy.typing import NDArray

from solvers.outputs.output import Variable
from storage.attributes import FILL
from storage.errors import DoesNotFit
from storage.group import (
    array,
    by_chunk,
    coordinate_attributes,
    find_group,
    open_group,
    read_layout,
    region_of,
)
from storage.layout import Index, Layout
from storage.schema import DONE, FAILED, attributes, fill_value

if TYPE_CHECKING:
    import xarray as xr

Row = Mapping[str, Any]


def read_rows(session: icechunk.Session, sweep: str) -> "xr.Dataset":
    """All rows, in memory, as stored: cases without an answer have the fill values."""
    import xarray as xr

    group = open_group(session, sweep)
    layout = read_layout(group)
    variables = {
        variable.name: (tuple(layout.axes), plain(array(group, variable.name)[...]), _unfilled(variable))
        for variable in layout.numbers
    }
    given = layout.axis_attrs
    coordinates = {
        name: (name, np.asarray(labels), coordinate_attributes(name, given.get(name, {})))
        for name, labels in layout.axes.items()
    }
    return xr.Dataset(variables, coordinates, dict(group.attrs))


def write_rows(
    session: icechunk.Session,
    sweep: str,
    layout: Layout,
    rows: Mapping[Index, Row],
    seen: Mapping[Index, str],
) -> None:
    """Replace these cases' rows and leave the others as the session has them.

    Parameters
    ----------
    session, sweep, layout : where to write
    rows : rows by case; "status" is required, other values that are missing are blank
    seen : time at which each failed case had been finished when the work began: a failure never replaces an
        answer that came meanwhile
    """
    group = open_group(session, sweep, "r+")
    answered = _answered(group, rows, seen)
    kept = [index for index in rows if index not in answered]
    # Without dimensions all of them have the same chunks.
    any_number = array(group, layout.numbers[0].name)
    shape, chunks = any_number.shape, any_number.chunks
    places = [
        (region, indices, _inside(indices, region))
        for chunk, indices in by_chunk(kept, chunks).items()
        for region in [region_of(chunk, chunks, shape)]
    ]
    for variable in layout.numbers:
        stored, blank = array(group, variable.name), fill_value(variable)
        for region, indices, inside in places:
            cells = np.array(stored[region])
            ours = np.array([rows[index].get(variable.name, blank) for index in indices], cells.dtype)
            # With an extra axis of length 1, as a sweep may have no axis.
            lane, first = cells[..., np.newaxis], np.zeros(len(indices), np.intp)
            # A chunk covers all cases of a sweep; an unchanged one need not be written.
            if not np.array_equal(lane[(*inside, first)], ours):
                lane[(*inside, first)] = ours
                stored[region] = cells


def _inside(indices: list[Index], region: tuple[slice, ...]) -> tuple[NDArray[np.intp], ...]:
    """Indices of these cases within a region, along each axis."""
    along = zip(zip(*indices, strict=True), region, strict=True)
    return tuple(np.array(positions) - part.start for positions, part in along)


def finished_failures(session: icechunk.Session, sweep: str, rows: Mapping[Index, Row]) -> dict[Index, str]:
    """Times at which the cases that now failed had been finished before."""
    group = find_group(session, sweep)
    failed = [index for index, row in rows.items() if row["status"] == FAILED]
    if group is None or not failed:
        return {}
    finished = np.asarray(array(group, "finished")[...])
    return {index: str(finished[index]) for index in failed}


def check_rows(layout: Layout, rows: Mapping[Index, Row]) -> None:
    """Refuse rows that do not fit the layout.

    Raises
    ------
    DoesNotFit
        if an index is outside, a name unknown, or the status missing
    """
    known, lengths = {variable.name for variable in layout.numbers}, tuple(map(len, layout.axes.values()))
    for index, row in rows.items():
        if len(index) != len(lengths) or not all(
            0 <= place < length for place, length in zip(index, lengths, strict=True)
        ):
            raise DoesNotFit(
                f"records: expected an index inside {lengths}, got {index}. Use indices of this layout."
            )
        if unknown := set(row) - known:
            raise DoesNotFit(
                f"records: expected {', '.join(sorted(known))}, got {sorted(unknown)[0]!r} (case {index})."
                " Keep that output."
            )
        if "status" not in row:
            raise DoesNotFit(
                f"records: expected a status, got {dict(row)!r} (case {index}). Say whether it is done or"
                " failed."
            )


def plain(cells: Any) -> NDArray[Any]:
    """Text as Python's own, for every file format and pandas; numbers unchanged."""
    found: NDArray[Any] = np.asarray(cells)
    return found.astype(object) if found.dtype.kind == "T" else found


def _unfilled(variable: Variable) -> dict[str, Any]:
    return {name: text for name, text in attributes(variable).items() if name != FILL}


def _answered(group: Any, rows: Mapping[Index, Row], seen: Mapping[Index, str]) -> set[Index]:
    """Cases that failed here and were answered elsewhere meanwhile, with the same key."""
    if not seen:
        return set()
    status, key, finished = (np.asarray(array(group, name)[...]) for name in ("status", "key", "finished"))
    return {
        index
        for index, before in seen.items()
        if status[index] == DONE and key[index] == rows[index].get("key") and finished[index] != before
    }
