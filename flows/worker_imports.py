"""What the workers of a local cluster are forked with, imported without looking for garbage: that was an
eighth of the processor time before there is a worker.
"""

from flows.quick_imports import quick_imports

with quick_imports():
    import distributed.nanny  # noqa: F401

    import flows.cli  # noqa: F401
    import tasks.warm  # noqa: F401
