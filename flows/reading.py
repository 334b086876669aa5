"""What `jeopardice` prints and writes of a store: show, ls, history, diff, export."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from configs.sweep import CERTIFICATES
from flows.places import store_url
from solvers.errors import expected
from storage.attributes import nested
from storage.errors import NotInStore
from storage.export import export
from storage.publishing import publish_to
from storage.query import axes_of, compare, numbers_of, open_sweep, select, table
from storage.repository import Store
from storage.schema import DONE, FAILED, RECORD

console = Console(highlight=False)
MOST_ROWS = 130
FORMATS = {".nc": "netcdf", ".csv": "csv", ".parquet": "parquet"}


def show_sweep(store: str | None, sweep: str | None, selected: Sequence[str], variables: Sequence[str], at: str | None) -> None:
    """Print the numbers of a sweep: a grid for one variable on two axes, else a row a case; a single case with all it has."""
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep)
    dataset = select(open_sweep(place, name, at, record=True), wanted(selected))
    console.print(f"[bold]{escape(str(dataset.attrs.get('title', name)))}[/]  ({name})")
    axes = axes_of(dataset)
    names = list(variables) or _in_order(dataset)
    if not axes:
        _print_case(dataset)
    elif not _print_grid(dataset, axes, names):
        _print_rows(table(dataset, names), axes)
    _print_coverage(dataset)


def _in_order(dataset: xr.Dataset) -> list[str]:
    """The numbers of a case: first what the config asks for, in its order; certificates last."""
    order = {name: place for place, name in enumerate(asked(dataset))}
    return sorted(numbers_of(dataset), key=lambda name: (name in CERTIFICATES, order.get(name, len(order)), name))


def list_store(store: str | None) -> None:
    """Print the sweeps of a store with how many cases are done, failed and missing."""
    place = Store.open(store_url(store))
    listing = _table("sweep", "cases", "done", "failed", "last run (UTC)")
    for name in place.sweeps():
        records = place.records(name)
        status = records["status"].values
        done, failed = int((status == DONE).sum()), int((status == FAILED).sum())
        last = str(records.attrs.get("launched", ""))[:19]
        listing.add_row(name, str(status.size), str(done), str(failed), last)
    console.print(listing)


def list_runs(store: str | None, sweep: str | None) -> None:
    """Print the runs that wrote to a store, newest first, each with the snapshot that it left and its number of commits."""
    place = Store.open(store_url(store))
    listing = _table("run", "ended (UTC)", "sweep", "commits", "snapshot")
    for (run, name), commits in groupby(place.history(sweep), lambda commit: (commit.metadata.get("run"), commit.metadata.get("sweep"))):
        if run is not None:
            own = list(commits)
            listing.add_row(str(run), f"{own[0].time:%Y-%m-%d %H:%M}", str(name), str(len(own)), own[0].id[:8])
    console.print(listing)


def compare_states(old: str, new: str | None, store: str | None, sweep: str | None) -> None:
    """Print how each variable differs between two states."""
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep)
    listing = _table("variable", "only old", "only new", "changed", "largest difference")
    for found in compare(open_sweep(place, name, old), open_sweep(place, name, new)):
        listing.add_row(found.variable, str(found.only_a), str(found.only_b), str(found.changed), f"{found.largest:.3g}")
    console.print(listing)


def export_sweep(
    path: str, store: str | None, sweep: str | None, selected: Sequence[str], variables: Sequence[str], at: str | None
) -> None:
    """Write a sweep in the format that the path's ending says."""
    place, target = Store.open(store_url(store)), Path(path)
    name = the_sweep(place, sweep)
    if target.suffix == ".zarr":
        if selected or variables:
            raise expected("export", "a whole sweep for .zarr", path, "Leave --sel and --var out; a reader of Zarr picks for itself.")
        written = publish_to(place, name, target, at)
    elif target.suffix in FORMATS:
        dataset = select(open_sweep(place, name, at, record=True), wanted(selected))
        written = export(dataset, target, FORMATS[target.suffix], list(variables) or None)
    else:
        raise expected("path", "an ending among .zarr, " + ", ".join(FORMATS), path)
    console.print(f"Wrote {written}", soft_wrap=True, markup=False)


