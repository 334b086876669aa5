"""Environment variables for processes that are started meanwhile."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def environment(told: Mapping[str, str]) -> Iterator[None]:
    """Set variables as long as the block lasts.

    Parameters
    ----------
    told : values by name
    """
    before = {name: os.environ.get(name) for name in told}
    os.environ.update(told)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
