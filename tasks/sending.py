"""Errors that leave a worker.

Dask sends what caused them along. If any of that cannot be made again elsewhere, as some errors of Zarr
cannot, it sends the error as text, without its type.
"""

from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def called(function: Callable[..., Result], *arguments: object, **named: object) -> Result:
    """Call a function; its error leaves alone, and says in a note what caused it.

    Parameters
    ----------
    function, arguments, named : to call
    """
    try:
        return function(*arguments, **named)
    except Exception as error:
        cause = error.__cause__ or error.__context__
        if cause is not None:
            error.add_note(f"caused by {cause!r}")
        error.__cause__ = error.__context__ = None
        raise
