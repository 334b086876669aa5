"""A decorator for commands that may compile machine code; imports nothing slow, as `--help` must be fast."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Returned = TypeVar("Returned")


def compiles(command: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """The command, which shows on standard error what is compiled; compiling processes end with it."""

    @wraps(command)
    def shown(*given: Given.args, **named: Given.kwargs) -> Returned:
        from flows.compiling import ahead
        from flows.compiling.shown import compiling_shown

        with compiling_shown():
            try:
                return command(*given, **named)
            finally:
                ahead.end()

    return shown
