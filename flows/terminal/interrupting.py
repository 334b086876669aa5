"""Handle a lost Ctrl-C: exceptions are dropped where C calls back into Python, and where objects are cleared.
The signal is repeated a moment later, outside of the callback. Errors while half-finished objects are cleared
are not shown. While kernels are compiled, `solvers.held_back` holds it back.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

# Seconds; callbacks take less.
MOMENT_SECONDS = 0.05


@dataclass
class Heard:
    """The state of Ctrl-C.

    Attributes
    ----------
    lost : whether one was lost, so that later errors may be caused by it
    obeyed : whether it has ended the command, so that only clearing up is left
    timers : timers that repeat it
    """

    lost: bool = False
    obeyed: bool = False
    timers: list[threading.Timer] = field(default_factory=list)

    def say_again(self) -> None:
        """Send the signal to this process."""
        self.lost = True
        timer = threading.Timer(MOMENT_SECONDS, os.kill, (os.getpid(), signal.SIGINT))
        timer.daemon = True
        self.timers.append(timer)
        timer.start()


@contextmanager
def hearing() -> Iterator[Heard]:
    """Repeat Ctrl-C whenever it is lost, until the end of the block."""
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


def stop_hearing() -> None:
    """Ignore Ctrl-C, as all is done and said: while Python ends, it would replace the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    forget_interrupts()


def forget_interrupts() -> None:
    """Let Python end with our exit code. After an interrupted exec() of a text, as in Numba, it would end by
    the signal; another exec() makes it forget.
    """
    exec("")
