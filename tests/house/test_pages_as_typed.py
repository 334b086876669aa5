"""The tutorial and the how-to pages: their files and commands, as a reader would type them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# In this order in one directory: the operator looks after the store of the researcher.
PAGES = ("tutorial", "how-to/researcher", "how-to/teacher", "how-to/designer", "how-to/operator")
# A game goes on until somebody ends it.
ENDLESS = "play"


def commands(page: str) -> list[str]:
    """What the page has its reader type, but for what never ends."""
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    lines = re.findall(r"^\$ (jeopardice .*)$", "\n".join(blocks), re.MULTILINE)
    return [line for line in lines if line.split()[1] != ENDLESS]


def files(page: str) -> dict[str, str]:
    """What the page has its reader save, by the name that stands before it."""
    return dict(re.findall(r"`(\w+\.yaml)`:\n\n```yaml\n(.*?)```", page, re.DOTALL))


@pytest.mark.long
@pytest.mark.timeout(2400)
def test_pages__commands_run_as_typed(tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(DOCS)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "COLUMNS": "80", "PATH": path}
    for name in PAGES:
        page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        for file, text in files(page).items():
            (tmp_path / file).write_text(text, encoding="utf-8")
        typed = commands(page)
        assert len(typed) >= 4, name
        for line in typed:
            done = subprocess.run(
                ["bash", "-c", line],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{name}: {line}\n{done.stderr}"
            assert done.stdout, f"{name}: {line}"


def test_tutorial__has_the_files_that_its_commands_name() -> None:
    page = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    named = {word for line in commands(page) for word in line.split() if word.endswith(".yaml")}
    assert named == set(files(page))
