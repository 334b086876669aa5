"""What may be wrong with a file of a store, and how bad it is."""

from dataclasses import dataclass
from enum import IntEnum

import icechunk

from storage.access import lasting
from storage.damage import ROTTEN, Unreadable, cause, file_of, is_missing, sentence_of
from storage.errors import StoreError
from storage.layout import Index
from storage.repository import Store

# What a chunk's codecs raise for other bytes.
UNDECODED = (*ROTTEN, RuntimeError)
RESTORE = "jeopardice restore"
SOLVE = "jeopardice run CONFIG --rerun damaged"
SPARED = "no answer of the newest state depends on it"


class Severity(IntEnum):
    """How bad a finding is; the exit code of `jeopardice check`."""

    SPARE = 1
    """No answer of the newest state depends on it."""
    SOLVE = 3
    """Answers must be solved again."""
    RESTORE = 4
    """The newest state cannot be read."""


@dataclass(frozen=True)
class Finding:
    """A damaged file.

    Parameters
    ----------
    severity : how bad it is
    file : its name in the store; an array and the place of its chunk, if only its checksum tells
    what : what is wrong with it
    mends : what to type, or what happens by itself
    sweep : the sweep that depends on it; "" if all do, or none
    arrays : the arrays of the sweep that depend on it
    cases : the answered cases that depend on it; None if that cannot be told
    chunk : place of the chunk in its array, if it is one
    """

    severity: Severity
    file: str
    what: str
    mends: str
    sweep: str = ""
    arrays: tuple[str, ...] = ()
    cases: tuple[Index, ...] | None = None
    chunk: Index | None = None


def confirm(store: Store, error: Exception) -> None:
    """Raise an error again unless it comes of damage: what cannot be reached now is not damaged.

    Parameters
    ----------
    store : the store
    error : the error of reading a chunk

    Raises
    ------
    StoreError
        if it is one of ours, such as a newer format's
    Unreadable
        if the file is out of reach, or it is not said which file it is
    """
    if isinstance(error, StoreError):
        raise error
    if isinstance(error, icechunk.IcechunkError):
        file = file_of(error)
        if not file or lasting(error):
            raise Unreadable(sentence_of(error, store.url)) from error
        # Raises an error if it is there and cannot be read.
        store.files.read(file)


def said(error: Exception) -> str:
    """What is wrong with a chunk that could not be read.

    Parameters
    ----------
    error : the error of reading it
    """
    if file_of(error):
        return "is missing" if is_missing(error) else "is cut short"
    return "is not what was written" if "checksum" in str(error) else f"cannot be read: {cause(error)}"


def place_of(error: Exception, path: str, chunk: Index) -> str:
    """The file that an error of reading a chunk names; if none, the array and the place of the chunk.

    Parameters
    ----------
    error : the error
    path : the array, as it is named
    chunk : place of the chunk in it
    """
    return file_of(error) or f"{path}, chunk {'.'.join(map(str, chunk))}"
