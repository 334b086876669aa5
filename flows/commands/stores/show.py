"""`jeopardice show`: the numbers of a sweep, as a grid or in rows; for a single case all its outputs, with
tables if there is room.
"""

from collections.abc import Sequence
from shlex import quote
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flows.places import store_url
from flows.terminal.columns import listing_of, print_columns
from flows.terminal.printable import printable
from flows.terminal.tables import Small, may_fit, print_small
from solvers.outputs import proofs
from solvers.questions.parameter import PLAIN_UNITS
from solvers.wording.counts import some
from storage.attributes import nested
from storage.query import axes_of, check_number, numbers_of, select
from storage.repository import Store
from storage.schema import DONE, FAILED, RECORD
from storage.selecting import the_sweep, wanted
from storage.stored import StoredArray, StoredSweep

console = Console(highlight=False)
MOST_ROWS = 130
# Most values of a variable printed side by side, such as one per player.
FEW = 6
# Printed for NaN.
NO_NUMBER = "\N{EN DASH}"
# Names of certificates of all questions, as importing the sweep's own question would import Numba.
CERTIFICATES = proofs.exploitability.name, proofs.residual.name


def show_sweep(
    store: str | None, sweep: str | None, selected: Sequence[str], variables: Sequence[str], at: str | None
) -> None:
    """Print the numbers of a sweep: a grid for one variable on two axes, otherwise one row per case; for a
    single case all its outputs.
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep, at)
    dataset = select(place.stored(name, at), wanted(selected))
    console.print(f"[bold]{escape(printable(str(dataset.attrs.get('title', name))))}[/]  ({name})")
    axes = axes_of(dataset)
    names = list(variables) or _in_order(dataset)
    if axes and len(names) == 1 and names[0] in dataset and _print_table(dataset, names[0]):
        return
    if not axes:
        _print_case(dataset, variables)
    elif not _print_grid(dataset, axes, names):
        _print_rows(dataset, names)
    _print_coverage(dataset)


def _in_order(dataset: StoredSweep) -> list[str]:
    """Names of a case's numbers: first those in the config, in its order; certificates last."""
    asked = _asked(dataset)
    order = {name: place for place, name in enumerate(asked)}
    few = [name for name in asked if _labels_of_few(dataset, name)]
    return sorted(
        [*numbers_of(dataset), *few],
        key=lambda name: (name in CERTIFICATES, order.get(name, len(order)), name),
    )


def _labels_of_few(dataset: StoredSweep, name: str) -> list[str]:
    """Labels of a variable with a few values per case; empty if it has one value, or a table."""
    own = [dim for dim in dataset[name].dims if dim not in axes_of(dataset)]
    if len(own) != 1 or dataset.sizes[own[0]] > FEW or own[0] not in dataset.coords:
        return []
    return _labels(dataset, own[0], np.arange(dataset.sizes[own[0]]))


def _asked(dataset: StoredSweep) -> list[str]:
    """The outputs in the config, in its order."""
    return list(nested(dataset.attrs, "config").get("keep", []))


def _print_case(dataset: StoredSweep, variables: Sequence[str]) -> None:
    """Print all outputs of a case, or the named variables; tables as far as there is room."""
    for wished in variables:
        if wished not in dataset.data_vars:
            check_number(dataset, wished)
    listing = Table(show_header=False, box=None, pad_edge=False)
    for name in dataset.coords:
        if not dataset[name].dims:
            listing.add_row(str(name), _cell(dataset[name].item()), _unit(dataset[name]))
    numbers = list(variables) or [
        *numbers_of(dataset),
        *(variable.name for variable in RECORD if variable.name in dataset),
    ]
    for number in numbers:
        if not dataset[number].dims:
            listing.add_row(number, _word(dataset[number]), _unit(dataset[number]))
    console.print(listing)
    _print_meanings(dataset, [name for name in numbers if not dataset[name].dims])
    tables = [
        str(name)
        for name, found in dataset.data_vars.items()
        if found.dims and (not variables or name in variables)
    ]
    left = [name for name in tables if not _print_table(dataset, name)]
    for name in left:
        sizes = " x ".join(f"{dim} {size}" for dim, size in dataset[name].sizes.items())
        console.print(f"{name}: {dataset[name].attrs.get('long_name', name)}, {sizes}")
    if left:
        console.print(
            f"Print a part with --sel {dataset[left[0]].dims[0]}=FIRST:LAST, or write all with"
            " `jeopardice export`."
        )


def _print_table(dataset: StoredSweep, name: str) -> bool:
    """Print a variable with dimensions of its own, if there is room for all its labels."""
    found = dataset[name]
    if not set(found.dims) - set(axes_of(dataset)) or not may_fit(found.shape, console.width):
        return False
    dims = tuple(map(str, found.dims))
    labels = tuple(
        np.asarray(dataset[dim].values) if dim in dataset.coords else np.arange(dataset.sizes[dim])
        for dim in dims
    )
    attrs = found.attrs
    small = Small(
        name,
        str(attrs.get("long_name", name)),
        str(attrs.get("units", "")),
        dims,
        labels,
        np.asarray(found.values),
        found.flags,
    )
    return print_small(small, console)


