"""What pages are made of besides numbers: the page itself, and what it does, each in a file of its own."""

from importlib.resources import files


def part(path: str) -> str:
    """A file beside this one.

    Parameters
    ----------
    path : from here
    """
    return files("pictures.interactive").joinpath(path).read_text(encoding="utf-8")


def script(name: str) -> str:
    """What a page does.

    Parameters
    ----------
    name : of the script
    """
    return part(f"scripts/{name}.js")
