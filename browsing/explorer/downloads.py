"""What a view shows as a complete file: CSV with a row for each cell, or NetCDF."""

import tempfile
from pathlib import Path

import pandas as pd
import xarray as xr

from browsing.explorer.address import Address
from browsing.explorer.contrast import contrast
from browsing.explorer.runs import opponent
from browsing.explorer.slicing import lazy_slice, settle, upright
from solvers.errors import expected
from storage.cells import as_text
from storage.export import export
from storage.query import column, open_sweep
from storage.repository import Store

TYPES = {"csv": "text/csv", "nc": "application/x-netcdf"}


def download(store: Store, address: Address, ending: str) -> bytes:
    """Return the content of the file.

    Parameters
    ----------
    store : the store
    address : address of the view
    ending : ending of the file, one of `TYPES`

    Raises
    ------
    InvalidRules
        if the ending is another
    NotInStore
        if the store does not have what the address names
    """
    if ending not in TYPES:
        raise expected("format", f"one of {', '.join(TYPES)}", ending, "Correct the address.")
    dataset = open_sweep(store, address.sweep, address.at or None)
    settled = settle(dataset, address)
    kept = _difference(store, dataset, settled) if settled.view == "compare" else _selection(dataset, settled)
    if ending == "csv":
        return _csv(kept).encode()
    names = [str(name) for name in kept.data_vars]
    with tempfile.TemporaryDirectory() as directory:
        return export(kept, Path(directory) / "selection.nc", "netcdf", names).read_bytes()


def file_name(address: Address, ending: str) -> str:
    """Return the name of the file: pig-goals_value.csv.

    Parameters
    ----------
    address : address of the view
    ending : ending of the file
    """
    what = f"{address.variable}_difference" if address.view == "compare" else address.variable
    return f"{address.sweep.replace('/', '-')}_{what}.{ending}"


def _selection(dataset: xr.Dataset, address: Address) -> xr.Dataset:
    values = upright(lazy_slice(dataset, address).load(), address)
    # The attributes name the origin of the numbers.
    return values.to_dataset(name=values.name).assign_attrs(dataset.attrs)


def _difference(store: Store, dataset: xr.Dataset, address: Address) -> xr.Dataset:
    """Both sides of a comparison and their difference, with the labels at which both are fixed."""
    address = opponent(address, store.history(address.sweep))
    second = open_sweep(store, address.other, address.other_at or None)
    found = contrast(dataset, second, address, whole=True)
    held = {
        name: one.variable
        for name, one in lazy_slice(dataset, address).coords.items()
        if not one.dims and (name in second.dims or one.variable.equals(second.variables.get(name)))
    }
    sides = {"a": (address.sweep, address.at), "b": (address.other, address.other_at)}
    states = {side: f"{sweep}, {store.at(at or None).snapshot_id}" for side, (sweep, at) in sides.items()}
    columns = {"a": found.a, "b": found.b, "difference": found.difference}
    return xr.Dataset(columns).assign_coords(held).assign_attrs(dataset.attrs).assign_attrs(states)


def _csv(kept: xr.Dataset) -> str:
    """A row for each cell with a number: labels of all dimensions, also of fixed ones, and the numbers."""
    first = next(iter(kept.data_vars.values()))
    labels = pd.MultiIndex.from_product([kept[dim].values for dim in first.dims]) if first.dims else None
    held = {str(name): one.item() for name, one in kept.coords.items() if not one.dims}
    rows = pd.DataFrame(held, index=range(first.size))
    for place, dim in enumerate(first.dims):
        rows[str(dim)] = labels.get_level_values(place) if labels is not None else None
    names = [str(name) for name in kept.data_vars]
    for name in names:
        rows[name] = column(kept[name], kept[name].values.ravel())
    return str(rows.dropna(subset=names, how="all").map(as_text).rename(columns=as_text).to_csv(index=False))
