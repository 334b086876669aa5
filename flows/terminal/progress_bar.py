"""Progress of a run: a live bar with rate and time left on a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from tasks.progress import listening

# Seconds between two plain lines.
LINE_SECONDS = 5.0
# The same, before the first case is done.
BESIDE_SECONDS = 1.0
# Redraws per second: each takes 1.2 ms, and a case takes longer.
BARS_A_SECOND = 4


class _Rate(ProgressColumn):
    """Cases per second."""

    def render(self, task: Task) -> Text:
        """The rate, once there is one."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.1f}/s")


@contextmanager
def shown(console: Console, cases: int) -> Iterator[Callable[[str], None]]:
    """Show the progress of a run; yields a function that shows a sentence until the first case is done."""
    with _bar(console, cases) if console.is_terminal else _lines(console, cases) as beside:
        yield beside


class _Bar(Progress):
    """A bar with a line of its own above it, as there is no room next to it."""

    # The text of that line, "" for none.
    beside = ""

    def get_renderables(self) -> Iterator[RenderableType]:
        """The line, and the bar."""
        if self.beside:
            yield Text(self.beside)
        yield self.make_tasks_table(self.tasks)


@contextmanager
def _bar(console: Console, cases: int) -> Iterator[Callable[[str], None]]:
    columns = (
        TextColumn("cases"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[within]}"),
        TextColumn("{task.fields[failed]}"),
    )
    with _Bar(*columns, console=console, refresh_per_second=BARS_A_SECOND) as progress:
        task = progress.add_task("cases", total=cases, failed="", within="")
        failures = 0

        def advance(answered: int, failed: int) -> None:
            nonlocal failures
            failures += failed
            progress.beside = ""
            progress.update(task, advance=answered, failed=f"[red]{failures} failed" if failures else "")

        def within(done: int, steps: int) -> None:
            progress.update(task, within=f"step {done} of {steps}" if done < steps else "")

        def beside(words: str) -> None:
            progress.beside = words if progress.tasks[task].completed == 0 else ""

        with listening(advance, within, partial(_say, progress.console)):
            yield beside


@contextmanager
def _lines(console: Console, cases: int) -> Iterator[Callable[[str], None]]:
    done, failures, said = 0, 0, time.monotonic()
    beside_said = -BESIDE_SECONDS

    def advance(answered: int, failed: int) -> None:
        nonlocal done, failures, said
        done, failures = done + answered, failures + failed
        if done >= cases or time.monotonic() - said >= LINE_SECONDS:
            said = time.monotonic()
            console.print(f"{done} of {cases} cases" + (f", {failures} failed" if failures else ""))

    def within(step: int, steps: int) -> None:
        nonlocal said
        if time.monotonic() - said >= LINE_SECONDS:
            said = time.monotonic()
            console.print(f"{done} of {cases} cases, one at step {step} of {steps}")

    def beside(words: str) -> None:
        nonlocal beside_said
        if done == 0 and time.monotonic() - beside_said >= BESIDE_SECONDS:
            beside_said = time.monotonic()
            console.print(words)

    with listening(advance, within, partial(_say, console)):
        yield beside


def _say(console: Console, words: str) -> None:
    console.print(words, soft_wrap=True, markup=False)
