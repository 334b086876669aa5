"""`jeopardice reproduce`: every published number next to ours, paper by paper, and the papers' pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from flows.commands.reproducing.files import ENDINGS, write_dataset, write_markdown
from flows.commands.reproducing.tables import counted, print_paper
from flows.extras import require
from flows.terminal.errors import FAILED as EXIT_FAILED
from solvers.errors import expected
from solvers.published.figure import Figure
from solvers.published.figures import FIGURES
from solvers.published.papers import PAPERS, Paper, paper
from solvers.published.verdict import DIFFERS, Row, judged

console = Console(highlight=False)


@dataclass(frozen=True)
class Written:
    """Files to write besides the table; None for those that are not wanted.

    Attributes
    ----------
    markdown : path of a table in Markdown
    dataset : path of a dataset, .nc or .zarr
    pictures : directory for the papers' pictures
    """

    markdown: str | None = None
    dataset: str | None = None
    pictures: str | None = None


def reproduce(named: str | None, written: Written) -> int:
    """Compute the numbers of one paper or of all, print them, write files; return 0 unless one differs.

    Parameters
    ----------
    named : a paper, such as neller-presser-2004; None for all
    written : files to write

    Raises
    ------
    InvalidRules
        if there is no such paper, the ending of a path is not a known format, or a file is where the
        pictures' directory should be
    ExtraMissing
        if pictures are wanted and Matplotlib is not installed
    """
    papers = PAPERS if named is None else (paper(named),)
    _check(written)
    rows = _all_judged([known for known in FIGURES if known.paper in papers])
    for each in papers:
        if own := [row for row in rows if row.figure.paper == each]:
            print_paper(console, each, own)
    console.print()
    _write(rows, papers, written)
    console.print(counted(rows))
    return EXIT_FAILED if any(row.verdict == DIFFERS for row in rows) else 0


def _check(written: Written) -> None:
    """Refuse invalid paths before anything is computed."""
    if written.dataset is not None and Path(written.dataset).suffix not in ENDINGS:
        raise expected("--dataset", "a path that ends in " + " or ".join(ENDINGS), written.dataset)
    if written.pictures is not None and Path(written.pictures).is_file():
        raise expected("--pictures", "a directory, or a new name", written.pictures, "This is a file.")
    if written.pictures is not None:
        require("pictures", "--pictures")


def _all_judged(figures: Sequence[Figure]) -> list[Row]:
    """Compute the numbers; a terminal shows which one is being computed."""
    rows = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(figures))
        for figure in figures:
            progress.update(task, description=figure.name)
            rows.append(judged(figure))
            progress.advance(task)
    return rows


def _write(rows: Sequence[Row], papers: Sequence[Paper], written: Written) -> None:
    if written.markdown is not None:
        console.print(f"Wrote {write_markdown(rows, written.markdown)}", soft_wrap=True, markup=False)
    if written.dataset is not None:
        console.print(f"Wrote {write_dataset(rows, written.dataset)}", soft_wrap=True, markup=False)
    if written.pictures is not None:
        _draw(papers, Path(written.pictures))


def _draw(papers: Sequence[Paper], directory: Path) -> None:
    # Matplotlib takes a second to import.
    from flows.commands.reproducing.pictures import draw_into, redrawn_of

    for each in papers:
        pictures = redrawn_of(each)
        if not pictures:
            console.print(f"No picture of {each.cited} can be drawn.", soft_wrap=True, markup=False)
        for one in pictures:
            path = draw_into(directory, one)
            console.print(f"Wrote {path}: {one.picture.title} ({one.where}).", soft_wrap=True, markup=False)
