"""Files written by a person, read up to a size limit."""

from pathlib import Path


class TooLarge(ValueError):
    """A file that is too large to be written by hand. Its text gives the limit."""


def read_at_most(path: str | Path, most: int) -> bytes:
    """The bytes of a file.

    Parameters
    ----------
    path : path of the file
    most : greatest size in bytes, some millions

    Raises
    ------
    TooLarge
        if it is larger; no more than `most` is read
    OSError
        if the system refuses
    """
    with Path(path).open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise TooLarge(f"a file of at most {most / 1e6:g} MB")
    return content
