"""Write a picture to a file, whole or not at all, in the format that the file's ending says."""

import os
from collections.abc import Callable
from pathlib import Path

from flows.pictures.drawing import raster, vector
from flows.pictures.view import View
from solvers.errors import expected


def write(view: View, path: Path) -> None:
    """Draw a view into a file.

    Parameters
    ----------
    view : from `flows.pictures.view`
    path : ends in .png, .svg or .html

    Raises
    ------
    InvalidRules
        if the ending is another
    """
    content = WRITERS[checked(path).suffix.lower()](view)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    partial.write_bytes(content)
    os.replace(partial, path)


def checked(path: Path) -> Path:
    """The path, if pictures are written in its format.

    Parameters
    ----------
    path : as it was said

    Raises
    ------
    InvalidRules
        if its ending is none of them
    """
    if path.suffix.lower() not in WRITERS:
        raise expected(
            "--output", "an ending among " + ", ".join(WRITERS), str(path), "The ending says the format."
        )
    return path


def _page(view: View) -> bytes:
    # Bokeh takes a second to import.
    from flows.pictures.interactive.page import page

    return page(view).encode()


WRITERS: dict[str, Callable[[View], bytes]] = {".png": raster, ".svg": vector, ".html": _page}
