"""Copies that need nothing of ours to be read: plain Zarr of a snapshot, NetCDF, CSV, Parquet. Made aside, then renamed."""

import asyncio
import json
import os
import shutil
import uuid
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import icechunk
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import xarray as xr
import zarr
from numpy.typing import NDArray
from zarr.abc.store import Store as Objects
from zarr.core.buffer import default_buffer_prototype

from storage.errors import DoesNotFit
from storage.group import open_group
from storage.locking import held
from storage.query import axes_of, numbers_of, table
from storage.records import plain
from storage.repository import LOCK_SECONDS, Store
from storage.schema import DONE, FAILED, RECORD, STATUSES

FORMATS = ("netcdf", "csv", "parquet")
OBJECTS_AT_ONCE = 32


def publish(store: Store, sweep: str, directory: str | Path, at: str | None = None) -> Path:
    """Copy a state of a sweep to `directory`/`sweep`.zarr, which `xarray.open_zarr(path)` opens alone.

    Parameters
    ----------
    store, sweep : where from
    directory : made if need be
    at : a tag, a snapshot's id or its beginning, or a run; None for the newest state

    Returns
    -------
    Path
        of the copy; an older one is replaced at once when the new one is whole
    """
    return publish_to(store, sweep, Path(directory) / f"{sweep}.zarr", at)


def publish_to(store: Store, sweep: str, path: str | Path, at: str | None = None) -> Path:
    """Copy a state of a sweep to exactly this path, as plain consolidated Zarr.

    Raises
    ------
    NotInStore
        if there is no such sweep or state
    DoesNotFit
        if there is something at the path that is no Zarr group
    """
    session, target = store.at(at), Path(path).absolute()
    source = open_group(session, sweep)
    if target.exists() and not (target / "zarr.json").exists():
        raise DoesNotFit(f"path: expected a Zarr group or nothing, got something else ({target}). Choose another path.")
    with held(target.parent / f".{target.name}.lock", f"copy {target.name}", LOCK_SECONDS):
        for left in target.parent.glob(f".{target.name}.*.partial"):
            shutil.rmtree(left, ignore_errors=True)
        partial = target.parent / f".{target.name}.{uuid.uuid4().hex}.partial"
        try:
            _copy(source, partial, session, sweep)
            _replace(target, partial)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return target


def export(dataset: xr.Dataset, path: str | Path, format: str, variables: Sequence[str] | None = None) -> Path:
    """Write a dataset as a file.

    Parameters
    ----------
    dataset : from `open_sweep`, selected or not
    path : replaced when the new file is whole
    format : "netcdf" (everything), "csv" or "parquet" (one row for each case that was solved or failed, with its numbers and its record)
    variables : what to write; None for all. In a table, variables with dimensions (all the same) give one row an element of the done
        cases; rows of padding only are left out

    Raises
    ------
    DoesNotFit
        if the format is none of these, or the variables do not go into one table
    NotInStore
        if there is no such variable
    """
    writers: dict[str, Callable[[xr.Dataset, Path, Sequence[str] | None], None]] = {
        "netcdf": _write_netcdf,
        "csv": lambda dataset, path, variables: _write_csv(_frames(dataset, variables), path),
        "parquet": lambda dataset, path, variables: _write_parquet(_frames(dataset, variables), path),
    }
    if format not in writers:
        raise DoesNotFit(f"format: expected one of {', '.join(FORMATS)}, got {format!r}. For plain Zarr, publish the sweep.")
    with _aside(Path(path)) as partial:
        writers[format](dataset, partial, variables)
    return Path(path)


def _copy(source: zarr.Group, path: Path, session: icechunk.Session, sweep: str) -> None:
    attrs = {**source.attrs, "sweep": sweep, "snapshot": session.snapshot_id}
    group = zarr.create_group(path, zarr_format=3, attributes=attrs)
    prefixes = {f"{sweep}/{name}/": f"{name}/" for name, _ in source.arrays()}
    with ThreadPoolExecutor(1) as apart:
        # In a thread of its own: this one may have an event loop that runs already.
        apart.submit(asyncio.run, _copy_objects(source.store, group.store, prefixes)).result()
    with warnings.catch_warnings():
        # Readers find everything in one file, at the price of an extension that Zarr warns of.
        warnings.filterwarnings("ignore", message="Consolidated metadata")
        zarr.consolidate_metadata(group.store)


