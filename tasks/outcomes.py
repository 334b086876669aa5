"""What calls to workers give, as they end."""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeVar

from tasks import progress
from tasks.executor import Workers

# How often who waits looks whether it shall stop and whether anybody is working, in seconds.
LOOK = 0.2
Item = TypeVar("Item")


def outcomes(waiting: dict[Future[Any], Item], workers: Workers) -> Iterator[tuple[Item, Any]]:
    """What calls gave as they end, or the error of a call that took its worker down.

    They go on until all have ended or the run is to stop.

    Parameters
    ----------
    waiting : calls, and whatever the caller knows them by; used up
    workers : where they run
    """
    while waiting:
        finished, _ = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
        for future in finished:
            item, error = waiting.pop(future), future.exception()
            if error is not None and not workers.lost(error):
                raise error
            yield item, error or future.result()
        workers.check()
        if progress.ending():
            for future in waiting:
                future.cancel()
            return
