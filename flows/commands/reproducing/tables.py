"""The published numbers of each paper on a terminal: name, source, both numbers, verdict, and reason."""

from collections.abc import Sequence
from textwrap import wrap

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from solvers.published.papers import Paper
from solvers.published.verdict import AGREES, DIFFERS, EXPLAINED, NOT_REPRODUCED, Row, shown
from solvers.wording.counts import begun

# Most rows: four columns fit into 80 characters.
DECIMALS = 12
COLOURS = {AGREES: "green", EXPLAINED: "yellow", NOT_REPRODUCED: "yellow", DIFFERS: "bold red"}
# Widths in characters: of a line; of the columns published, computed and verdict; of an indent.
MOST, NUMBERS, VERDICT, INDENT = 100, 16, 18, 2


def print_paper(console: Console, paper: Paper, rows: Sequence[Row]) -> None:
    """Print a paper's numbers next to ours: two lines each, and more if they differ.

    Parameters
    ----------
    console : the console
    paper : the paper
    rows : its numbers, each with the result of the comparison
    """
    width = min(console.width, MOST)
    console.print(f"\n[bold]{escape(paper.cited)}[/]  [dim]{paper.id}[/]", soft_wrap=True)
    for line in wrap(paper.title, width):
        console.print(f"[italic]{escape(line)}[/]", soft_wrap=True)
    console.print()
    console.print(_numbers(width, "[dim]where[/]", "[dim]printed[/]", "[dim]computed[/]", "[dim]verdict[/]"))
    for row in rows:
        _print_row(console, row, width)


def counted(rows: Sequence[Row]) -> str:
    """The number of figures by verdict, as a sentence."""
    count = {verdict: sum(row.verdict == verdict for row in rows) for verdict in COLOURS}
    said = [
        f"{count[AGREES]} agree" + ("s" if count[AGREES] == 1 else ""),
        f"{count[EXPLAINED]} differ" + ("s" if count[EXPLAINED] == 1 else "") + " for a known reason",
        f"{count[NOT_REPRODUCED]} could not be reproduced",
        f"{count[DIFFERS]} differ" + ("s" if count[DIFFERS] == 1 else "") + " for no known reason",
    ]
    told = [words for words in said if not words.startswith("0 ")]
    return f"{len(rows)} figure{'' if len(rows) == 1 else 's'}: {', '.join(told)}."


def _print_row(console: Console, row: Row, width: int) -> None:
    for line in wrap(row.figure.name, width):
        console.print(line, soft_wrap=True, markup=False)
    numbers = shown(row, DECIMALS)
    verdict = f"[{COLOURS[row.verdict]}]{row.verdict}[/]"
    where = f"[dim]{escape(row.figure.where)}[/]"
    console.print(_numbers(width, where, numbers.published, numbers.computed, verdict))
    for line in wrap(begun(row.note), width - 2 * INDENT):
        console.print(f"{' ' * 2 * INDENT}{line}", soft_wrap=True, markup=False)


def _numbers(width: int, *cells: str) -> Table:
    """The second line of a figure, with its columns aligned with all others."""
    table = Table.grid(padding=(0, 1, 0, 0))
    rest = width - INDENT - 2 * NUMBERS - VERDICT - 4
    for columns in (INDENT, rest, NUMBERS, NUMBERS, VERDICT):
        table.add_column(width=max(columns, 1), overflow="fold")
    table.add_row("", *cells)
    return table
