"""The badges of the README say what the project is."""

import re
import runpy
from pathlib import Path

HERE = Path(__file__).parents[2]


def test_badges__are_those_of_the_project_and_the_readme_shows_them() -> None:
    drawn: dict[str, str] = runpy.run_path(str(HERE / "docs/badges.py"))["badges"]()
    kept = {path.name: path.read_text(encoding="utf-8") for path in (HERE / "docs/badges").iterdir()}
    assert kept == drawn, "run: python docs/badges.py"
    said = {name: re.findall(r"<title>(.+): (.+)</title>", svg)[0] for name, svg in drawn.items()}
    shown = re.findall(r"!\[(.+?): (.+?)\]\(docs/badges/(.+?)\)", (HERE / "README.md").read_text())
    # A sentence begins with a capital letter.
    assert {name: (label.lower(), says) for label, says, name in shown} == {
        name: (label.lower(), says) for name, (label, says) in said.items()
    }
