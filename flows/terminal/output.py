"""Standard output and standard error whose reader goes away, as `head` does, or whose disk is full.

A command ends then, since nobody reads what it would say. A run has work to do: it goes on in silence.
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

# What a shell says of a command that the signal SIGPIPE ended.
UNREAD = 141
# EIO is a terminal that was closed.
NO_READER = (errno.EPIPE, errno.EIO)


@dataclass
class Output:
    """What became of standard output and standard error.

    Attributes
    ----------
    lost : why the first thing that could not be written was not; None if all was
    goes_on : whether the command goes on without them
    """

    lost: OSError | None = None
    goes_on: bool = False

    @property
    def unread(self) -> bool:
        """Whether a reader went away."""
        return self.lost is not None and self.lost.errno in NO_READER

    @property
    def ends_it(self) -> bool:
        """Whether the command ends because of that."""
        return self.lost is not None and not self.goes_on


_output = Output()


def go_on_unread() -> None:
    """From now on the command goes on in silence where its output cannot be written."""
    _output.goes_on = True


@contextmanager
def watched() -> Iterator[Output]:
    """Watch both streams until the end of the block; what is said of the latest such block is yielded."""
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
    """Write what is still in memory; where it cannot be, `output` has it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as error:
            output.lost = output.lost or error


class _Watched(io.FileIO):
    """A stream's file. Once it cannot be written, all that comes goes nowhere: also what Python, a library or
    a process that is started has to say there.
    """

    def __init__(self, descriptor: int, output: Output) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self._output = output

    def write(self, content: "ReadableBuffer") -> int | None:  # type: ignore[override]
        """Write, and take down what keeps it from being written."""
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
        """The same stream, watched; as it is if it is no file, as where a test reads it."""
        if stream not in (sys.__stdout__, sys.__stderr__) or not isinstance(stream, io.TextIOWrapper):
            return stream
        stream.flush()
        return io.TextIOWrapper(
            io.BufferedWriter(cls(stream.fileno(), output)),
            encoding=stream.encoding,
            errors=stream.errors,
            line_buffering=stream.line_buffering,
        )
