"""A directory that takes the place of an older one at once: it is made aside, then renamed.

What is aside lies beside its target and is named after it, so that it is on the same disk, and is found again
when whoever made it was killed.
"""

import glob
import os
import shutil
import uuid
from pathlib import Path

# How what is aside ends: the new directory while it is made, the older one while the new one takes its place.
PARTIAL, OLD = ".partial", ".old"


def aside(target: Path, ending: str = PARTIAL) -> Path:
    """A place beside a target that nobody else uses.

    Parameters
    ----------
    target : that it is for
    ending : `PARTIAL` or `OLD`
    """
    return target.with_name(f".{target.name}.{uuid.uuid4().hex}{ending}")


def replace_directory(target: Path, partial: Path) -> None:
    """Put a whole new directory in the place of the older one, which stays if that fails.

    Parameters
    ----------
    target : where it shall be; there need not be anything
    partial : the new one, from `aside`

    Raises
    ------
    OSError
        if the disk refuses
    """
    old = aside(target, OLD)
    had = target.exists()
    if had:
        os.rename(target, old)
    try:
        os.rename(partial, target)
    except OSError:
        if had:
            os.rename(old, target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def clear_aside(target: Path) -> None:
    """Delete what killed processes left aside; only while nobody else can be replacing the target.

    Parameters
    ----------
    target : that it was for
    """
    for ending in (PARTIAL, OLD):
        for left in target.parent.glob(f".{glob.escape(target.name)}.*{ending}"):
            shutil.rmtree(left, ignore_errors=True)
