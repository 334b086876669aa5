"""The table of `jeopardice reproduce` as Markdown and as a dataset."""

import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from solvers.errors import expected
from solvers.published.figure import Numbers
from solvers.published.verdict import Row, shown
from storage.export import export

ENDINGS = (".nc", ".zarr")


def write_markdown(rows: Sequence[Row], path: str) -> Path:
    """Write all numbers as one table, with digits, sources and reasons; create the directory if needed."""
    lines = [
        "| name | published | computed | difference | verdict | source | paper | figure |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        figure = row.figure
        cells = (figure.name, *shown(row), row.verdict, figure.source, figure.paper.id, figure.id)
        lines.append("| " + " | ".join(cells) + " |")
    notes = [
        f"- {row.figure.name} (`{row.figure.id}`), {row.verdict}: {row.note}" for row in rows if row.note
    ]
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join([*lines, "", *notes, ""]), encoding="utf-8")
    return target


def write_dataset(rows: Sequence[Row], path: str) -> Path:
    """Write all numbers as NetCDF (.nc) or Zarr (.zarr), for xarray; an older file is replaced.

    Raises
    ------
    InvalidRules
        if there is a directory that is not a Zarr group, such as a store of sweeps
    """
    target = Path(path)
    if target.is_dir() and not (target / "zarr.json").exists():
        raise expected("--dataset", "a Zarr group or nothing", str(target), "Choose another path.")
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.suffix == ".nc":
        return export(table(rows), target, "netcdf")
    with warnings.catch_warnings():
        # Consolidated metadata in one file, an extension that Zarr warns about.
        warnings.filterwarnings("ignore", message="Consolidated metadata")
        table(rows).to_zarr(target, mode="w", consolidated=True)
    return target


def table(rows: Sequence[Row]) -> xr.Dataset:
    """The numbers along one dimension, the values of each along another, padded with NaN."""
    per_figure = {
        "name": ([row.figure.name for row in rows], "what the figure is"),
        "paper": ([row.figure.paper.id for row in rows], "authors and year, as --paper takes them"),
        "verdict": ([row.verdict for row in rows], "agrees; differs: explained; not reproduced; differs"),
        "note": (
            [row.note for row in rows],
            "why a figure does not agree, and by which other route that was found",
        ),
        "source": ([row.figure.source for row in rows], "paper, and table, equation, figure or section"),
    }
    most = max(max(len(row.figure.value), len(row.computed)) for row in rows)
    numbers = {
        "published": ([row.figure.value for row in rows], "as printed"),
        "computed": ([row.computed for row in rows], "by the solvers"),
        "corrected": (
            [row.figure.corrected or () for row in rows],
            "what the print should read, where it is wrong",
        ),
    }
    tolerance = np.array([row.figure.tolerance for row in rows], np.float64)
    return xr.Dataset(
        {
            **{
                name: ("figure", _texts(values), {"long_name": meaning})
                for name, (values, meaning) in per_figure.items()
            },
            **{
                name: (("figure", "number"), _padded(values, most), {"long_name": meaning})
                for name, (values, meaning) in numbers.items()
            },
            "tolerance": ("figure", tolerance, {"long_name": "half the last printed digit"}),
        },
        coords={"figure": _texts([row.figure.id for row in rows]), "number": np.arange(most)},
        attrs={"title": "Published figures, and the same computed"},
    )


def _texts(values: Sequence[str]) -> NDArray[np.object_]:
    # As objects: with older pandas xarray turned StringDType into fixed-width text.
    return np.array(values, np.object_)


def _padded(values: Sequence[Numbers], most: int) -> NDArray[np.float64]:
    padded = np.full((len(values), most), np.nan)
    for row, numbers in enumerate(values):
        padded[row, : len(numbers)] = [float(number) for number in numbers]
    return padded
