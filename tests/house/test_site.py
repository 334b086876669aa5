"""The site of the docs: it builds without a warning, has no dead link, and loads nothing from elsewhere."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
GENERATE = ROOT / "docs" / "generate"
# What the pages include or link to, outside their own folder.
BESIDE = ("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "SECURITY.md")


def module(name: str) -> ModuleType:
    """A module of `docs/generate`, which is no package."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", GENERATE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def links_of(site: Path, **pages: str) -> list[str]:
    """What is found wrong in a site of these pages."""
    for name, text in pages.items():
        (site / f"{name}.html").write_text(text, encoding="utf-8")
    return module("links").problems(site)


def test_links__that_lead_somewhere_are_right(tmp_path: Path) -> None:
    there = '<a href="other.html#part">1</a> <a href="#own">2</a> <a href="https://example.org">3</a>'
    assert links_of(tmp_path, page=f'<p id="own">{there}</p>', other='<h1 id="part"></h1>') == []


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ('<a href="gone.html">1</a>', "gone.html: no such file"),
        ('<a href="#gone">1</a>', "#gone: no such heading"),
        ('<img src="gone.png">', "gone.png: no such file"),
        ('<script src="https://a.org/a.js"></script>', "https://a.org/a.js: loaded from elsewhere"),
        ('<link href="//example.org/a.css">', "//example.org/a.css: loaded from elsewhere"),
    ],
)
def test_links__that_lead_nowhere_or_load_from_elsewhere_are_found(
    tmp_path: Path, link: str, wrong: str
) -> None:
    assert links_of(tmp_path, page=link) == [f"page.html: {wrong}"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built from a copy of the docs as `make docs` builds it."""
    pytest.importorskip("sphinx", reason="`make docs` installs Sphinx")
    house = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "docs", house / "docs", ignore=shutil.ignore_patterns("reference", "__pycache__"))
    shutil.copytree(ROOT / "configs", house / "configs")
    for name in BESIDE:
        shutil.copy(ROOT / name, house / name)
    recipe = (ROOT / "Makefile").read_text().split("\ndocs:")[1].split("\n\n")[0]
    commands = [line.strip().replace("$(BIN)/python", sys.executable) for line in recipe.splitlines()[1:]]
    assert any(" -W " in line for line in commands)
    for line in commands:
        done = subprocess.run(line.split(), cwd=house, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return house / "site"


@pytest.mark.long
@pytest.mark.timeout(2400)
def test_site__builds_without_warnings_and_dead_links(site: Path) -> None:
    assert (site / "index.html").is_file()
    assert module("links").problems(site) == []


@pytest.mark.long
def test_site__writes_formulas_that_need_no_script(site: Path) -> None:
    text = (site / "mathematics.html").read_text(encoding="utf-8")
    assert text.count("<math") > 500
    # What is left outside of formulas has no TeX.
    assert re.findall(r"\\[a-z]+", re.sub(r"<math.*?</math>|<[^>]*>", "", text, flags=re.DOTALL)) == []


@pytest.mark.long
def test_reference__has_every_question_and_every_command(site: Path) -> None:
    from typer.main import get_command

    from flows.cli import app
    from solvers.catalog import QUESTIONS

    pages = [path.read_text("utf-8") for path in (site / "reference" / "questions").glob("*.html")]
    shown = re.sub("<[^>]*>", "", "".join(pages))
    assert [name for name in QUESTIONS if f"jeopardice solve {name}" not in shown] == []
    # Some are of groups that have no name of their own.
    named = vars(get_command(app))["commands"]
    assert {path.stem for path in (site / "reference" / "commands").glob("*.html")} == {*named, "index"}


@pytest.mark.long
def test_notebooks__are_run_and_can_be_downloaded_with_their_outputs(site: Path) -> None:
    names = {path.stem for path in (ROOT / "docs" / "notebooks").glob("*.md")} - {"index"} | {
        "five-equations"
    }
    downloads = {path.stem: json.loads(path.read_text("utf-8")) for path in site.glob("_downloads/*/*.ipynb")}
    assert set(downloads) == names
    for name, notebook in downloads.items():
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1)), name
        assert sum(bool(cell["outputs"]) for cell in code) >= 4, name
