"""What the workers of a local cluster are forked with, imported without looking for garbage: that was an
eighth of the processor time before there is a worker.

Nothing of this starts a thread, as a thread is not in the workers, and what it was to do is never done.
Icechunk 2 starts some when it is imported, so each worker imports it, and what needs it, by itself.
"""

from flows.cluster.forking import refuse_threads
from flows.quick_imports import quick_imports

with quick_imports():
    import zarr  # noqa: F401

    import tasks.first_kernel  # noqa: F401

refuse_threads()
