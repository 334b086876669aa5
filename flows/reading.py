"""What `jeopardice` prints and writes of a store: ls, history, diff, export; and which sweep and cases of it
are meant.
"""

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path

import xarray as xr
from rich.console import Console
from rich.table import Table

from flows.places import store_url
from solvers.errors import expected
from storage.comparing import compare
from storage.errors import NotInStore
from storage.export import export
from storage.history import Commit
from storage.publishing import publish_to
from storage.query import axes_of, open_sweep, select
from storage.repository import Store
from storage.schema import DONE, FAILED

console = Console(highlight=False)
FORMATS = {".nc": "netcdf", ".csv": "csv", ".parquet": "parquet"}


def list_store(store: str | None) -> None:
    """Print the sweeps of a store with how many cases are done, failed and missing."""
    place = Store.open(store_url(store))
    listing = listing_of("sweep", "cases", "done", "failed", "last run (UTC)")
    for name in place.sweeps():
        records = place.records(name)
        status = records["status"].values
        done, failed = int((status == DONE).sum()), int((status == FAILED).sum())
        last = str(records.attrs.get("launched", ""))[:19]
        listing.add_row(name, str(status.size), str(done), str(failed), last)
    console.print(listing)


def list_runs(store: str | None, sweep: str | None) -> None:
    """Print the runs that wrote to a store, newest first, each with the snapshot that it left and its number
    of commits.
    """
    place = Store.open(store_url(store))
    listing = listing_of("run", "ended (UTC)", "sweep", "commits", "snapshot", whole=("run", "snapshot"))
    for (run, name), commits in groupby(
        place.history(sweep), lambda commit: (_run(commit), commit.metadata.get("sweep"))
    ):
        if run is not None:
            own = list(commits)
            listing.add_row(run, f"{own[0].time:%Y-%m-%d %H:%M}", str(name), str(len(own)), own[0].id[:8])
    console.print(listing)


def _run(commit: Commit) -> str | None:
    """What a commit is counted to: its run, or that it removed its sweep; None for one that is neither."""
    run = commit.metadata.get("run")
    return str(run) if run is not None else "removed" if commit.metadata.get("removed") else None


def compare_states(old: str, new: str | None, store: str | None, sweep: str | None) -> None:
    """Print how each variable differs between two states.

    Raises
    ------
    NotInStore
        if one of them does not have the sweep
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep, new)
    if name not in place.sweeps(old):
        remedy = (
            f"It is older than the sweep, perhaps: `jeopardice history --sweep {name}` lists those that"
            " have it."
        )
        raise NotInStore(f"OLD: expected a state that has {name}, got {old!r}, which has not. {remedy}")
    listing = listing_of("variable", "only old", "only new", "changed", "largest difference")
    for found in compare(open_sweep(place, name, old), open_sweep(place, name, new)):
        listing.add_row(
            found.variable, str(found.only_a), str(found.only_b), str(found.changed), f"{found.largest:.3g}"
        )
    console.print(listing)


def export_sweep(
    path: str,
    store: str | None,
    sweep: str | None,
    selected: Sequence[str],
    variables: Sequence[str],
    at: str | None,
) -> None:
    """Write a sweep in the format that the path's ending says."""
    place, target = Store.open(store_url(store)), Path(path)
    name = the_sweep(place, sweep, at)
    if target.suffix == ".zarr":
        if selected or variables:
            raise expected(
                "export",
                "a whole sweep for .zarr",
                path,
                "Leave --sel and --var out; a reader of Zarr picks for itself.",
            )
        written = publish_to(place, name, target, at)
    elif target.suffix in FORMATS:
        dataset = select(open_sweep(place, name, at, record=True), wanted(selected))
        written = export(dataset, target, FORMATS[target.suffix], list(variables) or None)
    else:
        raise expected(
            "path", "an ending among .zarr, " + ", ".join(FORMATS), path, "The ending says the format."
        )
    console.print(f"Wrote {written}", soft_wrap=True, markup=False)


def the_sweep(store: Store, name: str | None, at: str | None = None) -> str:
    """The sweep that is meant: the one named, or the only one.

    Parameters
    ----------
    at : the state in which it is looked for; None for the newest

    Raises
    ------
    NotInStore
        if none is named and there are several, or none of that name
    """
    known = store.sweeps(at)
    if name is None and len(known) == 1:
        return known[0]
    if not known:
        when = "no sweep yet" if at is None else f"none in the state {at!r}"
        raise NotInStore(
            f"--sweep: expected a sweep in the store, got {when} ({store.url}). Run one, or name another"
            " store."
        )
    if name is None:
        raise NotInStore(f"--sweep: expected one of {', '.join(known)}, got none named. Name one.")
    if name not in known:
        close = get_close_matches(name, known, 1)
        remedy = f"Did you mean {close[0]!r}?" if close else "Name one of these."
        where = "" if at is None else f" (the state {at!r})"
        raise NotInStore(f"--sweep: expected one of {', '.join(known)}, got {name!r}{where}. {remedy}")
    return name


def wanted(selected: Sequence[str]) -> dict[str, str | list[str]]:
    """AXIS=LABEL texts by axis; an axis that is named more than once has several labels."""
    chosen: dict[str, list[str]] = {}
    for text in selected:
        name, equals, label = text.partition("=")
        if not (name and equals and label):
            raise expected(
                "--sel", "AXIS=LABEL", text, "Write it like goal=100, or goal=20:60 for those between."
            )
        chosen.setdefault(name, []).append(label)
    return {name: labels if len(labels) > 1 else labels[0] for name, labels in chosen.items()}


def cases_of(dataset: xr.Dataset, selected: Sequence[str], why: str) -> xr.Dataset:
    """Whole cases, their axes kept even where one label is selected.

    Raises
    ------
    InvalidRules
        if a selected name is no axis
    """
    axes = axes_of(dataset)
    for name in (chosen := wanted(selected)):
        if name not in axes:
            raise expected("--sel", f"an axis among {', '.join(axes)}", name, why)
    return select(
        dataset, {name: [label] if isinstance(label, str) else label for name, label in chosen.items()}
    )


def listing_of(*columns: str, whole: Sequence[str] = ()) -> Table:
    """A table that a narrow terminal folds, except the columns that are to be copied whole."""
    listing = Table(box=None, pad_edge=False)
    for name in columns:
        listing.add_column(name, overflow="fold", no_wrap=name in whole)
    return listing
