"""Errors for users leave the package without the frames inside it."""

import re
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flows import PACKAGES

Given = ParamSpec("Given")
Returned = TypeVar("Returned")


def public(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """Wrap a public function so that errors for users are raised without our stack.

    An unforeseen error is a fault of ours and keeps its whole traceback.

    Parameters
    ----------
    function : a function that users call
    """

    @wraps(function)
    def called(*given: Given.args, **named: Given.kwargs) -> Returned:
        # IPython leaves out frames that set this.
        __tracebackhide__ = True
        try:
            return function(*given, **named)
        except Exception as error:
            if not is_worded(error):
                raise
            worded = _in_python(error)
        # Outside the handler, so that the error has no context.
        raise worded.with_traceback(None) from None

    return called


def _in_python(error: Exception) -> Exception:
    """Reword an error to name an argument where the command has an option: `about`, not `--about`."""
    if error.args and isinstance(text := error.args[0], str):
        told = re.sub(r"\b([Pp]ass) --(\w+)", r"\1 `\2=...`", text.removeprefix("--"))
        error.args = (told, *error.args[1:])
    return error


def is_worded(error: BaseException) -> bool:
    """Whether an error is one of ours, whose text says what is wrong and what to do.

    Parameters
    ----------
    error : any

    Examples
    --------
    >>> from jeopardice import InvalidRules
    >>> is_worded(InvalidRules("goal: expected 2 to 10000, got 0.")), is_worded(KeyError("goal"))
    (True, False)
    """
    return type(error).__module__.split(".")[0] in PACKAGES
