"""Ctrl-C that is lost on its way: Numba's compiler calls back into Python, and what is raised there goes no
further. It is said again a moment later, outside of the callback. What was left half made by it may complain
when it is cleared away, which is of no interest then.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

# Callbacks of the compiler take less.
MOMENT_SECONDS = 0.05


@dataclass
class Heard:
    """What became of Ctrl-C.

    Attributes
    ----------
    lost : whether one was, so that errors that follow may come of it
    obeyed : whether it has ended the command, which is only cleared away
    timers : that say it again
    """

    lost: bool = False
    obeyed: bool = False
    timers: list[threading.Timer] = field(default_factory=list)

    def say_again(self) -> None:
        """As a terminal does, to this process alone."""
        self.lost = True
        timer = threading.Timer(MOMENT_SECONDS, os.kill, (os.getpid(), signal.SIGINT))
        timer.daemon = True
        self.timers.append(timer)
        timer.start()


@contextmanager
def hearing() -> Iterator[Heard]:
    """Say Ctrl-C again as often as it is lost, until the end of the block."""
    heard, before = Heard(), sys.unraisablehook

    def hook(lost: Any) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            heard.say_again()
        elif not heard.obeyed:
            before(lost)

    sys.unraisablehook = hook
    try:
        yield heard
    finally:
        sys.unraisablehook = before
        for timer in heard.timers:
            timer.cancel()
