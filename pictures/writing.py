"""Write a picture to a file, completely or not at all, in the format of the file's ending."""

from collections.abc import Callable
from pathlib import Path

from pictures.drawing import paper, raster, vector
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
    path : path of the file, ending in .png, .svg, .pdf or .html

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
    """Return the path, if its ending is a known format.

    Parameters
    ----------
    path : path as given

    Raises
    ------
    InvalidRules
        if the ending is another
    """
    if path.suffix.lower() not in WRITERS:
        raise expected("--output", f"a file name that ends in {either(list(WRITERS))}", str(path))
    return path


def _page(view: View) -> bytes:
    # Imported late, as Bokeh takes a second.
    from pictures.interactive.page import page

    return page(view).encode()


WRITERS: dict[str, Callable[[View], bytes]] = {".png": raster, ".svg": vector, ".pdf": paper, ".html": _page}
