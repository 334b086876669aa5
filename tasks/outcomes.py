"""Results of calls to workers, as they end."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from tasks import progress
from tasks.executor import Workers

# How often who waits looks whether it shall stop and whether anybody is working, in seconds.
LOOK = 0.2
Item = TypeVar("Item")


class Outcomes(Generic[Item]):
    """What calls gave as they end, or the error of a call that took its worker down.

    They go on until all have ended or the run is to stop. Calls tell of their ends: to wait for the first of
    them all would look at all of them whenever one ends, and a stage may have hundreds, a checkpoint tens of
    thousands.

    Parameters
    ----------
    workers : where they run
    waiting : calls, and whatever the caller knows them by
    """

    def __init__(self, workers: Workers, waiting: Mapping[Future[Any], Item]) -> None:
        self._workers = workers
        self._waiting: dict[Future[Any], Item] = {}
        self._ended: SimpleQueue[Future[Any]] = SimpleQueue()
        self.add(waiting)

    def add(self, waiting: Mapping[Future[Any], Item]) -> None:
        """Wait for these, too."""
        self._waiting |= waiting
        for future in waiting:
            future.add_done_callback(self._ended.put)

    def __iter__(self) -> Iterator[tuple[Item, Any]]:
        while self._waiting:
            for future in self._just_ended():
                item, error = self._waiting.pop(future), future.exception()
                if error is not None and not self._workers.lost(error):
                    raise error
                yield item, error or future.result()
            self._workers.check()
            if progress.ending():
                for future in self._waiting:
                    future.cancel()
                return

    def _just_ended(self) -> Iterator[Future[Any]]:
        """Those that have ended; if none has, the first of the next moment."""
        try:
            yield self._ended.get(timeout=LOOK)
        except Empty:
            return
        # Not those that end meanwhile: whoever waits looks around between.
        for _ in range(self._ended.qsize()):
            yield self._ended.get_nowait()
