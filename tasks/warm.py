"""A worker's preload: what Numba loads with the first kernel of a process takes half a second, and now nobody
waits for it; and how much memory the worker may have.
"""

from typing import Any

from tasks import block, first_kernel
from tasks.shared_table import have_at_most

__all__ = ["block", "first_kernel"]

# Of a worker's memory, where it lets go of the table of a large case; Dask pauses a worker at 0.8.
SHARE_OF_MEMORY = 0.6


def dask_setup(worker: Any) -> None:
    """Keep the worker, with what it maps, within the memory that Dask was told that it has."""
    if worker.memory_manager.memory_limit is not None:
        have_at_most(SHARE_OF_MEMORY * worker.memory_manager.memory_limit)
