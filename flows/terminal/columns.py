"""Columns of cells in a terminal: folded, or continued below if there is no room."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

# Spaces between two columns.
GAP = 2
Columns = Mapping[str, Sequence[str]]


def print_columns(labels: Columns, numbers: Columns, console: Console) -> None:
    """Print columns, in several parts if they are too many; each part begins with the labels.

    Parameters
    ----------
    labels : cells that identify a row, by their headings
    numbers : the other cells, by their headings
    console : the console
    """
    for place, part in enumerate(_parts(labels, numbers, console.width)):
        if place:
            console.print()
        columns = {**labels, **part}
        listing = listing_of(*columns)
        for row in zip(*columns.values(), strict=True):
            listing.add_row(*row)
        console.print(listing)


def listing_of(*columns: str, whole: Sequence[str] = ()) -> Table:
    """A table that a narrow terminal folds, except for columns that are meant to be copied."""
    listing = Table(box=None, pad_edge=False)
    for name in columns:
        listing.add_column(name, overflow="fold", no_wrap=name in whole)
    return listing


def _parts(labels: Columns, numbers: Columns, width: int) -> Iterator[Columns]:
    """As many columns at a time as there is room for, at least one."""
    part: dict[str, Sequence[str]] = {}
    for head, cells in numbers.items():
        if part and _width({**labels, **part, head: cells}) > width:
            yield part
            part = {}
        part[head] = cells
    yield part


def _width(columns: Columns) -> int:
    return sum(GAP + max(map(_length, (head, *cells))) for head, cells in columns.items()) - GAP


def _length(cell: str) -> int:
    """Printed width of a cell, which may have markup."""
    return Text.from_markup(cell).cell_len
