"""How far a run is, for whoever listens in this process, and the wish to stop it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

Listener = Callable[[int, int], None]

_listeners: list[Listener] = []
# Set by whoever wants the run to end; shards then commit what they have.
stop = Event()
# Set when a shard has found that nothing more can be written, which ends the others, too.
hopeless = Event()


def ending() -> bool:
    """Whether shards are to commit what they have and to end."""
    return stop.is_set() or hopeless.is_set()


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Call the listener with the number of cases answered and failed, whenever a block comes back."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def advance(answered: int, failed: int) -> None:
    """Tell all listeners."""
    for listener in _listeners:
        listener(answered, failed)


@contextmanager
def uncommitted() -> Iterator[Listener]:
    """Tell listeners of answers that are not committed yet, and take that back if an error loses them.

    They will be solved, and told, again.
    """
    told = [0, 0]

    def tell(answered: int, failed: int) -> None:
        told[0] += answered
        told[1] += failed
        advance(answered, failed)

    try:
        yield tell
    except BaseException:
        advance(-told[0], -told[1])
        raise
