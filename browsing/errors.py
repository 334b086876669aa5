"""Which errors are worded for a person who reads a page; all others are faults of ours."""

from solvers.errors import SolverError
from storage.errors import StoreError


def is_worded(error: BaseException) -> bool:
    """Whether the text of an error says what is wrong and what to do.

    Parameters
    ----------
    error : that was raised while a page was made
    """
    # Imported late, as most pages end well: `configs` takes 0.15 s.
    from configs.errors import ConfigError

    return isinstance(error, (ConfigError, SolverError, StoreError))