async def _copy_objects(source: Objects, target: Objects, prefixes: Mapping[str, str]) -> None:
    """Copy what lies under each prefix as it is, compressed: four times faster than through arrays."""
    turn = asyncio.Semaphore(OBJECTS_AT_ONCE)

    async def copy(key: str, there: str) -> None:
        async with turn:
            found = await source.get(key, default_buffer_prototype())
            if found is None:
                raise FileNotFoundError(key)
            await target.set(there, found)

    async with asyncio.TaskGroup() as group:
        for here, there in prefixes.items():
            async for key in source.list_prefix(here):
                group.create_task(copy(key, there + key.removeprefix(here)))


def _replace(target: Path, partial: Path) -> None:
    """Put the whole copy in the place of the older one; the older one stays if that fails."""
    old = target.with_name(f".{target.name}.{uuid.uuid4().hex}.partial")
    had = target.exists()
    if had:
        os.rename(target, old)
    try:
        os.rename(partial, target)
    except OSError:
        if had:
            os.rename(old, target)
        raise
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _aside(path: Path) -> Iterator[Path]:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{uuid.uuid4().hex}.partial")
    try:
        yield partial
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def _write_netcdf(dataset: xr.Dataset, path: Path, variables: Sequence[str] | None) -> None:
    kept = (dataset if variables is None else dataset[list(variables)]).drop_encoding()
    text = {name: found.copy(data=plain(found.values)) for name, found in kept.variables.items() if found.dtype.kind == "T"}
    kept = kept.assign({name: found for name, found in text.items() if name in kept.data_vars}).assign_coords(
        {name: found for name, found in text.items() if name in kept.coords}
    )
    # NetCDF has no nested attributes and no flags: these become JSON.
    kept.attrs = {name: value if type(value) in (str, int, float) else json.dumps(value) for name, value in kept.attrs.items()}
    packed = {name: {"zlib": True} for name, found in kept.data_vars.items() if found.ndim and found.dtype.kind in "biuf"}
    kept.to_netcdf(path, engine="h5netcdf", encoding=packed)


def _frames(dataset: xr.Dataset, variables: Sequence[str] | None) -> Iterator[pd.DataFrame]:
    """The table, in parts that fit in memory."""
    names = list(variables) if variables is not None else [*numbers_of(dataset), *(variable.name for variable in RECORD)]
    axes = axes_of(dataset)
    unknown = [name for name in names if name not in dataset.data_vars]
    dims = {tuple(dim for dim in dataset[name].dims if dim not in axes) for name in names if not unknown} or {()}
    if len(dims) > 1:
        raise DoesNotFit(f"variables: expected all with the same dimensions, got {', '.join(names)}. Export them one by one.")
    if dims == {()}:
        rows = table(dataset, names, status=(DONE, FAILED))
        words = {code: word for word, code in STATUSES.items()}
        yield rows.assign(status=rows["status"].map(words)) if "status" in rows else rows
        return
    for place in np.argwhere(dataset["status"].values == DONE):
        yield _elements(dataset.isel(dict(zip(axes, place.tolist(), strict=True))), axes, names)


def _elements(case: xr.Dataset, axes: Sequence[str], names: list[str]) -> pd.DataFrame:
    """One row an element of one case, without what is only padding."""
    dims = [str(dim) for dim in case[names[0]].dims]
    cells = {name: plain(case[name].values) for name in names}
    kept = np.nonzero(~np.all([_is_padding(values) for values in cells.values()], axis=0))
    labels: dict[str, Any] = {dim: plain(case[dim].values)[along] for dim, along in zip(dims, kept, strict=True)}
    rows = pd.DataFrame(labels | {name: values[kept] for name, values in cells.items()})
    for position, axis in enumerate(axes):
        rows.insert(position, axis, case[axis].item())
    return rows


def _is_padding(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Where a variable holds its fill value; flags have none that is not an answer, too."""
    kinds: dict[str, Any] = {"f": values != values, "i": values == -1, "O": values == ""}
    return np.asarray(kinds.get(values.dtype.kind, np.zeros(values.shape)), bool)


def _write_csv(frames: Iterator[pd.DataFrame], path: Path) -> None:
    for part, rows in enumerate(frames):
        rows.to_csv(path, mode="a" if part else "w", header=not part, index=False)
    path.touch()


def _write_parquet(frames: Iterator[pd.DataFrame], path: Path) -> None:
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
