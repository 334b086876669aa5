"""Notebooks, the page of the Python interface, and the papers' terms in the glossary.

`make docs` runs the notebooks; `test_site` builds the site as it does and looks at what came of them.
"""

import ast
import inspect
import re
import sys
from pathlib import Path

import pytest

import jeopardice

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
NOTEBOOKS = (
    *sorted(set(DOCS.glob("notebooks/*.md")) - {DOCS / "notebooks/index.md"}),
    DOCS / "five-equations.md",
)
FRONT = "---\nfile_format: mystnb\nkernelspec:\n  name: python3\n  display_name: Python 3\n---\n\n# "


def cells(text: str) -> list[str]:
    """The code of a notebook, cell by cell."""
    found = re.findall(r"^```\{code-cell\} ipython3\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [re.sub(r"\A:tags:.*\n", "", cell).strip().removesuffix(";") for cell in found]


def test_notebooks__are_the_six_of_the_list_and_the_way_into_the_mathematics() -> None:
    listed = re.findall(
        r"^\| \[.*?\]\((.*?)\)", (DOCS / "notebooks/index.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(listed) >= 6
    assert sorted(listed) == sorted(path.name for path in NOTEBOOKS[:-1])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook__can_be_run_and_downloaded(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith(FRONT)
    assert f"{{nb-download}}`{path.stem}.ipynb`" in text
    code = cells(text)
    assert len(code) == text.count("{code-cell}") >= 5
    for cell in code:
        ast.parse(cell)
    assert any("import jeopardice as jp" in cell for cell in code)
    assert any("assert " in cell for cell in code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook__types_no_chance_that_it_computes(path: Path) -> None:
    """A number with digits after the point stands in code or in its output, where it cannot become old."""
    prose = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert re.findall(r"\d+\.\d+", prose) == []


@pytest.fixture
def python_page(monkeypatch: pytest.MonkeyPatch) -> str:
    """The page of the Python interface, as `make docs` makes it."""
    monkeypatch.syspath_prepend(DOCS / "generate")
    import python_page

    [(name, text)] = python_page.pages()
    for module in ("in_markdown", "python_page"):
        monkeypatch.delitem(sys.modules, module)
    assert name == "python"
    return text


def test_python_page__has_all_that_is_public(python_page: str) -> None:
    parts = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", python_page, re.DOTALL | re.MULTILINE))
    for name in jeopardice.__all__:
        own = getattr(jeopardice, name)
        if inspect.isfunction(own):
            taken = list(inspect.signature(own).parameters)
            told = re.findall(r"^\| `(\w+)` \| `.*` \| .{8,} \|$", parts[name], re.MULTILINE)
            assert told[: len(taken)] == taken, name
            assert "**Example**\n\n```python\n>>> " in parts[name], name
            assert "doctest" not in parts[name]
        elif issubclass(own, Exception):
            assert f"| `{name}` | " in parts["Errors"]
        else:
            assert f"The class {name}" in parts


def test_glossary__maps_terms_of_papers_to_names_that_there_are() -> None:
    from solvers.catalog import QUESTIONS
    from solvers.contests.contest import CONTESTS
    from solvers.players.language.named import is_named
    from solvers.questions.games import GAMES

    glossary = (DOCS / "glossary.md").read_text("utf-8")
    terms, sources = glossary.split("## The papers' terms")[1].split("## Games")[0].split("### Sources")
    rows = [
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in terms.splitlines() if "|" in line
    ]
    known = {"best", "optimal", "hold at 20", "jeopardice reproduce", *QUESTIONS, *CONTESTS, *GAMES}
    known |= {
        own.name for question in QUESTIONS.values() for own in (*question.outputs, *question.dimensions)
    }
    assert len(rows) >= 20
    for term, _, here, _ in rows[2:]:
        named = re.findall("`([^`]+)`", here)
        assert named, term
        assert [name for name in named if name not in known and not is_named(name)] == [], term
    cited = {name for row in rows[2:] for name in row[3].split(", ")}
    listed = re.findall(
        r"^- (.*?): ", sources.replace("NP 2004, NP 2010:", "NP 2004: \n- NP 2010:"), re.MULTILINE
    )
    assert cited == set(listed)
