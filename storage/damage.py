"""Snapshots with missing or damaged files: they raise an error, and are never taken for empty."""

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager

import icechunk

from storage.errors import StoreError

# Files that Icechunk writes once, as its errors name them: by their names, or by what they are and their ids.
FILE = re.compile(r"(?:chunks|manifests|snapshots|transactions)/[0-9A-Z]{20}")
BY_ID = re.compile(r"\b(chunk|manifest|snapshot)_id=([0-9A-Z]{20})")
# Those that a whole state depends on.
WHOLE = ("snapshots/", "refs/")
# What storage says where a file is missing; and if it gives none, as nobody answers or access is refused.
MISSING, SILENT = ("not found", "NoSuchKey"), ("dispatch failure", "timeout", "service error")
# What Icechunk and Zarr raise for a damaged byte in a snapshot.
ROTTEN = (icechunk.IcechunkError, ValueError, TypeError, KeyError)


class Unreadable(StoreError, OSError):
    """A snapshot that is damaged or cannot be reached; another attempt may succeed."""


class Damaged(Unreadable):
    """A file of a store, which the message names, is missing or is not what was written."""


def damaged(url: str, file: str, what: str, sweep: str | None, older: bool = False) -> Damaged:
    """The error for a file of a store.

    Parameters
    ----------
    url : address of the store
    file : name of the file in the store
    what : what is wrong with it
    sweep : the sweep that is read; None if all depend on it
    older : whether the newest state does without it
    """
    whole = file.startswith(WHOLE)
    if older:
        helps = "Only an older state needs it; the newest can be read without."
    elif whole:
        helps = (
            f"`jeopardice restore --store {shlex.quote(url)}` makes the newest sound state the current one."
        )
    else:
        helps = _check(url)
    of = "" if whole or sweep is None else f", of {sweep},"
    return Damaged(f"The store at {url} is damaged: {file}{of} {what}. {helps}")


def file_of(error: BaseException) -> str:
    """The file of a store that an error of Icechunk names; "" for none.

    Parameters
    ----------
    error : the error
    """
    if found := FILE.search(str(error)):
        return found[0]
    found = BY_ID.search(str(error))
    return f"{found[1]}s/{found[2]}" if found else ""


def is_missing(error: BaseException) -> bool:
    """Whether an error of Icechunk says that a file is not there.

    Parameters
    ----------
    error : the error
    """
    return any(words in str(error) for words in MISSING)


def is_silence(text: str) -> bool:
    """Whether Icechunk says that an object store does not answer, or refuses to.

    Parameters
    ----------
    text : what it says
    """
    return any(words in text for words in SILENT)


def said_of(error: BaseException, url: str) -> str:
    """The sentence for an error of Icechunk or Zarr that comes of a damaged file; "" for another error, such
    as that of an object store which does not answer.

    Parameters
    ----------
    error : the error
    url : address of the store
    """
    text, file = str(error), file_of(error)
    if file and is_missing(error):
        found = f"{file} is missing"
    elif file and is_silence(text):
        return ""
    elif file:
        found = f"{file} cannot be read"
    elif "checksum" in text:
        found = "an array is not what was written"
    else:
        return ""
    return f"The store at {url} is damaged: {found}. {_check(url)}"


def _check(url: str) -> str:
    """The advice to look at everything."""
    return f"`jeopardice check --store {shlex.quote(url)}` names all that is damaged, and what mends it."


def sentence_of(error: Exception, url: str) -> str:
    """A sentence for any error of reading a store.

    Parameters
    ----------
    error : the error, of ours or of a library
    url : address of the store
    """
    if isinstance(error, StoreError):
        return str(error)
    return said_of(error, url) or f"Cannot read the store at {url}: {cause(error)}. Try again."


@contextmanager
def reading(session: icechunk.Session) -> Iterator[None]:
    """Turn an error while reading a snapshot into a sentence.

    Raises
    ------
    Unreadable
        if there is one
    """
    try:
        yield
    except ROTTEN as error:
        raise unreadable(session.snapshot_id, error) from error


def unreadable(snapshot: str, error: Exception) -> Unreadable:
    """The error for a snapshot that cannot be read.

    Parameters
    ----------
    snapshot : its id
    error : the error of Icechunk or Zarr
    """
    return Unreadable(
        f"Cannot read the store's snapshot {snapshot}: {cause(error)}. If files are missing or damaged,"
        " restore them from a backup; otherwise try again."
    )


def cause(error: Exception) -> str:
    """The cause in Icechunk's report: the last cause listed, else the first line.

    Without a full stop, as it stands in a sentence.
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [line.split("->", 1)[1].strip() for line in lines if line.startswith(("|->", "`->"))]
    telling = [cause for cause in causes if not cause.startswith("Error {")]
    said = telling[-1] if telling else lines[0] if lines else type(error).__name__
    # Newer versions of Icechunk list the causes on one line.
    said = said.rpartition(": ")[2] if is_silence(said) else said
    return said.rstrip(".")
