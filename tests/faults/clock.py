"""A clock that can be set while processes run, by the library of Debian's package faketime."""

from dataclasses import dataclass
from pathlib import Path

LIBRARIES = "/usr/lib/*/faketime/libfaketimeMT.so.1"


def possible() -> bool:
    """Whether this machine has the library."""
    return bool(_libraries())


def _libraries() -> list[Path]:
    return sorted(Path("/").glob(LIBRARIES.lstrip("/")))


@dataclass(frozen=True)
class Clock:
    """The clock of all processes that have its environment.

    Parameters
    ----------
    file : says how far it is ahead, to be read anew each time
    """

    file: Path

    @property
    def environment(self) -> dict[str, str]:
        """Variables of its processes."""
        return {
            "LD_PRELOAD": str(_libraries()[0]),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            # As on any machine: who measures how long something takes does not ask for the time of day.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def set(self, hours: int) -> None:
        """Set it ahead, or back with a negative number."""
        aside = self.file.with_suffix(".new")
        aside.write_text(f"{hours:+d}h\n")
        aside.replace(self.file)
