"""A directory that replaces an older one in one step: it is written aside, then renamed.

The temporary directory is next to its target and named after it. So it is on the same disk, and can be found
if its process was killed.
"""

import glob
import os
import shutil
import uuid
from pathlib import Path

# Suffixes: of the new directory while it is written, and of the older one while it is replaced.
PARTIAL, OLD = ".partial", ".old"


def aside(target: Path, ending: str = PARTIAL) -> Path:
    """A path next to a target that no other process uses.

    Parameters
    ----------
    target : the target
    ending : `PARTIAL` or `OLD`
    """
    return target.with_name(f".{target.name}.{uuid.uuid4().hex}{ending}")


def replace_directory(target: Path, partial: Path) -> None:
    """Replace a directory by a complete new one; the older one stays if that fails.

    Parameters
    ----------
    target : final path, which need not exist
    partial : the new directory, from `aside`

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
    """Delete what killed processes left; only while no other process can be replacing the target.

    Parameters
    ----------
    target : the target
    """
    for ending in (PARTIAL, OLD):
        for left in target.parent.glob(f".{glob.escape(target.name)}.*{ending}"):
            shutil.rmtree(left, ignore_errors=True)
