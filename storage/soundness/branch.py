"""The file that says which snapshot is the newest; the only one of a store that is ever replaced."""

import json

from storage.history import BRANCH
from storage.objects import Objects

BRANCH_FILE = f"refs/branch.{BRANCH}/ref.json"
# Letters and digits of a snapshot's id.
LENGTH = 20


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