def _print_grid(dataset: StoredSweep, axes: Sequence[str], names: Sequence[str]) -> bool:
    """Print the first variable as a grid, if there are two axes and room; return whether it did."""
    if len(axes) != 2 or dataset.sizes[axes[0]] > MOST_ROWS:
        return False
    widest = max(len(_cell(label)) for label in dataset[axes[0]].values.tolist())
    if widest + 7 * dataset.sizes[axes[1]] > console.width:
        return False
    names = [name for name in names if name not in dataset or not _labels_of_few(dataset, name)]
    if not names:
        return False
    for name in names:
        check_number(dataset, name)
    done, values = dataset["status"].values == DONE, dataset[names[0]].values
    if not done.any() or values.dtype.kind not in "if":
        return False
    values = np.where(done, values, np.nan)
    rows, columns = np.flatnonzero(done.any(axis=1)), np.flatnonzero(done.any(axis=0))
    labels = [_labels(dataset, axis, own) for axis, own in zip(axes, (rows, columns), strict=True)]
    console.print(f"{dataset[names[0]].attrs.get('long_name', names[0])}, {axes[0]} down, {axes[1]} across")
    listing = listing_of("", *labels[1])
    listing.padding, listing.collapse_padding = (0, 1), True
    for label, row in zip(labels[0], values[np.ix_(rows, columns)], strict=True):
        listing.add_row(f"[bold]{label}[/]", *("" if np.isnan(value) else f"{value:.4f}" for value in row))
    console.print(listing)
    _print_units(dataset, [*axes, names[0]])
    if len(names) > 1:
        one = quote(f"{axes[0]}={labels[0][0]}")
        console.print(f"For all digits of {', '.join(names)}, select an axis: --sel {one}.")
    return True


def _labels(dataset: StoredSweep, axis: str, places: NDArray[np.intp]) -> list[str]:
    """Some labels of an axis as text."""
    return [_cell(label) for label in dataset[axis].values[places].tolist()]


def _print_rows(dataset: StoredSweep, names: Sequence[str]) -> None:
    axes = axes_of(dataset)
    places = np.argwhere(dataset["status"].values == DONE)
    shown = places[:MOST_ROWS]
    labels = {axis: _labels(dataset, axis, shown[:, own]) for own, axis in enumerate(axes)}
    numbers: dict[str, list[str]] = {}
    for name in names:
        numbers |= _columns(dataset, name, shown)
    print_columns(labels, numbers, console)
    _print_units(dataset, [*axes, *names])
    _print_meanings(dataset, [name for name in names if NO_NUMBER in numbers.get(name, ())])
    if len(places) > MOST_ROWS:
        console.print(f"... and {len(places) - MOST_ROWS} more. Use --sel, or `jeopardice export`.")


def _columns(dataset: StoredSweep, name: str, shown: NDArray[np.intp]) -> dict[str, list[str]]:
    """A variable's cells by column head: one column, or one for each of its few labels."""
    few = _labels_of_few(dataset, name) if name in dataset else []
    if not few:
        check_number(dataset, name)
    cells = dataset[name].values[tuple(shown.T)]
    heads = {f"{name} {label}": cells[:, place] for place, label in enumerate(few)} if few else {name: cells}
    return {head: [_cell(cell) for cell in column.tolist()] for head, column in heads.items()}


def _print_units(dataset: StoredSweep, names: Sequence[str]) -> None:
    """Print the units of numbers that could be mistaken for points."""
    units = {name: str(dataset[name].attrs.get("units", "")) for name in names}
    said = [
        f"{name} in {unit}" for name, unit in units.items() if "points" in unit and unit not in PLAIN_UNITS
    ]
    if said:
        console.print(", ".join(said) + ".", markup=False)


def _print_meanings(dataset: StoredSweep, names: Sequence[str]) -> None:
    """Print the meaning of missing numbers."""
    for name in names:
        values = dataset[name].values
        if values.dtype.kind == "f" and np.isnan(values).any():
            meaning = str(dataset[name].attrs.get("comment", "no number."))
            console.print(f"{name} {NO_NUMBER}: {meaning}", markup=False)


def _print_coverage(dataset: StoredSweep) -> None:
    status = np.asarray(dataset["status"].values)
    cases, done, failed = dataset.counts
    said = f"{done} of {some(cases, 'case')} done" + (f", {failed} failed" if failed else "")
    for name in CERTIFICATES:
        if name in dataset and done and not set(dataset[name].dims) - set(axes_of(dataset)):
            said += f", largest {name} {float(np.nanmax(dataset[name].values)):.1e}"
    console.print(said + ".")
    if failed:
        for error in sorted({str(error) for error in dataset["error"].values[status == FAILED]})[:5]:
            console.print(f"  [red]failed[/]: {escape(error)}", soft_wrap=True)


def _word(number: StoredArray) -> str:
    """A number as text, or the meaning of a code."""
    value = number.item()
    return number.flags[int(value)] if value in range(len(number.flags)) else _cell(value)


def _unit(variable: StoredArray) -> str:
    unit = str(variable.attrs.get("units", ""))
    return "" if unit == "1" else unit


def _cell(value: Any) -> str:
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, float):
        if np.isnan(value):
            return NO_NUMBER
        return f"{value:.2e}" if 0 < abs(value) < 1e-4 else f"{value:.12g}"
    return escape(printable(str(value)))
