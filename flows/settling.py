"""Decide, before anything starts, where a run keeps files outside of its store: home directory, machine code,
Prefect's files.

Processes that are started later inherit these places through their environment.
"""

import os

from flows.prefect_api.home import settle_prefect_home
from solvers.kernel_cache import kernel_directory
from solvers.private_directory import settle_home


def settle() -> None:
    """Check each place; use a temporary directory for one that cannot be used, with a one-line message."""
    settle_home()
    kernel_directory()
    settle_prefect_home()
    # A server whose database is away answers with an internal error: ask again, for half a minute.
    os.environ.setdefault("PREFECT_CLIENT_RETRY_EXTRA_CODES", "500")
