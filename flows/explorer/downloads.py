"""The selection as a file: CSV with a row a cell, or NetCDF. Whole, also where a page shows a part of it."""

import tempfile
from pathlib import Path

import pandas as pd
import xarray as xr

from flows.explorer.address import Address
from flows.explorer.slicing import lazy_slice, settle
from solvers.errors import expected
from storage.export import export
from storage.query import column, open_sweep
from storage.repository import Store

TYPES = {"csv": "text/csv", "nc": "application/x-netcdf"}


def download(store: Store, address: Address, ending: str) -> bytes:
    """The bytes of the file.

    Parameters
    ----------
    store : to read
    address : of the view
    ending : of the file, among `TYPES`

    Raises
    ------
    InvalidRules
        if the ending is another one
    NotInStore
        if the address means nothing that is there
    """
    if ending not in TYPES:
        raise expected("format", f"one of {', '.join(TYPES)}", ending, "Correct the address.")
    dataset = open_sweep(store, address.sweep, address.at or None)
    values = lazy_slice(dataset, settle(dataset, address)).load()
    if ending == "csv":
        return _csv(values).encode()
    # The attributes say where the numbers come from.
    kept = values.to_dataset(name=values.name).assign_attrs(dataset.attrs)
    with tempfile.TemporaryDirectory() as directory:
        return export(kept, Path(directory) / "selection.nc", "netcdf", [str(values.name)]).read_bytes()


def file_name(address: Address, ending: str) -> str:
    """What the file is called: pig-goals_value.csv.

    Parameters
    ----------
    address : of the view
    ending : of the file
    """
    return f"{address.sweep.replace('/', '-')}_{address.variable}.{ending}"


def _csv(values: xr.DataArray) -> str:
    """A row a cell that has a number: the label of each dimension, also of those held, and the number."""
    name = str(values.name)
    cells = values.values.ravel()
    labels = pd.MultiIndex.from_product([values[dim].values for dim in values.dims]) if values.dims else None
    held = {
        str(one): values[one].item()
        for one in values.coords
        if one not in values.dims and not values[one].dims
    }
    rows = pd.DataFrame(held, index=range(cells.size))
    for place, dim in enumerate(values.dims):
        rows[str(dim)] = labels.get_level_values(place) if labels is not None else None
    rows[name] = column(values, cells)
    return str(rows[rows[name].notna()].to_csv(index=False))
