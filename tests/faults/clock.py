"""A clock that can be set while processes run, by a library of ours that a compiler of C makes."""

import shutil
import struct
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")


def possible() -> bool:
    """Whether this machine has a compiler."""
    return shutil.which("cc") is not None


@dataclass(frozen=True)
class Clock:
    """The clock of all processes that have its environment.

    Parameters
    ----------
    file : says how many seconds it is ahead; all of them map it
    """

    file: Path

    @cached_property
    def environment(self) -> dict[str, str]:
        """Variables of its processes."""
        library = self.file.with_suffix(".so")
        command = ["cc", "-shared", "-fPIC", "-O2", "-o", str(library), str(SOURCE)]
        subprocess.run(command, check=True)
        return {"LD_PRELOAD": str(library), "AHEAD": str(self.file)}

    def set(self, hours: int) -> None:
        """Set it ahead, or back with a negative number."""
        # In place, as it is mapped, and all of it at once.
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.write(struct.pack("=q", 3600 * hours))
