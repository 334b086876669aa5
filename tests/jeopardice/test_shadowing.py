"""Files of the user's that bear the names of our packages."""

import subprocess
import sys
from pathlib import Path

import pytest

from flows import PACKAGES


def _import(folder: Path, code: str = "import jeopardice as jp; print(jp.game('pig'))") -> tuple[str, str]:
    """What Python says in that folder, as in a notebook's."""
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    return done.stdout, (done.stderr.splitlines() or [""])[-1]


@pytest.mark.parametrize("name", [name for name in PACKAGES if name != "jeopardice"])
def test_module__of_our_name_is_named_as_the_file_in_the_way(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").write_text("")
    hides = f"./{name}.py hides Jeopardice's own module `{name}`."
    assert _import(tmp_path) == ("", f"ImportError: {hides} Rename it, or start Python elsewhere.")


def test_package__of_our_name_is_named_too(tmp_path: Path) -> None:
    (tmp_path / "storage").mkdir()
    (tmp_path / "storage" / "__init__.py").write_text("")
    assert _import(tmp_path)[1].startswith("ImportError: ./storage/ hides")


def test_module__that_was_imported_before_is_named(tmp_path: Path) -> None:
    (tmp_path / "tasks.py").write_text("")
    assert "./tasks.py hides" in _import(tmp_path, "import tasks, jeopardice")[1]


def test_folder__without_code_does_no_harm(tmp_path: Path) -> None:
    for name in ("storage", "tasks", "flows", "configs", "solvers"):
        (tmp_path / name).mkdir()
    assert _import(tmp_path)[0].startswith("Game('pig'")
