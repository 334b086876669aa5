"""Call `jeopardice` in this process, which goes on, and take down what it says."""

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.cli import app
from flows.compiling.shown import WORDS
from flows.terminal.errors import guarded


@dataclass(frozen=True)
class Said:
    """What became of a command."""

    code: int
    out: str
    error: str


class Command:
    """The command with a working directory; made by the fixture `jeopardice`.

    Parameters
    ----------
    home : the working directory
    capture, patch : of the test
    """

    def __init__(self, home: Path, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.home, self._capture, self._patch = home, capture, patch

    def __call__(self, *words: object) -> Said:
        """Run it to its end."""
        self._patch.setattr(sys, "argv", ["jeopardice", *map(str, words)])
        self._capture.readouterr()
        try:
            guarded(app)
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        said = self._capture.readouterr()
        # A test that comes first compiles what those that come later find.
        lines = [line for line in said.err.splitlines(keepends=True) if not line.startswith(WORDS)]
        return Said(code, said.out, "".join(lines))

    def files(self) -> dict[str, int]:
        """Everything in the working directory, with when it was last written."""
        return {str(path.relative_to(self.home)): path.stat().st_mtime_ns for path in self.home.rglob("*")}


def one_line(text: str) -> str:
    """Text with the line breaks of a narrow terminal taken out."""
    return " ".join(text.split())
