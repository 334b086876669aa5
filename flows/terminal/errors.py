"""Where errors become words: ours are written for the user, others are faults of ours and keep their
traceback.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flows import PACKAGES
from flows.terminal.interrupting import Heard, hearing
from flows.terminal.output import UNREAD, Output, flush, watched
from flows.terminal.printable import printable

FAILED, MISUSED, INTERRUPTED = 1, 2, 130


def guarded(command: Callable[..., Any]) -> None:
    """Call the command; end the process with 2 for a user's mistake, 130 for Ctrl-C, 141 if nobody reads."""
    with hearing() as heard, watched() as output:
        code = _code_of(command, heard, output)
        flush(output)
        if output.ends_it:
            code = _unsaid(output)
    if code is not None:
        sys.exit(code)


def _code_of(command: Callable[..., Any], heard: Heard, output: Output) -> Any:
    """The exit code of what came of it, worded; None if all is well. What is ours to mend is raised."""
    try:
        command()
    except (KeyboardInterrupt, SystemExit) as end:
        # Typer makes a silent exit of Ctrl-C.
        return _interrupted(heard) if _comes_from(end, KeyboardInterrupt) else getattr(end, "code", None)
    except Exception as error:
        if heard.lost or _comes_from(error, KeyboardInterrupt):
            # What was interrupted may fail in its own way, as a kernel that is compiled by half.
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
    # Python remembers what went through exec() of a text, as Numba does, and would end by the signal, without
    # our code; another one has it forget.
    exec("")
    say_error("interrupted", "Nothing more was stored.")
    return INTERRUPTED


def _unsaid(output: Output) -> int:
    """The exit code where what was to be said could not be: its reader has gone, or its disk is full."""
    if output.unread:
        return UNREAD
    found = output.lost.strerror if output.lost is not None else ""
    say_error("error", f"Cannot write the output: {found}. Free some space, or write it elsewhere.")
    return MISUSED


def _refused(error: Exception) -> str:
    """Words for what a disk or a store refuses; "" for a fault of ours."""
    # Imported late: most commands end well.
    from flows.terminal.refusals import worded

    return worded(error)


def _comes_from(end: BaseException | None, kind: type[BaseException]) -> bool:
    """Whether it is of that kind, or was raised because of such a one."""
    return end is not None and (isinstance(end, kind) or _comes_from(end.__cause__ or end.__context__, kind))


def say_error(kind: str, text: str) -> None:
    """Print one worded error, wrapped by the terminal and not by us, so that paths in it can be copied.

    A character that would do something to the terminal is printed as its code.
    """
    from rich.console import Console
    from rich.text import Text

    # Nobody may read it, which Rich makes an exit of; the exit code says it all the same.
    with suppress(OSError, SystemExit):
        Console(stderr=True, soft_wrap=True).print(Text.assemble((f"{kind}: ", "bold red"), printable(text)))
