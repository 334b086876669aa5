"""Files that a person has written, read as far as such a file may go."""

from pathlib import Path


class TooLarge(ValueError):
    """A file that nobody has written by hand. Its text says how large one may be."""


def read_at_most(path: str | Path, most: int) -> bytes:
    """The bytes of a file.

    Parameters
    ----------
    path : of the file
    most : bytes that it may have, millions of them

    Raises
    ------
    TooLarge
        if it has more, of which no more is read
    OSError
        if the system refuses
    """
    with Path(path).open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise TooLarge(f"a file of at most {most / 1e6:g} MB")
    return content
