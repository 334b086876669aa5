"""Tables of the runs and failures of a sweep, and of cases that differ."""

import math
from html import escape
from typing import Any

import xarray as xr

from browsing.explorer.address import LINE, Address
from browsing.explorer.case_by_case import Apart, CaseByCase
from browsing.explorer.failures import causes, failures
from browsing.explorer.markup import MOST_ROWS, link, message, table
from browsing.explorer.runs import answers_by_run, runs_of
from browsing.explorer.slicing import label_text
from solvers.wording.counts import some
from storage.history import Commit


def runs_table(dataset: xr.Dataset, history: list[Commit], address: Address) -> str:
    """Return the table of runs, newest first, with links to their states and changes.

    Parameters
    ----------
    dataset : from `open_sweep` with its record
    history : commits of the sweep, newest first
    address : address of the page
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
                f'<span class="whole">{run.ended:%Y-%m-%d %H:%M:%S}</span>',
                str(run.commits),
                str(run.cases),
                escape(run.by),
                escape(run.code),
                f"<code>{escape(run.snapshot[:8])}</code>",
                link(against.query(), "compare with it"),
            ]
        )
    return f'<div class="words">{table("Runs that wrote to the sweep, newest first", header, rows)}</div>'


def failures_table(dataset: xr.Dataset) -> str:
    """Return the table of failed cases with their errors, or a sentence if there are none.

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


def cases_table(found: CaseByCase | None, address: Address) -> str:
    """Return the table of the cases that differ most, each with a link to its cells.

    Parameters
    ----------
    found : the comparison; None if no case can be common
    address : address of the page
    """
    heading = "<h3>Case by case</h3>"
    if found is None:
        return heading + message("The two run along other names: no case of one is a case of the other.")
    said = heading + message(_left_out(found))
    if not found.rows:
        words = f"{some(found.compared, 'case')} that both have: the answers are the same in all."
        return said + (message(words) if found.compared else "")
    header = [
        *found.axes,
        *["largest difference"] * (not found.codes),
        *["where"] * bool(found.dims),
        "a",
        "b",
    ]
    header += ["cells that differ"] * bool(found.dims)
    listed = f", the {len(found.rows)} that differ most" if len(found.rows) < found.differ else ""
    caption = f"{found.differ} of {some(found.compared, 'case')} that both have differ{listed}"
    rows = [_apart(case, found, address) for case in found.rows]
    return said + table(caption, header, rows, heads=len(found.axes))


def _left_out(found: CaseByCase) -> str:
    """Which cases were not compared, in words; "" if all were."""
    if found.compared == found.shared:
        return "" if found.shared else "There is no case that both have an answer to."
    diff = "`jeopardice diff` compares all, in a terminal."
    if not found.compared:
        return f"One case is more than is quickly read, so that none was compared. {diff}"
    return f"The first {found.compared} of {found.shared} cases, as reading all would take long. {diff}"


def _apart(case: Apart, found: CaseByCase, address: Address) -> list[str]:
    first, *others = case.labels
    own = {dim: text for dim, text in address.labels.items() if dim in found.dims}
    plotted = {name: "" for name in ("x", "y") if not {address.x, address.y} <= {*found.dims, LINE}}
    to = address.but(labels={**dict(zip(found.axes, case.labels, strict=True)), **own}, point={}, **plotted)
    cells = [link(to.query(), first) if found.dims else escape(first), *map(escape, others)]
    if not found.codes:
        infinite = math.isinf(case.largest)
        cells.append("only one has a number" if infinite else f"{case.largest:.6g}")
    both = [escape(case.a), escape(case.b)]
    if not found.dims:
        return cells + both
    where = ", ".join(f"{dim} {text}" for dim, text in zip(found.dims, case.at, strict=True))
    return [*cells, escape(where), *both, str(case.cells)]


def _cell(cell: Any) -> str:
    return escape(label_text(cell))
