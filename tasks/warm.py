"""Preload of a worker: load the parts of Numba that the first kernel needs, and limit mapped memory."""

from typing import Any

from tasks import block, first_kernel
from tasks.shared_table import have_at_most

__all__ = ["block", "first_kernel"]

# Share of a worker's memory at which it releases the table of a large case; Dask pauses a worker at 0.8.
SHARE_OF_MEMORY = 0.6


def dask_setup(worker: Any) -> None:
    """Keep the worker, with its mapped tables, within the memory that Dask was told it has."""
    if worker.memory_manager.memory_limit is not None:
        have_at_most(SHARE_OF_MEMORY * worker.memory_manager.memory_limit)
