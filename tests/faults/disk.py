"""A small disk, which can be full or read-only for a while. Root may mount one."""

import os
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import disk_usage

ROOM, PAGE = 64_000_000, 4096


def possible() -> bool:
    """Whether this user may mount disks."""
    return os.geteuid() == 0


@dataclass(frozen=True)
class Disk:
    """A file system of its own.

    Parameters
    ----------
    place : where it is mounted, a directory
    """

    place: Path

    def make(self) -> None:
        """Mount it."""
        self._mount("-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs")

    def remove(self) -> None:
        """Unmount it, whoever uses it, if it is there."""
        subprocess.run(["umount", "--lazy", str(self.place)], stderr=subprocess.DEVNULL)

    def fill(self) -> None:
        """Leave no room; others may write meanwhile."""
        while True:
            with suppress(subprocess.CalledProcessError):
                self._mount("-o", f"remount,size={max(PAGE, disk_usage(self.place).used)}")
                return

    def clear(self) -> None:
        """Leave room again."""
        self._mount("-o", f"remount,size={ROOM}")

    def protect(self) -> bool:
        """Let nobody write; false if somebody has just a file open for writing, as then it cannot be done."""
        try:
            self._mount("-o", "remount,bind,ro")
        except subprocess.CalledProcessError:
            return False
        return True

    def permit(self) -> None:
        """Let everybody write again."""
        self._mount("-o", "remount,bind,rw")

    def _mount(self, *options: str) -> None:
        subprocess.run(["mount", *options, str(self.place)], check=True, capture_output=True)
