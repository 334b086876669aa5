"""`jeopardice export`: a sweep in a format for other programs."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from flows.extras import require
from flows.places import store_url
from solvers.errors import InvalidRules
from storage.access import worded
from storage.export import export
from storage.publishing import publish_to
from storage.query import open_sweep, select
from storage.repository import Store
from storage.selecting import the_sweep, wanted

console = Console(highlight=False)
FORMATS = {".nc": "netcdf", ".csv": "csv", ".parquet": "parquet"}


def export_sweep(
    path: str,
    store: str | None,
    sweep: str | None,
    selected: Sequence[str],
    variables: Sequence[str],
    at: str | None,
) -> None:
    """Write a sweep in the format of the path's ending."""
    target = Path(path)
    if target.suffix not in (".zarr", *FORMATS):
        raise InvalidRules(
            f"path: {path!r} ends in none of .zarr, {', '.join(FORMATS)}, which say the format."
            " Give the path first, then the sweep."
        )
    if target.suffix == ".parquet":
        require("parquet", "jeopardice export")
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep, at)
    if target.suffix == ".zarr":
        if selected or variables:
            raise InvalidRules(
                f"export: {path} takes a whole sweep. Leave --sel and --var out: readers of Zarr select what"
                " they need."
            )
        with worded("path", target):
            written = publish_to(place, name, target, at)
    else:
        dataset = select(open_sweep(place, name, at, record=True), wanted(selected))
        written = export(dataset, target, FORMATS[target.suffix], list(variables) or None)
    console.print(f"Wrote {written}", soft_wrap=True, markup=False)
