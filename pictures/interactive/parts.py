"""The parts of pages besides numbers: the template and the scripts, each in a file of its own."""

from importlib.resources import files


def part(path: str) -> str:
    """Return the text of a file beside this one.

    Parameters
    ----------
    path : relative path
    """
    return files("pictures.interactive").joinpath(path).read_text(encoding="utf-8")


def script(name: str) -> str:
    """Return a script of pages.

    Parameters
    ----------
    name : name of the script
    """
    return part(f"scripts/{name}.js")
