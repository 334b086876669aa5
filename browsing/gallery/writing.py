"""Replace a whole folder at once: readers see the old one or the new one.

The folder lists its own files, so that it is recognised as ours, and no file of the user's in it is lost.
"""

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from solvers.errors import expected
from storage.access import refuse_unwritable, worded
from storage.replacing import aside, replace_directory

LIST = "gallery.json"
MAKER = "jeopardice gallery"


def refuse_others(directory: Path) -> None:
    """Refuse a directory that has other files than ours, or that cannot be replaced.

    Parameters
    ----------
    directory : absolute path of the gallery; it may be missing

    Raises
    ------
    InvalidRules
        if it is no directory, has a file of the user's, or contains the working directory
    Unwritable
        if it cannot be written
    """
    rule, remedy = "a new or empty directory, or a gallery from before", "Choose another directory."
    # A broken link is in the way, too.
    if os.path.lexists(directory) and not directory.is_dir():
        raise expected("DIR", rule, str(directory), remedy)
    if Path.cwd().is_relative_to(directory):
        raise expected("DIR", "a directory that is not around this one", str(directory), "Name ./gallery.")
    ours = _listed(directory)
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        if not path.is_dir() and name not in ours:
            raise expected("DIR", rule, f"{directory} with {name} in it", remedy)
    refuse_unwritable("DIR", directory.parent)


def write_folder(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write these files and no others; an older gallery is replaced when the new one is complete.

    Parameters
    ----------
    directory : absolute path
    files : contents by path, with slashes

    Raises
    ------
    InvalidRules
        if there is something else than a gallery
    Unwritable
        if the disk refuses
    """
    refuse_others(directory)
    partial = aside(directory)
    listed = {"made_by": MAKER, "files": sorted([*files, LIST])}
    content = {**files, LIST: (json.dumps(listed, indent=1) + "\n").encode()}
    with worded("DIR", directory):
        try:
            for name, written in content.items():
                path = partial / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(written)
            replace_directory(directory, partial)
        finally:
            shutil.rmtree(partial, ignore_errors=True)


def _listed(directory: Path) -> set[str]:
    """The files that an earlier gallery lists as its own; empty if it is no gallery."""
    try:
        told = json.loads((directory / LIST).read_bytes())
        return set(told["files"]) if told["made_by"] == MAKER else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()
