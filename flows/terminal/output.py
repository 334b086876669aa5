"""Standard output and standard error whose reader ends, such as `head`, or whose disk is full.

Then a command ends, since nobody reads its output. A run has work to do, and goes on silently.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

# Exit code of a shell for a command that the signal SIGPIPE ended.
UNREAD = 141
# EIO: the terminal was closed.
NO_READER = (errno.EPIPE, errno.EIO)


@dataclass
class Output:
    """The state of standard output and standard error.

    Attributes
    ----------
    lost : the first error of a write; None if there was none
    goes_on : whether the command goes on without output
    """

    lost: OSError | None = None
    goes_on: bool = False

    @property
    def unread(self) -> bool:
        """Whether a reader has gone."""
        return self.lost is not None and self.lost.errno in NO_READER

    @property
    def ends_it(self) -> bool:
        """Whether the command must end because of that."""
        return self.lost is not None and not self.goes_on


_output = Output()


def go_on_unread() -> None:
    """From now on the command goes on silently if its output cannot be written."""
    _output.goes_on = True


@contextmanager
def watched() -> Iterator[Output]:
    """Watch both streams until the end of the block; yields the state of the latest such block."""
    global _output
    _output = output = Output()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_Watched.around(stream, output) for stream in before)
    try:
        yield output
    finally:
        flush(output)
        sys.stdout, sys.stderr = before


def flush(output: Output) -> None:
    """Write what is still buffered; errors are stored in `output`."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as error:
            output.lost = output.lost or error


class _Watched(io.FileIO):
    """A stream's file. After an error all later writes are dropped, also those of a child process."""

    def __init__(self, descriptor: int, output: Output) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self._output = output

    def write(self, content: "ReadableBuffer") -> int | None:  # type: ignore[override]
        """Write, and store an error that prevents it."""
        try:
            return super().write(content)
        except OSError as error:
            self._output.lost = self._output.lost or error
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            if self._output.goes_on:
                return memoryview(content).nbytes
            raise

    @classmethod
    def around(cls, stream: TextIO, output: Output) -> TextIO:
        """The same stream, watched; unchanged if it is not a file, as in a test."""
        if stream not in (sys.__stdout__, sys.__stderr__) or not isinstance(stream, io.TextIOWrapper):
            return stream
        stream.flush()
        return io.TextIOWrapper(
            io.BufferedWriter(cls(stream.fileno(), output)),
            encoding=stream.encoding,
            errors=stream.errors,
            line_buffering=stream.line_buffering,
        )
