"""Modules of the user's that bear the names of ours, found before any of ours is imported."""

import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def refuse_others(names: Iterable[str]) -> None:
    """Refuse to go on where Python takes a file of the user's for a package of ours.

    A folder without `__init__.py` is none of these: Python prefers ours.

    Parameters
    ----------
    names : of our packages

    Raises
    ------
    ImportError
        if one of them is hidden; it names the file in the way
    """
    for name in names:
        found = _in_the_way(name)
        if found is not None:
            remedy = "Rename it, or start Python elsewhere."
            text = f"{_shown(found)} hides Jeopardice's own module `{name}`. {remedy}"
            raise ImportError(text, name=name, path=str(found))


def _in_the_way(name: str) -> Path | None:
    """The file, or the folder, that is imported in the place of ours; None if it is ours."""
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
    """The path as a person writes it, from where Python was started."""
    folder = "/" if place.is_dir() else ""
    try:
        return f"./{place.relative_to(Path.cwd().resolve())}{folder}"
    except ValueError:
        return f"{place}{folder}"
