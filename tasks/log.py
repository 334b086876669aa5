"""What happens in a run, as records of the logger `jeopardice`. Each says, in `fields`, of which run, sweep,
shard, block and case it is, as far as it is of one.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

LOGGER = logging.getLogger("jeopardice")
# Without a handler, Python would print warnings.
LOGGER.addHandler(logging.NullHandler())
LOGGER.propagate = False
Fields = Mapping[str, object]

_about: ContextVar[Fields] = ContextVar("about", default=MappingProxyType({}))


@contextmanager
def about(**fields: object) -> Iterator[None]:
    """Let all records of the block have these fields, too."""
    before = _about.set({**_about.get(), **fields})
    try:
        yield
    finally:
        _about.reset(before)


def note(event: str, level: int = logging.INFO, **fields: object) -> None:
    """Make a record.

    Parameters
    ----------
    event : what has happened, in words that are the same for all events of a kind, or a sentence
    level : of importance, as in `logging`
    fields : whom and what it is about
    """
    LOGGER.log(level, event, extra={"fields": {**_about.get(), **fields}})


def warn(event: str, **fields: object) -> None:
    """Make a record of what somebody may want to look at."""
    note(event, logging.WARNING, **fields)
