"""The progress of a run for listeners in this process, and the request to stop it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

Listener = Callable[[int, int], None]
Teller = Callable[[str], None]

_listeners: list[Listener] = []
# Those who want to know what happens besides, in words.
_tellers: list[Teller] = []
# Those who want to know of steps within a case.
_inner: list[Listener] = []
# Set by whoever wants the run to end; shards then commit what they have.
stop = Event()
# Set when a shard has found that nothing more can be written, which ends the others, too.
hopeless = Event()


def ending() -> bool:
    """Whether shards are to commit what they have and to end."""
    return stop.is_set() or hopeless.is_set()


@contextmanager
def listening(
    listener: Listener, inner: Listener | None = None, teller: Teller | None = None
) -> Iterator[None]:
    """Call the listener with the number of cases answered and failed, whenever a block comes back.

    Parameters
    ----------
    listener : is called
    inner : is called within a case that is solved in steps, with the steps done and all of them
    teller : is called with a sentence on what happens besides, from any thread
    """
    _listeners.append(listener)
    if teller is not None:
        _tellers.append(teller)
    if inner is not None:
        _inner.append(inner)
    try:
        yield
    finally:
        _listeners.remove(listener)
        if teller is not None:
            _tellers.remove(teller)
        if inner is not None:
            _inner.remove(inner)


def advance(answered: int, failed: int) -> None:
    """Tell all listeners."""
    for listener in _listeners:
        listener(answered, failed)


def tell(words: str) -> None:
    """Tell listeners about an event, such as a lost worker or another run."""
    for teller in _tellers:
        teller(words)


@contextmanager
def uncommitted() -> Iterator[Listener]:
    """Tell listeners of answers that are not committed yet, and take that back if an error loses them.

    They will be solved, and told, again.
    """
    told = [0, 0]

    def count(answered: int, failed: int) -> None:
        told[0] += answered
        told[1] += failed
        advance(answered, failed)

    try:
        yield count
    except BaseException:
        advance(-told[0], -told[1])
        raise


def within(done: int, steps: int) -> None:
    """Tell all listeners how far a case is that is solved in steps."""
    for listener in _inner:
        listener(done, steps)
