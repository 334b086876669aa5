"""Runs and failures of a sweep as tables."""

from html import escape
from typing import Any

import xarray as xr

from flows.explorer.address import Address
from flows.explorer.failures import causes, failures
from flows.explorer.markup import MOST_ROWS, link, message, table
from flows.explorer.runs import answers_by_run, runs_of
from flows.explorer.slicing import label_text
from flows.words import some
from storage.history import Commit


def runs_table(dataset: xr.Dataset, history: list[Commit], address: Address) -> str:
    """The runs, newest first, each with links to its state and to what it changed.

    Parameters
    ----------
    dataset : from `open_sweep` with its record
    history : commits of the sweep, newest first
    address : of the page
    """
    header = [
        "run",
        "last commit (UTC)",
        "commits",
        "answers there now",
        "by",
        "code",
        "snapshot",
        "difference",
    ]
    rows = []
    for run in runs_of(history, answers_by_run(dataset))[:MOST_ROWS]:
        values = address.but(view="values", at=run.name)
        against = address.but(view="compare", other=address.sweep, other_at=run.name, at="")
        rows.append(
            [
                link(values.query(), run.name),
                f"{run.ended:%Y-%m-%d %H:%M:%S}",
                str(run.commits),
                str(run.cases),
                escape(run.by),
                escape(run.code),
                f"<code>{run.snapshot[:8]}</code>",
                link(against.query(), "compare with it"),
            ]
        )
    return f'<div class="words">{table("Runs that wrote to the sweep, newest first", header, rows)}</div>'


def failures_table(dataset: xr.Dataset) -> str:
    """The cases that failed with their errors, or that there are none.

    Parameters
    ----------
    dataset : from `open_sweep` with its record
    """
    rows = failures(dataset)
    if rows.empty:
        return message("No case has failed.")
    counted = [[escape(error), str(number)] for error, number in causes(rows)[:MOST_ROWS]]
    shown = [[_cell(cell) for cell in row] for row in rows.head(MOST_ROWS).itertuples(index=False)]
    caption = f"{some(len(rows), 'failed case')}" + (
        f", the first {MOST_ROWS}" if len(rows) > MOST_ROWS else ""
    )
    found = [table("Errors, the most frequent first", ["error", "cases"], counted, heads=0)] * (
        len(counted) > 1
    )
    found.append(table(caption, list(map(str, rows.columns)), shown, heads=len(rows.columns) - 3))
    return f'<div class="words">{"<br>".join(found)}</div>'


def _cell(cell: Any) -> str:
    return escape(label_text(cell))
