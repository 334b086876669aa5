"""Results of calls to workers, as they end."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from tasks import progress
from tasks.executor import Lost, Workers

# Seconds between checks whether to stop, and whether there are workers.
LOOK = 0.2
Item = TypeVar("Item")


class Outcomes(Generic[Item]):
    """Results of calls as they end, or `Lost` of a call whose worker died, hung or took too long.

    They go on until all calls have ended or the run is to stop. Calls report their ends: waiting for the
    first of all of them would check each of them whenever one ends, and a stage may have hundreds, a
    checkpoint tens of thousands.

    Parameters
    ----------
    workers : where they run
    waiting : calls, and the caller's identifiers for them
    """

    def __init__(self, workers: Workers, waiting: Mapping[Future[Any], Item]) -> None:
        self._workers = workers
        self._waiting: dict[Future[Any], Item] = {}
        self._ended: SimpleQueue[Future[Any]] = SimpleQueue()
        self.add(waiting)

    def add(self, waiting: Mapping[Future[Any], Item]) -> None:
        """Wait for more calls."""
        self._waiting |= waiting
        for future in waiting:
            future.add_done_callback(self._ended.put)

    def __iter__(self) -> Iterator[tuple[Item, Any]]:
        while self._waiting:
            for future in self._just_ended():
                item, error = self._waiting.pop(future), future.exception()
                if error is not None and not isinstance(error, Lost):
                    raise error
                yield item, error or future.result()
            self._workers.check()
            if progress.ending():
                self.cancel()
                return

    def cancel(self) -> None:
        """Give up the calls that have not ended."""
        for future in self._waiting:
            future.cancel()

    def _just_ended(self) -> Iterator[Future[Any]]:
        """Calls that have ended; if none has, the next one to end within a moment."""
        try:
            yield self._ended.get(timeout=LOOK)
        except Empty:
            return
        # Without calls that end meanwhile, so that the caller can check between results.
        for _ in range(self._ended.qsize()):
            yield self._ended.get_nowait()
