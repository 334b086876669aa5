"""Messages that machine code is being compiled, and the progress: only a first answer has to wait for it."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from solvers import compiling

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from solvers.kernel import Kernel

WORDS = "Compiling machine code for this processor, once"
# Seconds between two plain lines.
LINE_SECONDS = 1.0


@contextmanager
def compiling_shown() -> Iterator[None]:
    """Show on standard error what this process compiles."""
    shown = _Shown()
    with compiling.heard(shown.tell):
        try:
            yield
        finally:
            shown.end()


def line(done: int, total: int) -> str:
    """The progress in words.

    Examples
    --------
    >>> print(line(12, 59))
    Compiling machine code for this processor, once (12 of 59)
    """
    return f"{WORDS} ({done} of {total})"


class _Shown:
    def __init__(self) -> None:
        self._console: Console | None = None
        # Functions that this process has compiled, or found compiled by others.
        self._seen: set[Any] = set()
        self._ahead: dict[Any, Kernel] = {}
        self._at_work = False
        self._said = -LINE_SECONDS
        self._progress: Progress | None = None

    def tell(self, kernel: Any) -> None:
        """Note a function that is about to be compiled, or that none is for now."""
        if kernel is None:
            self._at_work = False
            self._draw_nothing()
            return
        if not self._at_work:
            self._at_work = True
            self._look_ahead()
        self._seen.add(kernel)
        self._seen |= {function for function, own in self._ahead.items() if own.is_on_disk}
        self._draw()

    def end(self) -> None:
        """Restore the terminal."""
        self._draw_nothing()

    def _look_ahead(self) -> None:
        from solvers.reached import from_frame, missing

        self._ahead |= {kernel.py_func: kernel for kernel in missing(from_frame(sys._getframe()))}

    @property
    def _total(self) -> int:
        return len(self._seen | self._ahead.keys())

    def _draw(self) -> None:
        from rich.console import Console
        from rich.file_proxy import FileProxy

        console = self._console = self._console or Console(stderr=True, highlight=False)
        done = len(self._seen) - 1
        # A progress bar already prints the lines of others above it.
        if console.is_terminal and (self._progress is not None or not isinstance(sys.stderr, FileProxy)):
            self._draw_bar(console, done)
        elif time.monotonic() - self._said >= LINE_SECONDS:
            self._said = time.monotonic()
            console.print(line(done, self._total), soft_wrap=True)

    def _draw_bar(self, console: "Console", done: int) -> None:
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

        if self._progress is None:
            columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(20))
            self._progress = Progress(*columns, console=console, transient=True)
            self._progress.add_task("", total=self._total)
            self._progress.start()
        words = line(done, self._total)
        self._progress.update(
            self._progress.task_ids[0], completed=done, total=self._total, description=words
        )

    def _draw_nothing(self) -> None:
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
