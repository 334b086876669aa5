"""`jeopardice reproduce`: every published figure beside ours, in one table."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from flows.commands.reproduced_files import ENDINGS, write_dataset, write_markdown
from flows.terminal.errors import FAILED as EXIT_FAILED
from solvers.errors import expected
from solvers.published.figures import FIGURES
from solvers.published.verdict import AGREES, DIFFERS, EXPLAINED, NOT_REPRODUCED, Row, judged, shown

console = Console(highlight=False)
# As many as fit four columns into 80 characters.
DECIMALS = 12
COLOURS = {AGREES: "green", EXPLAINED: "yellow", NOT_REPRODUCED: "yellow", DIFFERS: "bold red"}


def reproduce_all(markdown: str | None, dataset: str | None) -> int:
    """Compute every figure, print the table, write it where that is asked for; return 0 unless one differs.

    Raises
    ------
    InvalidRules
        if the dataset's path has an ending that says no format
    """
    if dataset is not None and Path(dataset).suffix not in ENDINGS:
        raise expected("--dataset", "a path that ends in " + " or ".join(ENDINGS), dataset)
    rows = _all_judged()
    console.print(_table(rows))
    for row in rows:
        if row.note:
            console.print(f"{row.figure.id}: {row.note}", soft_wrap=True, markup=False)
    if markdown is not None:
        console.print(f"Wrote {write_markdown(rows, markdown)}", soft_wrap=True, markup=False)
    if dataset is not None:
        console.print(f"Wrote {write_dataset(rows, dataset)}", soft_wrap=True, markup=False)
    counted = {verdict: sum(row.verdict == verdict for row in rows) for verdict in COLOURS}
    console.print(
        f"{len(rows)} figures; "
        + ", ".join(f"{verdict} {count}" for verdict, count in counted.items() if count)
        + "."
    )
    return EXIT_FAILED if counted[DIFFERS] else 0


def _all_judged() -> list[Row]:
    """Compute all figures, saying which one on a terminal."""
    rows = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(FIGURES))
        for figure in FIGURES:
            progress.update(task, description=figure.id)
            rows.append(judged(figure))
            progress.advance(task)
    return rows


def _table(rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("figure", "published", "computed", "apart", "verdict"):
        table.add_column(name, overflow="fold", no_wrap=name in ("figure", "apart", "verdict"))
    for row in rows:
        table.add_row(row.figure.id, *shown(row, DECIMALS), f"[{COLOURS[row.verdict]}]{row.verdict}[/]")
    return table
