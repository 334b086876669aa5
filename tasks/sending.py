"""Calls on a worker, and errors that leave it.

Dask sends an error with its causes. If one of them cannot be unpickled, as some errors of Zarr cannot, it
sends the error as text, without its type.
"""

from collections.abc import Callable
from typing import TypeVar

from tasks.present import Tell, telling

Result = TypeVar("Result")


def called(tell: Tell, function: Callable[..., Result], *arguments: object, **named: object) -> Result:
    """Call a function; its error is sent without causes, which are added as a note.

    Parameters
    ----------
    tell : told which cases begin
    function, arguments, named : the call
    """
    try:
        with telling(tell):
            return function(*arguments, **named)
    except Exception as error:
        cause = error.__cause__ or error.__context__
        if cause is not None:
            error.add_note(f"caused by {cause!r}")
        error.__cause__ = error.__context__ = None
        raise
