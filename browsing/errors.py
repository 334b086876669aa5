"""Distinguish errors that are worded for readers of a page from faults of ours."""

from solvers.errors import SolverError
from storage.errors import StoreError


def is_worded(error: BaseException) -> bool:
    """Return whether the text of an error says what is wrong and what to do.

    Parameters
    ----------
    error : an error that was raised while a page was made
    """
    # Imported late, as `configs` takes 0.15 s and most pages raise no error.
    from configs.errors import ConfigError

    return isinstance(error, (ConfigError, SolverError, StoreError))
