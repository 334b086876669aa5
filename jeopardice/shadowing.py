"""Detect a user's modules that hide our packages, before any of our packages is imported."""

import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def refuse_others(names: Iterable[str]) -> None:
    """Raise an error if Python would import a user's file in place of one of our packages.

    A folder without `__init__.py` does no harm: Python prefers our package.

    Parameters
    ----------
    names : names of our packages

    Raises
    ------
    ImportError
        if one of them is hidden; the error names the user's file
    """
    for name in names:
        found = _in_the_way(name)
        if found is not None:
            remedy = "Rename it, or start Python elsewhere."
            text = f"{_shown(found)} hides Jeopardice's own module `{name}`. {remedy}"
            raise ImportError(text, name=name, path=str(found))


def _in_the_way(name: str) -> Path | None:
    """The file or folder that Python imports instead of our package; None if it imports ours."""
    imported = sys.modules.get(name)
    spec = PathFinder.find_spec(name) if imported is None else imported.__spec__
    place = _place(spec)
    return None if place is None or place.parent == HERE else place


def _place(spec: ModuleSpec | None) -> Path | None:
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin).resolve()
    return file.parent if spec.submodule_search_locations is not None else file


def _shown(place: Path) -> str:
    """The path relative to the working directory, if it is inside."""
    folder = "/" if place.is_dir() else ""
    try:
        return f"./{place.relative_to(Path.cwd().resolve())}{folder}"
    except ValueError:
        return f"{place}{folder}"
