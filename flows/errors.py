"""Where errors become words: ours are written for the user, others are faults of ours and keep their
traceback.
"""

import sys
from collections.abc import Callable
from typing import Any

from flows.interrupting import Heard, hearing

OURS = ("configs", "flows", "solvers", "storage", "tasks")
FAILED, MISUSED, INTERRUPTED = 1, 2, 130


def guarded(command: Callable[..., Any]) -> None:
    """Call the command; end the process with 2 for a user's mistake, 130 for Ctrl-C."""
    with hearing() as heard:
        code = _code_of(command, heard)
    if code is not None:
        sys.exit(code)


def _code_of(command: Callable[..., Any], heard: Heard) -> int | None:
    """The exit code of what went wrong, worded; None if nothing did. What is ours to mend is raised."""
    try:
        command()
    except (KeyboardInterrupt, SystemExit) as end:
        # Typer makes a silent exit of Ctrl-C, Rich one of a pipe that is closed.
        if _comes_from(end, KeyboardInterrupt):
            return _interrupted(heard)
        if _comes_from(end, BrokenPipeError):
            return _unread()
        raise
    except BrokenPipeError:
        return _unread()
    except Exception as error:
        if heard.lost or _comes_from(error, KeyboardInterrupt):
            # What was interrupted may fail in its own way, as a kernel that is compiled by half.
            return _interrupted(heard)
        found = _damage(error) if type(error).__module__.split(".")[0] not in OURS else str(error)
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
    say_error("interrupted", "Nothing is stored but what was committed before.")
    return INTERRUPTED


def _unread() -> int:
    """The reader of our output has had enough, as `head` does."""
    sys.stderr.close()
    return 0


def _damage(error: Exception) -> str:
    """Words for an array that is not as it was written, as Zarr's checksum tells; "" for any other error."""
    if not (isinstance(error, ValueError) and "checksum do not match" in str(error)):
        return ""
    from flows.places import latest_store

    return (
        f"store: expected arrays as they were written, got a damaged one ({latest_store()}: {error}). Take"
        " the files from a backup, or solve it anew: `jeopardice run CONFIG --rerun all`; what is whole can"
        " be exported before, `jeopardice export --sel AXIS=LABEL`."
    )


def _comes_from(end: BaseException | None, kind: type[BaseException]) -> bool:
    """Whether it is of that kind, or was raised because of such a one."""
    return end is not None and (isinstance(end, kind) or _comes_from(end.__cause__ or end.__context__, kind))


def say_error(kind: str, text: str) -> None:
    """Print one worded error, wrapped by the terminal and not by us, so that paths in it can be copied."""
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True, soft_wrap=True).print(Text.assemble((f"{kind}: ", "bold red"), text))
