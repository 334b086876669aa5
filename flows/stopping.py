"""Ctrl-C, SIGTERM and the end of the terminal: the first signal asks the shards to commit what they have, the
second ends the process at once.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any

from rich.console import Console

from flows.terminal.errors import say_error
from tasks import progress

HEARD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STAYS = "Finished cases are saved. Run the same command again to continue."


class Asked:
    """Whether this process was asked to end, and the exit code for it."""

    code = 0


class EndedEarly(Exception):
    """The run was asked to end before anything was running."""


@contextmanager
def stoppable(console: Console) -> Iterator[Asked]:
    """Handle these signals.

    A `KeyboardInterrupt` at any moment, Python's default, may interrupt an import, and then another thread's
    import waits for ever.
    """
    asked = Asked()

    def stop(number: int, frame: object) -> None:
        console.show_cursor()
        if asked.code:
            say_error("ended", STAYS)
            # At once: server and workers watch their launcher, and end by themselves.
            os._exit(128 + number)
        asked.code = 128 + number
        progress.stop.set()
        console.print("Stopping: saving what is finished. Press Ctrl-C again to end at once.", soft_wrap=True)

    before = {number: signal.signal(number, stop) for number in HEARD if not _outlives(number)}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _outlives(number: signal.Signals) -> bool:
    """Whether the command goes on when its terminal ends, as it was started with nohup."""
    return number is signal.SIGHUP and signal.getsignal(number) is signal.SIG_IGN


def end_if_asked() -> None:
    """End if nothing is running yet.

    Raises
    ------
    EndedEarly
        if this process was asked to end
    """
    if progress.stop.is_set():
        raise EndedEarly


def beside(call: Callable[[], Any]) -> Any:
    """Call on another thread, so that this one handles signals at once; here Prefect would also install its
    own handler for SIGTERM.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, call).result()
