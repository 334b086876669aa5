"""HTML of tables, coverage and messages. All text from a store is escaped."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from browsing.explorer.cells import cells_of, labels_of
from browsing.explorer.contrast import Contrast
from browsing.explorer.overview import Coverage
from browsing.explorer.seeing import MISSING, number
from browsing.explorer.slicing import label_text
from pictures.names import name_of, words_of

MOST_ROWS = 200
# Largest grid, which a browser lays out in 40 ms.
GRID_ROWS, GRID_COLUMNS = 60, 20


def table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]], heads: int = 1) -> str:
    """Return a table in a scrollable frame that the keyboard can focus.

    Parameters
    ----------
    caption : plain text
    header : plain texts, one for each column
    rows : HTML of the cells
    heads : number of first cells in a row that are its headings
    """
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in header)
    body = "".join(
        "<tr>"
        + "".join(f'<th scope="row">{cell}</th>' for cell in row[:heads])
        + "".join(f"<td>{cell}</td>" for cell in row[heads:])
        + "</tr>"
        for row in rows
    )
    label = escape(caption, quote=True)
    return (
        f'<div class="frame" role="region" aria-label="{label}" tabindex="0">'
        f"<table><caption>{label}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def slice_table(values: xr.DataArray, missing: NDArray[np.bool_] | None = None) -> str:
    """Return the table of a slice: a row for each label, or a grid.

    Parameters
    ----------
    values : along at most two dimensions
    missing : cells without an answer, of the slice's shape; None for none
    """
    if not values.dims:
        cell = str(_with_missing(values, missing).item())
        return table(name_of(values), [name_of(values)], [[escape(cell)]], heads=0)
    if values.ndim == 1:
        return _columns(values.dims[0], {name_of(values): values}, name_of(values), missing)
    rows, columns = map(str, values.dims)
    kept = values.isel({rows: slice(GRID_ROWS), columns: slice(GRID_COLUMNS)})
    across = name_of(values[columns])
    caption = f"{name_of(values)}: {name_of(values[rows])} down, {across} across{_left_out(values, kept)}"
    cells = _with_missing(kept, missing)
    lines = [
        [escape(label), *map(escape, map(str, line))]
        for label, line in zip(labels_of(kept[rows]), cells, strict=True)
    ]
    return table(
        caption,
        [f"{words_of(values[rows])} \\ {words_of(values[columns])}", *labels_of(kept[columns])],
        lines,
    )


def point_text(sections: Mapping[str, xr.DataArray]) -> str:
    """Return the number at the point where cross-sections meet, with its labels.

    Parameters
    ----------
    sections : from `cross_sections`
    """
    held = {dim: values[dim] for values in sections.values() for dim in sections if dim not in values.dims}
    along, values = next(iter(sections.items()))
    found = values.isel({along: int((values[along] == held[along]).values.argmax())})
    labels = ", ".join(f"{words_of(held[dim])} {label_text(held[dim].item())}" for dim in sections)
    said = f"{name_of(values)}: {number(values, float(found.item()))}"
    return f'<p class="point"><strong>{escape(said)}</strong> at {escape(labels)}</p>'


def contrast_table(found: Contrast, names: tuple[str, str]) -> str:
    """Return the table of a comparison: a row for each label; for maps, the rows that differ most.

    Parameters
    ----------
    found : the comparison
    names : names of a and of b
    """
    columns = {"a": found.a, "b": found.b, "b - a": found.difference}
    which = f"; a is {names[0]}, b is {names[1]}"
    if found.a.ndim < 2:
        along = found.a.dims[0] if found.a.dims else None
        return _columns(along, columns, f"{name_of(found.a)}{which}")
    flat = {name: values.stack(cell=found.a.dims) for name, values in columns.items()}
    order = abs(flat["b - a"]).fillna(-1).values.argsort(kind="stable")[::-1][:MOST_ROWS]
    rows = []
    cells = {name: cells_of(values.isel(cell=order)) for name, values in flat.items()}
    for place, labels in enumerate(flat["b - a"]["cell"].values[order]):
        texts = [*map(str, labels), *(str(column[place]) for column in cells.values())]
        rows.append([escape(text) for text in texts])
    caption = f"{name_of(found.a)}, largest differences first, {len(rows)} of {found.a.size} cells{which}"
    return table(caption, [*(words_of(found.a[dim]) for dim in found.a.dims), *columns], rows, heads=2)


def coverage_bar(found: Coverage) -> str:
    """Return a bar of done, failed and missing cases, with words.

    Parameters
    ----------
    found : coverage of one sweep
    """
    share = [100 * count / max(1, found.cases) for count in (found.done, found.failed)]
    words = f"{found.done} of {found.cases} cases done"
    words += f", {found.failed} failed" if found.failed else ""
    words += f", {found.missing} missing" if found.missing else ""
    bar = "".join(
        f'<i class="{kind}" style="width:{width:.3g}%"></i>'
        for kind, width in zip(("done", "failed"), share, strict=True)
    )
    return f'<div class="coverage"><div class="bar" aria-hidden="true">{bar}</div><span>{words}</span></div>'


def message(text: str, kind: str = "note") -> str:
    """Return a message in a box.

    Parameters
    ----------
    text : plain text
    kind : "note", or "fault", which screen readers read at once
    """
    role = ' role="alert"' if kind == "fault" else ""
    return f'<p class="message {kind}"{role}>{escape(text)}</p>' if text else ""


def link(href: str, text: str) -> str:
    """Return a link.

    Parameters
    ----------
    href : a query
    text : plain text
    """
    return f'<a href="{escape(href, quote=True)}">{escape(text)}</a>'


def _with_missing(values: xr.DataArray, missing: NDArray[np.bool_] | None) -> NDArray[Any]:
    """Cells as texts, those without an answer marked as missing; the slice may be smaller than `missing`."""
    cells = cells_of(values)
    if missing is not None:
        cells[missing[tuple(slice(length) for length in values.shape)]] = MISSING
    return cells


def _columns(
    along: object,
    columns: dict[str, xr.DataArray],
    caption: str,
    missing: NDArray[np.bool_] | None = None,
) -> str:
    if along is None:
        rows = [[escape(str(cells_of(values).item())) for values in columns.values()]]
        return table(caption, list(columns), rows, heads=0)
    whole = next(iter(columns.values()))
    kept = {name: values.isel({along: slice(MOST_ROWS)}) for name, values in columns.items()}
    first = next(iter(kept.values()))
    texts = [labels_of(first[along]), *(map(str, _with_missing(values, missing)) for values in kept.values())]
    caption += _left_out(whole, first)
    rows = [[escape(text) for text in row] for row in zip(*texts, strict=True)]
    return table(caption, [name_of(first[along]), *columns], rows)


def _left_out(whole: xr.DataArray, kept: xr.DataArray) -> str:
    cut = [
        f"the first {kept.sizes[dim]} of {whole.sizes[dim]} along {dim}"
        for dim in whole.dims
        if kept.sizes[dim] < whole.sizes[dim]
    ]
    return f" ({', '.join(cut)}; others are in a part of your choice, and in the download)" if cut else ""
