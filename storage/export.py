"""Files for other programs: NetCDF, CSV, Parquet. Each is written aside, then renamed."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import NDArray

from storage.access import worded
from storage.aside import made_aside
from storage.attributes import flat, nested
from storage.cells import as_text
from storage.errors import DoesNotFit
from storage.patient_file import patient
from storage.query import axes_of, column, numbers_of, table
from storage.records import plain
from storage.schema import ASIDE, ASIDE_GROUP, DONE, FAILED, RECORD, STATUSES

FORMATS = ("netcdf", "csv", "parquet")


def export(
    dataset: xr.Dataset, path: str | Path, format: str, variables: Sequence[str] | None = None
) -> Path:
    """Write a dataset as a file.

    Parameters
    ----------
    dataset : from `open_sweep` with its record, selected or not
    path : replaced when the new file is complete
    format : "netcdf" (everything; the record except for the status in the group "record"), "csv" or "parquet"
        (one row for each case that was solved or failed, with its numbers and its record)
    variables : names to write; None for all. In a table, variables with dimensions (all the same) give one
        row per element of the done cases; rows with padding only are left out

    Raises
    ------
    DoesNotFit
        if the format is none of these, or the variables do not fit one table
    NotInStore
        if there is no such variable
    Unwritable
        if the disk is full or cannot be written to
    ModuleNotFoundError
        if the format is "parquet" and PyArrow is not installed
    """
    writers: dict[str, Callable[[xr.Dataset, Path, Sequence[str] | None], None]] = {
        "netcdf": _write_netcdf,
        "csv": lambda dataset, path, variables: _write_csv(_frames(dataset, variables), path),
        "parquet": lambda dataset, path, variables: _write_parquet(_frames(dataset, variables), path),
    }
    if format not in writers:
        raise DoesNotFit(
            f"format: expected one of {', '.join(FORMATS)}, got {format!r}. For plain Zarr, publish the"
            " sweep."
        )
    with worded("path", path), made_aside(Path(path)) as partial:
        writers[format](dataset, partial, variables)
    return Path(path)


def _write_netcdf(dataset: xr.Dataset, path: Path, variables: Sequence[str] | None) -> None:
    kept = dataset if variables is None else dataset[list(variables)]
    packed = {
        str(name): _packing(found)
        for name, found in kept.data_vars.items()
        if found.ndim and found.dtype.kind in "biuf"
    }
    kept = kept.drop_encoding()
    aside = [name for name in kept.data_vars if name in ASIDE]
    record = kept[aside].map(lambda found: found.copy(data=plain(found.values)), keep_attrs=True)
    answers = kept.drop_vars(aside)
    # Sweeps of format 1 have nested attributes, which NetCDF does not know.
    answers.attrs = flat(answers.attrs)
    encoding = {name: how for name, how in packed.items() if name in answers}
    with patient(path) as file:
        answers.to_netcdf(file, engine="h5netcdf", encoding=encoding)
    if aside:
        with patient(path, "r+") as file:
            record.drop_attrs(deep=False).to_netcdf(file, mode="a", group=ASIDE_GROUP, engine="h5netcdf")


def _packing(variable: xr.DataArray) -> dict[str, Any]:
    """How a variable is written: compressed, and in its stored type.

    Padded integers are read as floats, and are integers again in the file.
    """
    stored = {name: variable.encoding[name] for name in ("dtype", "_FillValue") if name in variable.encoding}
    return {"zlib": True, **stored}


def _frames(dataset: xr.Dataset, variables: Sequence[str] | None) -> Iterator[pd.DataFrame]:
    """The table, in parts that fit in memory."""
    names = (
        list(variables)
        if variables is not None
        else [*_in_order(dataset), *(variable.name for variable in RECORD)]
    )
    axes = axes_of(dataset)
    unknown = [name for name in names if name not in dataset.data_vars]
    dims = {tuple(dim for dim in dataset[name].dims if dim not in axes) for name in names if not unknown} or {
        ()
    }
    if len(dims) > 1:
        raise DoesNotFit(
            f"variables: {', '.join(names)} differ in their dimensions. Export them one by one with --var."
        )
    if dims == {()}:
        rows = table(dataset, names, status=(DONE, FAILED))
        words = {code: word for word, code in STATUSES.items()}
        yield rows.assign(status=rows["status"].map(words)) if "status" in rows else rows
        return
    for place in np.argwhere(dataset["status"].values == DONE):
        yield _elements(dataset.isel(dict(zip(axes, place.tolist(), strict=True))), axes, names)


def _in_order(dataset: xr.Dataset) -> list[str]:
    """Names of a case's numbers, first those that the config names, in its order; a store has no order."""
    asked = list(nested(dataset.attrs, "config").get("keep", []))
    place = {name: place for place, name in enumerate(asked)}
    return sorted(numbers_of(dataset), key=lambda name: (place.get(name, len(place)), name))


def _elements(case: xr.Dataset, axes: Sequence[str], names: list[str]) -> pd.DataFrame:
    """One row per element of one case, without rows that are only padding."""
    dims = [str(dim) for dim in case[names[0]].dims]
    cells = {name: case[name].values for name in names}
    kept = np.nonzero(~np.all([_is_padding(values) for values in cells.values()], axis=0))
    labels: dict[str, Any] = {
        dim: plain(case[dim].values)[along] for dim, along in zip(dims, kept, strict=True)
    }
    rows = pd.DataFrame(labels | {name: column(case[name], values[kept]) for name, values in cells.items()})
    for position, axis in enumerate(axes):
        rows.insert(position, axis, case[axis].item())
    return rows


def _is_padding(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether a variable has no number, or empty text."""
    return np.asarray(values != values if values.dtype.kind == "f" else values == "", bool)


def _write_csv(frames: Iterator[pd.DataFrame], path: Path) -> None:
    for part, rows in enumerate(frames):
        texts = rows.select_dtypes(exclude="number").columns
        rows = rows.assign(**{name: rows[name].map(as_text) for name in texts}).rename(columns=as_text)
        rows.to_csv(path, mode="a" if part else "w", header=not part, index=False)
    path.touch()


def _write_parquet(frames: Iterator[pd.DataFrame], path: Path) -> None:
    # PyArrow is not part of the plain installation.
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer: Any = None
    try:
        for rows in frames:
            part = pa.Table.from_pandas(rows, preserve_index=False, schema=writer.schema if writer else None)
            writer = writer or pq.ParquetWriter(path, part.schema)
            writer.write_table(part)
    finally:
        if writer is not None:
            writer.close()
    if writer is None:
        pq.write_table(pa.table({}), path)
