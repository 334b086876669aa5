"""Errors in the terminal: ours become a sentence for the user, others are bugs and keep their traceback."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from flows import PACKAGES
from flows.terminal.interrupting import Heard, forget_interrupts, hearing
from flows.terminal.output import UNREAD, Output, flush, watched
from flows.terminal.printable import printable

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
WARNING = "warning"

_listeners: list[Callable[[str], None]] = []


def guarded(command: Callable[..., Any]) -> None:
    """Call the command; exit with 2 for a user's mistake, 130 for Ctrl-C, 141 if nobody reads the output."""
    with hearing() as heard, watched() as output:
        code = _code_of(command, heard, output)
        flush(output)
        if output.ends_it:
            code = _unsaid(output)
    if code is not None:
        sys.exit(code)


def _code_of(command: Callable[..., Any], heard: Heard, output: Output) -> Any:
    """The exit code, after any error is printed; None if all is well. Bugs are raised."""
    try:
        command()
    except (KeyboardInterrupt, SystemExit) as end:
        # Typer turns Ctrl-C into a silent exit.
        return _interrupted(heard) if _comes_from(end, KeyboardInterrupt) else getattr(end, "code", None)
    except Exception as error:
        if heard.lost or _comes_from(error, KeyboardInterrupt):
            # An interrupted command may fail with another error, of something that was not done to the end.
            return _interrupted(heard)
        if output.ends_it:
            return None
        found = str(error) if type(error).__module__.split(".")[0] in PACKAGES else _refused(error)
        if not found:
            raise
        say_error("error", found)
        return MISUSED
    return None


def _interrupted(heard: Heard) -> int:
    heard.obeyed = True
    forget_interrupts()
    say_error("interrupted", "Nothing more was stored.")
    return INTERRUPTED


def _unsaid(output: Output) -> int:
    """The exit code if the output could not be written: its reader has gone, or its disk is full."""
    if output.unread:
        return UNREAD
    found = output.lost.strerror if output.lost is not None else ""
    say_error("error", f"Cannot write the output: {found}. Free some space, or write it elsewhere.")
    return MISUSED


def _refused(error: Exception) -> str:
    """A sentence for what a disk or a store refuses; "" for a bug."""
    # Imported late: most commands end well.
    from flows.terminal.refusals import worded

    return worded(error)


def _comes_from(end: BaseException | None, kind: type[BaseException]) -> bool:
    """Whether an error is of that type, or was caused by one."""
    return end is not None and (isinstance(end, kind) or _comes_from(end.__cause__ or end.__context__, kind))


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """Tell warnings to a listener, too, from any thread, until the end of the block."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def say_error(kind: str, text: str) -> None:
    """Print one error, wrapped by the terminal and not by us, so that paths in it can be copied.

    Control characters are printed as their codes.
    """
    if kind == WARNING:
        for listener in tuple(_listeners):
            listener(text)
    from rich.console import Console
    from rich.text import Text

    # If nobody can read it, Rich would exit; the exit code says it all the same.
    with suppress(OSError, SystemExit):
        Console(stderr=True, soft_wrap=True).print(Text.assemble((f"{kind}: ", "bold red"), printable(text)))
