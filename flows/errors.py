"""Where errors become words: ours are written for the user, others are faults of ours and keep their
traceback.
"""

import sys
from collections.abc import Callable
from typing import Any

OURS = ("configs", "flows", "solvers", "storage", "tasks")
FAILED, MISUSED, INTERRUPTED = 1, 2, 130


def guarded(command: Callable[..., Any]) -> None:
    """Call the command; end the process with 2 for a user's mistake, 130 for Ctrl-C."""
    try:
        command()
    except (KeyboardInterrupt, SystemExit) as end:
        # Typer makes a silent exit of Ctrl-C.
        if not _interrupted(end):
            raise
        say_error("interrupted", "Nothing is stored but what was committed before.")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has had enough, as `head` does.
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        found = _damage(error) if type(error).__module__.split(".")[0] not in OURS else str(error)
        if not found:
            raise
        say_error("error", found)
        sys.exit(MISUSED)


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


def _interrupted(end: BaseException | None) -> bool:
    """Whether Ctrl-C is what it comes from."""
    return end is not None and (
        isinstance(end, KeyboardInterrupt) or _interrupted(end.__cause__ or end.__context__)
    )


def say_error(kind: str, text: str) -> None:
    """Print one worded error, wrapped by the terminal and not by us, so that paths in it can be copied."""
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True, soft_wrap=True).print(Text.assemble((f"{kind}: ", "bold red"), text))