def the_sweep(store: Store, name: str | None) -> str:
    """The sweep that is meant: the one named, or the only one.

    Raises
    ------
    NotInStore
        if none is named and there are several, or none
    """
    known = store.sweeps()
    if name is None and len(known) == 1:
        return known[0]
    if name is None or name not in known:
        raise NotInStore(f"--sweep: expected one of {', '.join(known) or 'none: the store is empty'}, got {name!r}. Name it.")
    return name


def asked(dataset: xr.Dataset) -> list[str]:
    """The outputs that the config names, in its order."""
    return list(nested(dataset.attrs, "config").get("keep", []))


def wanted(selected: Sequence[str]) -> dict[str, str]:
    """AXIS=LABEL texts by axis."""
    chosen = {}
    for text in selected:
        name, equals, label = text.partition("=")
        if not equals:
            raise expected("--sel", "AXIS=LABEL", text)
        chosen[name] = label
    return chosen


def _print_case(dataset: xr.Dataset) -> None:
    listing = Table(show_header=False, box=None, pad_edge=False)
    for name in dataset.coords:
        if not dataset[name].dims:
            listing.add_row(str(name), _cell(dataset[name].item()), _unit(dataset[name]))
    for name in [*numbers_of(dataset), *(variable.name for variable in RECORD)]:
        listing.add_row(name, _cell(dataset[name].item()), _unit(dataset[name]))
    for name, found in dataset.data_vars.items():
        if found.dims:
            listing.add_row(str(name), " x ".join(f"{dim} {size}" for dim, size in found.sizes.items()), _unit(found))
    console.print(listing)


def _print_grid(dataset: xr.Dataset, axes: Sequence[str], names: Sequence[str]) -> bool:
    """Two axes and room for a column each: print the first variable as a grid. Returns whether it did."""
    if len(axes) != 2 or dataset.sizes[axes[0]] > MOST_ROWS:
        return False
    labels = max(len(_cell(label)) for label in dataset[axes[0]].values)
    if labels + 7 * dataset.sizes[axes[1]] > console.width:
        return False
    shown = table(dataset, names[:1]).pivot(index=axes[0], columns=axes[1], values=names[0])
    if shown.empty:
        return False
    console.print(f"{dataset[names[0]].attrs.get('long_name', names[0])}, {axes[0]} down, {axes[1]} across")
    listing = _table("", *(_cell(label) for label in shown.columns))
    listing.padding, listing.collapse_padding = (0, 1), True
    for label, row in shown.iterrows():
        listing.add_row(f"[bold]{_cell(label)}[/]", *("" if pd.isna(value) else f"{value:.4f}" for value in row))
    console.print(listing)
    if len(names) > 1:
        console.print(f"Select an axis, --sel {axes[0]}={_cell(shown.index[0])}, for all digits of {', '.join(names)}.", soft_wrap=True)
    return True


def _print_rows(rows: pd.DataFrame, axes: Sequence[str]) -> None:
    listing = _table(*map(str, rows.columns))
    for row in rows.head(MOST_ROWS).itertuples(index=False):
        listing.add_row(*map(_cell, row))
    console.print(listing)
    if len(rows) > MOST_ROWS:
        console.print(f"... and {len(rows) - MOST_ROWS} more: narrow with --sel, or `jeopardice export`.")


def _print_coverage(dataset: xr.Dataset) -> None:
    status = np.asarray(dataset["status"].values)
    done, failed = int((status == DONE).sum()), int((status == FAILED).sum())
    said = f"{done} of {status.size} cases done" + (f", {failed} failed" if failed else "")
    for name in CERTIFICATES:
        if name in dataset and done and not set(dataset[name].dims) - set(axes_of(dataset)):
            said += f", largest {name} {float(np.nanmax(dataset[name].values)):.1e}"
    console.print(said + ".")
    if failed:
        for error in sorted({str(error) for error in dataset["error"].values[status == FAILED]})[:5]:
            console.print(f"  [red]failed[/]: {escape(error)}", soft_wrap=True)


def _table(*columns: str) -> Table:
    listing = Table(box=None, pad_edge=False)
    for name in columns:
        listing.add_column(name, overflow="fold")
    return listing


def _unit(variable: xr.DataArray) -> str:
    unit = str(variable.attrs.get("units", ""))
    return "" if unit == "1" else unit


def _cell(value: Any) -> str:
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2e}" if 0 < abs(value) < 1e-4 else f"{value:.12g}"
    return escape(str(value))
