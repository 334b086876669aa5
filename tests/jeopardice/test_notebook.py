"""A notebook that solves, sweeps, runs and draws, executed as Jupyter does."""

from pathlib import Path
from typing import Any

import pytest

CELLS = (
    "import jeopardice as jp",
    'ds = jp.solve("pig", players="best, hold at 4", goal=10)\nds',
    'jp.sweep("pig", players="best, hold at {n}", n=range(2, 6), goal=10).win_probability',
    'stored = jp.run("small.yaml", "kept")\nstored',
    "jp.plot(ds)",
    "jp.plot(stored)",
    "jp.plot(ds, interactive=True)",
    'jp.questions("pig", players=2)',
    'jp.advise("pig", banked=3, opponent=2, turn_total=4, goal=10)',
    'try:\n    jp.solve("pgi")\nexcept jp.InvalidRules as error:\n    print(error)',
)
SWEEP = """\
name: small
title: Small races of Pig
game: pig
axes: {goal: [5, 6, 7]}
keep: [win_probability, hold_at]
"""


@pytest.mark.long
def test_notebook__solves_sweeps_runs_and_draws(tmp_path: Path) -> None:
    # Of the extra `docs`.
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    (tmp_path / "small.yaml").write_text(SWEEP)
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    nbclient.NotebookClient(
        book, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    solved, swept, ran, drawn, drawn_too, page, asked, advised, refused = map(_shown, book.cells[1:])
    assert "xarray.Dataset" in solved["text/html"]
    assert "4/4" in swept["stderr"]
    assert "xarray.DataArray" in swept["text/html"]
    assert "3 cases done" in ran["stdout"]
    assert ran["stderr"] == ""
    assert all("image/png" in cell for cell in (drawn, drawn_too))
    assert "<iframe" in page["text/html"]
    assert "<table" in asked["text/html"]
    assert advised["text/plain"]
    assert refused["stdout"].startswith("game: expected one of")


def _shown(cell: Any) -> dict[str, str]:
    """What a cell shows at its end, by kind; and what it prints, by stream."""
    shown = {"stdout": "", "stderr": ""}
    for output in cell.outputs:
        if output.output_type == "stream":
            shown[output.name] += output.text
        elif not cell.source.startswith("jp.plot") and output.output_type == "display_data":
            # Rich prints so in a notebook.
            shown["stdout"] += output.data["text/plain"]
        else:
            shown |= output.data
    return shown
