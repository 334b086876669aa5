"""When Python looks for garbage: not while it imports, and not for a last time at the end.

Each look goes through all that Prefect and Dask have made, which is what stays. It takes a fifth of the time
of importing them, and up to a second of every exit.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quick_imports() -> Iterator[None]:
    """No garbage is looked for inside, and what there is by then is not looked through again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
