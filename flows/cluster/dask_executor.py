"""Blocks as futures of a Dask client that always complete.

Distributed's own executor drops the error of a connection that breaks while a result is being fetched, so a
caller that waits for that result waits for ever.
"""

import asyncio
from concurrent.futures import CancelledError, Executor, Future, wait
from typing import Any
from uuid import uuid4

import distributed
from distributed import Client, KilledWorker
from distributed.client import ClosedClientError
from distributed.comm.core import CommClosedError

from flows.cluster.silence import Silence
from tasks.executor import ConnectionBroke
from tasks.sending import called

# Seconds between checks, while fetching, that the client is still there.
LOOK = 0.5


class DaskExecutor(Executor):
    """Calls functions on a client's workers.

    Parameters
    ----------
    client : a connected client
    silence : is told what workers receive and return
    seconds : estimated seconds of the longest call
    """

    def __init__(self, client: Client, silence: Silence, seconds: float = 0.0) -> None:
        self._client, self._silence, self._seconds = client, silence, seconds

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call on some worker, and on another one if that worker dies.

        Raises
        ------
        ConnectionBroke
            if the client was closed meanwhile; the future raises it if the connection broke
        """
        answer: Future[Any] = Future()
        try:
            running = self._client.submit(called, fn, *args, **kwargs, key=f"{fn.__name__}-{uuid4().hex}")
        except ClosedClientError as error:
            raise _broke(error) from None
        self._silence.began(str(running.key), str(args[0]) if args else fn.__name__, self._seconds)
        answer.add_done_callback(lambda done: running.cancel() if done.cancelled() else None)  # type: ignore[no-untyped-call]
        running.add_done_callback(lambda done: self._hand_over(done, answer))  # type: ignore[no-untyped-call]
        return answer

    def _hand_over(self, done: distributed.Future[Any], answer: Future[Any]) -> None:
        """Fetch the result of a call, whatever happens meanwhile."""
        hung = self._silence.ended(str(done.key))
        if not answer.set_running_or_notify_cancel():
            return
        try:
            answer.set_result(self._fetched(done))
        except (CancelledError, CommClosedError) as error:
            answer.set_exception(_broke(error))
        except KilledWorker as error:
            answer.set_exception(hung or error)
        except BaseException as error:
            # Any error is for the caller that waits.
            answer.set_exception(error)
        finally:
            # If a worker leaves, its copy is lost: a result that has been fetched must not be computed again.
            done.release()  # type: ignore[no-untyped-call]

    def _fetched(self, done: distributed.Future[Any]) -> Any:
        """The result of a call. Distributed itself waits for ever if the client is closed meanwhile, and
        Python waits for this thread at exit.
        """
        loop: Any = self._client.loop
        fetching: Future[Any] | None = None
        while fetching is None or not fetching.done():
            if self._client.status != "running":
                raise CancelledError("the client was closed")
            if fetching is None:
                fetched = done._result()  # type: ignore[no-untyped-call]
                fetching = asyncio.run_coroutine_threadsafe(fetched, loop.asyncio_loop)
            wait([fetching], LOOK)
        return fetching.result()


def _broke(error: BaseException) -> ConnectionBroke:
    return ConnectionBroke(
        f"The connection to the Dask scheduler broke: {error!r}. Check that it runs, then run again."
    )
