"""The file that says which snapshot is the newest; the only one of a store that is ever replaced."""

import json

from storage.errors import NewerStore
from storage.history import BRANCH
from storage.objects import Objects
from storage.soundness.sealing import SNAPSHOTS

BRANCH_FILE = f"refs/branch.{BRANCH}/ref.json"
# What Icechunk's second format, which Jeopardice makes no store in, has in its place.
SECOND_FORMAT = "repo"
# Letters and digits of a snapshot's id.
LENGTH = 20


def is_second_format(files: Objects) -> bool:
    """Whether a store is in Icechunk's second format, which names its states in another way.

    Parameters
    ----------
    files : files of the store
    """
    return files.read(SECOND_FORMAT) is not None and bool(files.names(SNAPSHOTS))


def read_branch(files: Objects, command: str, url: str) -> bytes | None:
    """The content of the file; None if it is missing.

    Parameters
    ----------
    files : files of the store
    command, url : who asks, and the address of the store, for the message

    Raises
    ------
    NewerStore
        if the store is in Icechunk's second format
    """
    if is_second_format(files):
        raise NewerStore(
            f"{command}: the store at {url} is in Icechunk's second format. {command} reads the"
            " first only, in which `jeopardice run CONFIG --store NEW` makes a store."
        )
    return files.read(BRANCH_FILE)


def wrong_branch(content: bytes | None) -> str:
    """What is wrong with the file; "" if nothing is.

    Parameters
    ----------
    content : of the file; None if it is missing
    """
    if content is None:
        return "is missing"
    return "" if named(content) else "cannot be read"


def named(content: bytes | None) -> str:
    """The snapshot that the file names; "" if it names none.

    Parameters
    ----------
    content : of the file; None if it is missing

    Examples
    --------
    >>> named(b'{"snapshot":"4FN7E0C07D9KFN1Z5FNG"}')
    '4FN7E0C07D9KFN1Z5FNG'
    """
    try:
        told = json.loads(content or b"")["snapshot"]
    except (ValueError, KeyError, TypeError):
        return ""
    return told if isinstance(told, str) and len(told) == LENGTH and told.isalnum() else ""


def name(files: Objects, before: bytes | None, snapshot: str) -> bool:
    """Make a snapshot the newest, unless the file has changed; whether it had not.

    Parameters
    ----------
    files : files of the store, on a disk with the store's lock held
    before : content of the file as it was found; None if it was missing
    snapshot : id of the snapshot
    """
    return files.replace(BRANCH_FILE, before, json.dumps({"snapshot": snapshot}).encode())
