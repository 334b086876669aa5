"""Open a sweep, select cases by their labels, tabulate them.

Padded integers are floats with NaN, as xarray opens arrays with a fill value; in tables they are integers
again.

xarray and pandas are imported only where a dataset or a table is made, as commands that print a `StoredSweep`
need neither.
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from solvers.questions.parameter import Value
from storage.attributes import FILL, nested
from storage.errors import NotInStore
from storage.group import LAYOUT, is_current, open_group
from storage.layout import Asked
from storage.records import plain
from storage.repository import Store
from storage.schema import ASIDE, ASIDE_GROUP, DONE, RECORD
from storage.stored import StoredSweep

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

NAMED = 3
Selected = TypeVar("Selected", "xr.Dataset", StoredSweep)


def open_sweep(
    store: Store,
    sweep: str,
    at: str | None = None,
    chunks: Any = None,
    *,
    masked: bool = True,
    record: bool = False,
) -> "xr.Dataset":
    """The sweep in its newest or an older state; data is read when it is used.

    Parameters
    ----------
    store, sweep : the store, and the name of the sweep
    at : a tag, a snapshot's id or its beginning, or a run; None for the newest state
    chunks : as in `xarray.open_zarr`; {} gives Dask arrays
    masked : whether fill values are NaN, as when the sweep is opened with xarray; otherwise values are as
        stored
    record : whether to include error, seconds, key, run and finished, which are in a group of their own

    Raises
    ------
    NotInStore
        if there is no such sweep or state
    """
    import xarray as xr

    session = store.at(at, sweep)
    current = is_current(open_group(session, sweep))

    def opened(group: str) -> "xr.Dataset":
        found: xr.Dataset = xr.open_zarr(
            session.store, group=group, consolidated=False, chunks=chunks, mask_and_scale=masked and current
        )
        return found

    dataset = opened(sweep)
    if not current:
        dataset = _of_format_1(dataset, masked)
        return dataset if record else dataset.drop_vars(ASIDE)
    return dataset.assign(opened(f"{sweep}/{ASIDE_GROUP}").data_vars) if record else dataset


def _of_format_1(dataset: "xr.Dataset", masked: bool) -> "xr.Dataset":
    """Add fill values as attributes, as arrays of the current format have them."""
    import xarray as xr

    for found in dataset.data_vars.values() if masked else ():
        if found.dtype.kind == "i" and found.name != "status":
            found.attrs[FILL] = -1
    return xr.decode_cf(dataset) if masked else dataset


def column(variable: "xr.DataArray", cells: NDArray[Any]) -> Any:
    """Cells of a variable as a table's column: integers if stored so, empty where masked.

    Parameters
    ----------
    variable : the variable
    cells : its values, or some of them
    """
    stored = np.dtype(variable.encoding.get("dtype", cells.dtype))
    if cells.dtype.kind != "f" or stored.kind not in "iu":
        return plain(cells)
    import pandas as pd

    empty = np.isnan(cells)
    whole = np.where(empty, 0, cells).astype(stored)
    return pd.arrays.IntegerArray(whole, empty) if empty.any() else whole


def axes_of(dataset: "xr.Dataset | StoredSweep") -> tuple[str, ...]:
    """The sweep's remaining axes, those of the cases' status."""
    return tuple(str(name) for name in dataset["status"].dims)


def meant(dataset: "xr.Dataset", name: str, label: Value) -> Value:
    """The value that a parameter's label stands for: the label itself, unless it is the name of rules.

    Parameters
    ----------
    dataset : from `open_sweep`, or a part of it
    name : name of the parameter
    label : label on its axis
    """
    asked = nested(dataset.attrs, LAYOUT).get("asked")
    return Asked(*asked).meant(name, label) if asked else label


def select(dataset: Selected, wanted: Mapping[str, Any]) -> Selected:
    """Select by labels, along axes and dimensions.

    Parameters
    ----------
    dataset : from `open_sweep`, `Store.records` or `Store.stored`
    wanted : for each name a label, a slice of numbers with both ends included, or a list of both; text is
        converted to the type of the labels, and "20:60" is a slice

    Raises
    ------
    NotInStore
        if there is no such axis (the error lists the axes) or no such label (it lists the nearest)
    """
    for name, label in wanted.items():
        if name not in dataset.dims or name not in dataset.coords:
            names = [str(dim) for dim in dataset.dims]
            known = f"The axes are {', '.join(names)}." if names else "All axes are selected already."
            raise NotInStore(f"There is no axis {name!r}. {known} {_meant(name, names)}".rstrip())
        several = isinstance(label, list | tuple | np.ndarray)
        found = [_places(name, dataset[name].values, one) for one in (label if several else [label])]
        places: Any = list(
            dict.fromkeys(place for one in found for place in (one if isinstance(one, list) else [one]))
        )
        dataset = dataset.isel({name: places if several or isinstance(found[0], list) else places[0]})
    return dataset


def table(
    dataset: "xr.Dataset",
    variables: Sequence[str] | None = None,
    axes: Sequence[str] | None = None,
    status: Sequence[int] = (DONE,),
) -> "pd.DataFrame":
    """A table with one row per case, and one column per axis and variable.

    Parameters
    ----------
    dataset : from `open_sweep` or `Store.records`, selected or not
    variables : variables with one number per case; None for all outputs of this kind
    axes : columns, by which the rows are sorted; None for all
    status : status of the cases shown

    Raises
    ------
    NotInStore
        if there is no such variable or axis, or the variable has several numbers per case
    """
    import pandas as pd

    left = axes_of(dataset)
    names = list(variables) if variables is not None else numbers_of(dataset)
    columns = list(axes) if axes is not None else list(left)
    for name in columns:
        if name not in left:
            raise NotInStore(
                f"axes: {name!r} is not an axis, or is selected already. The others are"
                f" {', '.join(left) or 'none'}."
            )
    places = np.argwhere(np.isin(dataset["status"].values, list(status)))
    filled: dict[str, Any] = {name: dataset[name].values[places[:, left.index(name)]] for name in columns}
    for name in names:
        check_number(dataset, name)
        cells = dataset[name].transpose(..., *(axis for axis in left if axis in dataset[name].dims)).values
        filled[name] = column(dataset[name], np.broadcast_to(cells, dataset["status"].shape)[tuple(places.T)])
    rows = pd.DataFrame(filled, index=pd.RangeIndex(len(places)))
    return rows.sort_values(columns, kind="stable", ignore_index=True) if columns else rows


def numbers_of(dataset: "xr.Dataset | StoredSweep") -> list[str]:
    """Names of the outputs with one number per case, without the record."""
    left, record = set(axes_of(dataset)), {variable.name for variable in RECORD}
    return [
        str(name)
        for name, found in dataset.data_vars.items()
        if set(found.dims) <= left and name not in record
    ]


def check_number(dataset: "xr.Dataset | StoredSweep", name: str) -> None:
    """Refuse a name that is not a variable with one number per case.

    Raises
    ------
    NotInStore
        if it is not
    """
    if name not in dataset.data_vars:
        known = [str(one) for one in dataset.data_vars]
        remedy = _meant(name, known) or "Add it under `keep` in the config, or name another."
        raise NotInStore(f"There is no variable {name!r}. The sweep has {', '.join(known)}. {remedy}")
    if extra := [str(dim) for dim in dataset[name].dims if dim not in axes_of(dataset)]:
        raise NotInStore(
            f"{name} has several numbers per case, along {', '.join(extra)}. Select one label of each"
            " with --sel."
        )


def _places(name: str, labels: NDArray[Any], wanted: Any) -> int | list[int]:
    """Index of a label, or indices of the labels that a slice includes."""
    if isinstance(wanted, str) and ":" in wanted and labels.dtype.kind in "iuf":
        first, _, last = wanted.partition(":")
        wanted = slice(_end(name, wanted, first), _end(name, wanted, last))
    if not isinstance(wanted, slice):
        return _place(name, labels, wanted)
    least, most = (
        (-np.inf if wanted.start is None else wanted.start),
        (np.inf if wanted.stop is None else wanted.stop),
    )
    found: list[int] = np.flatnonzero((labels >= least) & (labels <= most)).tolist()
    if not found:
        got = f"{_bound(wanted.start)}:{_bound(wanted.stop)}"
        raise NotInStore(
            f"{name}: no label lies in {got!r}. Labels go from {labels.min()} to {labels.max()}. Put the"
            " smaller end first, or choose a wider range."
        )
    return found


def _end(name: str, text: str, end: str) -> float | None:
    """One end of a slice given as text; None for empty text."""
    try:
        return float(end) if end else None
    except ValueError:
        raise NotInStore(f"{name}: {text!r} is not a range. Write it like 20:60, 20: or :60.") from None


def _bound(end: float | None) -> str:
    return "" if end is None else f"{end:g}"


def _place(name: str, labels: NDArray[Any], wanted: Any) -> int:
    label = _read_label(labels, wanted)
    found = np.flatnonzero(
        np.isclose(labels, label, rtol=1e-12, atol=0) if _is_float(labels, label) else labels == label
    )
    if found.size == 0 or (labels.dtype.kind == "b") != isinstance(label, bool | np.bool_):
        near = ", ".join(str(one) for one in _nearest(labels, label))
        raise NotInStore(f"{name}: there is no label {wanted!r}. The nearest are {near}.")
    return int(found[0])


def _read_label(labels: NDArray[Any], wanted: Any) -> Any:
    """Text from the command line, converted to the type of the labels if possible."""
    if not isinstance(wanted, str) or labels.dtype.kind in "UTO":
        return wanted
    if labels.dtype.kind == "b":
        return {"true": True, "false": False}.get(wanted.lower(), wanted)
    try:
        return float(wanted)
    except ValueError:
        return wanted


def _is_float(labels: NDArray[Any], label: Any) -> bool:
    return labels.dtype.kind == "f" and not isinstance(label, str)


def _meant(name: str, known: Iterable[str]) -> str:
    """A question that suggests the nearest known name; "" if none is near."""
    close = difflib.get_close_matches(name, list(known), 1)
    return f"Did you mean {close[0]!r}?" if close else ""


def _nearest(labels: NDArray[Any], label: Any) -> list[Any]:
    if labels.dtype.kind in "iuf" and isinstance(label, int | float | np.number):
        return sorted(labels[np.argsort(np.abs(labels - label), kind="stable")[:NAMED]].tolist())
    if labels.dtype.kind in "UTO":
        known = [str(one) for one in labels]
        return difflib.get_close_matches(str(label), known, NAMED, 0.0)
    return labels[:NAMED].tolist()  # type: ignore[no-any-return]
