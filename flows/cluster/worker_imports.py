"""Imports of the process that local workers are forked from, without garbage collection, which took an eighth
of the processor time until there is a worker.

Nothing here starts a thread, as a forked worker lacks the thread and would wait for its work. Icechunk 2
starts threads when it is imported, so each worker imports it, and what needs it, itself.
"""

from flows.cluster.forking import refuse_threads
from flows.quick_imports import quick_imports

with quick_imports():
    import zarr  # noqa: F401

    import tasks.first_kernel  # noqa: F401

refuse_threads()
