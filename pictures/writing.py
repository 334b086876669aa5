"""Write a picture to a file, whole or not at all, in the format that the file's ending says."""

from collections.abc import Callable
from pathlib import Path

from pictures.drawing import raster, vector
from pictures.view import View
from solvers.errors import expected
from solvers.wording.counts import either
from storage.access import worded
from storage.aside import made_aside


def write(view: View, path: Path) -> None:
    """Draw a view into a file.

    Parameters
    ----------
    view : from `pictures.view`
    path : ends in .png, .svg or .html

    Raises
    ------
    InvalidRules
        if the ending is another
    Unwritable
        if the disk is full or refuses
    """
    content = WRITERS[checked(path).suffix.lower()](view)
    with worded("--output", path), made_aside(path) as partial:
        partial.write_bytes(content)


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
        raise expected("--output", f"a file name that ends in {either(list(WRITERS))}", str(path))
    return path


def _page(view: View) -> bytes:
    # Bokeh takes a second to import.
    from pictures.interactive.page import page

    return page(view).encode()


WRITERS: dict[str, Callable[[View], bytes]] = {".png": raster, ".svg": vector, ".html": _page}
