"""Columns of cells as a terminal has room for them: folded, or what has no room beside the others below."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

# Between two columns.
GAP = 2
Columns = Mapping[str, Sequence[str]]


def print_columns(labels: Columns, numbers: Columns, console: Console) -> None:
    """Print columns, in several parts if they are too many; each part begins with the labels.

    Parameters
    ----------
    labels : cells that say which row it is, by their heads
    numbers : the other cells, by theirs
    console : that is printed on
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
    """A table that a narrow terminal folds, except the columns that are to be copied whole."""
    listing = Table(box=None, pad_edge=False)
    for name in columns:
        listing.add_column(name, overflow="fold", no_wrap=name in whole)
    return listing


def _parts(labels: Columns, numbers: Columns, width: int) -> Iterator[Columns]:
    """As many columns at a time as have room, at least one."""
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
    """How wide it is printed, as cells may have markup."""
    return Text.from_markup(cell).cell_len
