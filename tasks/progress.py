"""Progress of a run for listeners in this process, and the request to stop it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock

Listener = Callable[[int, int], None]
Teller = Callable[[str], None]

_listeners: list[Listener] = []
# Listeners to events, as sentences.
_tellers: list[Teller] = []
# Listeners to steps within a case.
_inner: list[Listener] = []
# Set to stop the run; shards then commit what they have.
stop = Event()
# Set when a shard finds that nothing can be written any more, or when Prefect ends the flow; stops all.
hopeless = Event()


def ending() -> bool:
    """Whether shards should commit what they have and stop."""
    return stop.is_set() or hopeless.is_set()


class Counted:
    """Numbers of cases answered and failed, those that failed among the answered ones; from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._answered = self._failed = 0

    def add(self, answered: int, failed: int) -> None:
        """Count cases; negative numbers take them back."""
        with self._lock:
            self._answered += answered
            self._failed += failed

    @property
    def both(self) -> tuple[int, int]:
        """Return both numbers."""
        with self._lock:
            return self._answered, self._failed


@contextmanager
def listening(
    listener: Listener | None, inner: Listener | None = None, teller: Teller | None = None
) -> Iterator[None]:
    """Call the listener with the numbers of cases answered and failed, whenever a block returns.

    Parameters
    ----------
    listener : called with both numbers; None if only events matter
    inner : called during a case that is solved in steps, with the number of steps done and of all steps
    teller : called with a sentence about an event, from any thread
    """
    if listener is not None:
        _listeners.append(listener)
    if teller is not None:
        _tellers.append(teller)
    if inner is not None:
        _inner.append(inner)
    try:
        yield
    finally:
        if listener is not None:
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
def uncommitted(counted: Counted) -> Iterator[Listener]:
    """Report answers that are not committed yet, and take the report back if an error loses them.

    They will be solved, and reported, again.

    Parameters
    ----------
    counted : counts them, too
    """
    told = [0, 0]

    def count(answered: int, failed: int) -> None:
        told[0] += answered
        told[1] += failed
        counted.add(answered, failed)
        advance(answered, failed)

    try:
        yield count
    except BaseException:
        counted.add(-told[0], -told[1])
        advance(-told[0], -told[1])
        raise


def within(done: int, steps: int) -> None:
    """Report the progress of a case that is solved in steps."""
    for listener in _inner:
        listener(done, steps)
