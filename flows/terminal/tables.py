"""Small tables of labelled numbers that fit a terminal: a policy by score, all pairs of thresholds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape
from rich.table import Table

MOST_ROWS = 40
# Successive integer labels are printed this many to a row.
TO_A_ROW = 10
# Smaller numbers are 0.0000 in a table.
LEAST = 0.00005


@dataclass(frozen=True)
class Small:
    """A table that may be printed.

    Parameters
    ----------
    name, long_name, unit : as in the catalogue
    dims : names of its one or two dimensions
    labels : labels of each dimension
    values : array along these
    flags : meanings of codes; empty for numbers
    """

    name: str
    long_name: str
    unit: str
    dims: tuple[str, ...]
    labels: tuple[NDArray[Any], ...]
    values: NDArray[Any]
    flags: tuple[str, ...] = ()


def may_fit(sizes: Sequence[int], width: int) -> bool:
    """Whether an array of these sizes may fit, before its numbers are known."""
    if len(sizes) == 1:
        return 0 < sizes[0] <= MOST_ROWS * TO_A_ROW
    return len(sizes) == 2 and 0 < sizes[0] <= MOST_ROWS and 0 < 2 * sizes[1] <= width


def print_small(small: Small, console: Console) -> bool:
    """Print it if there is room; return whether there was."""
    small = _trimmed(small)
    if not may_fit(small.values.shape, console.width):
        return False
    header, rows = _cells(small)
    end = _without_zeros(small, rows)
    rows, cut = rows[:end], rows[end:]
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    if len(rows) > MOST_ROWS or sum(widths) + len(widths) > console.width:
        return False
    table = Table(box=None, pad_edge=False, padding=(0, 1), collapse_padding=True)
    for name in header:
        table.add_column(escape(name), justify="right", no_wrap=True)
    for label, *cells in rows:
        table.add_row(f"[bold]{escape(label)}[/]", *map(escape, cells))
    unit = "" if small.unit in ("", "1") else f" [{small.unit}]"
    console.print(f"\n{small.name}{unit}: {small.long_name}, {_directions(small)}", markup=False)
    console.print(table)
    if cut:
        console.print(f"From {cut[0][0]} on all are less than {LEAST:.5f}.", markup=False)
    if small.flags:
        console.print(
            ", ".join(
                f"{code} {flag}" for code, flag in enumerate(small.flags) if (small.values == code).any()
            ),
            markup=False,
        )
    return True


def _directions(small: Small) -> str:
    if len(small.dims) == 2:
        return f"{small.dims[0]} down, {small.dims[1]} across"
    return f"by {small.dims[0]}" + (" (row + column)" if _follow(small.labels[0]) else "")


def _cells(small: Small) -> tuple[list[str], list[list[str]]]:
    """Text of the header and of each row, its label first."""
    labels, cells = [[_label(label) for label in own] for own in small.labels], _texts(small.values)
    if len(small.dims) == 2:
        return ["", *labels[1]], [[label, *row] for label, row in zip(labels[0], cells, strict=True)]
    if not _follow(small.labels[0]):
        return ["", ""], [[label, cell] for label, cell in zip(labels[0], cells, strict=True)]
    rows = [[labels[0][start], *cells[start : start + TO_A_ROW]] for start in range(0, len(cells), TO_A_ROW)]
    return ["", *(f"+{place}" for place in range(TO_A_ROW))], [
        row + [""] * (TO_A_ROW + 1 - len(row)) for row in rows
    ]


def _without_zeros(small: Small, rows: Sequence[Sequence[str]]) -> int:
    """Number of rows to print: without those at the end whose chances are too small, if several are."""
    if len(small.dims) == 2 or not _follow(small.labels[0]):
        return len(rows)
    seen = np.flatnonzero(~(np.abs(small.values.astype(float)) < LEAST))
    if small.values.dtype.kind != "f" or not seen.size:
        return len(rows)
    end = 1 + int(seen[-1]) // TO_A_ROW
    return end if end + 1 < len(rows) else len(rows)


def _follow(labels: NDArray[Any]) -> bool:
    """Whether labels are successive integers, and more than one row of them."""
    return len(labels) > TO_A_ROW and labels.dtype.kind in "iu" and bool((np.diff(labels) == 1).all())


def _trimmed(small: Small) -> Small:
    """The table without the padding of ragged cases, which is last along each dimension."""
    kind = small.values.dtype.kind
    filled = (
        ~np.isnan(small.values)
        if kind == "f"
        else small.values != -1
        if kind == "i"
        else np.ones(small.values.shape, bool)
    )
    kept = [_extent(filled, axis) for axis in range(filled.ndim)]
    labels = tuple(own[:size] for own, size in zip(small.labels, kept, strict=True))
    cells = small.values[tuple(slice(size) for size in kept)]
    return Small(small.name, small.long_name, small.unit, small.dims, labels, cells, small.flags)


def _extent(filled: NDArray[np.bool_], axis: int) -> int:
    """One more than the last index along an axis with any number."""
    places: list[int] = np.flatnonzero(filled.any(axis=tuple({*range(filled.ndim)} - {axis}))).tolist()
    return 1 + max(places, default=-1)


def _label(label: Any) -> str:
    return f"{label:g}" if isinstance(label, float) else _texts(np.asarray(label))


def _texts(values: NDArray[Any]) -> Any:
    """Each value as text, in nested lists: four decimals for fractions, none for integers, "" for NaN."""
    digits = 0 if values.dtype.kind == "f" and (values[~np.isnan(values)] % 1 == 0).all() else 4
    words = {True: "yes", False: "no"}

    def text(value: Any) -> str:
        if isinstance(value, bool):
            return words[value]
        return (
            str(value) if not isinstance(value, float) else "" if np.isnan(value) else f"{value:.{digits}f}"
        )

    return np.vectorize(text, otypes=[object])(values.astype(object)).tolist()
