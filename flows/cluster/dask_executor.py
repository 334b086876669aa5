"""Blocks as futures of a Dask client that always complete.

Distributed's own executor drops the error of a connection that breaks while a result is being fetched, so a
caller that waits for that result waits for ever.
"""

import asyncio
from collections.abc import Collection
from concurrent.futures import CancelledError, Executor, Future, wait
from typing import Any
from uuid import uuid4

import distributed
from distributed import Client, KilledWorker
from distributed.client import ClosedClientError
from distributed.comm.core import CommClosedError

from flows.cluster.pending_calls import Call, PendingCalls
from flows.cluster.telling import tell
from tasks.executor import ConnectionBroke
from tasks.sending import called

# Seconds between checks, while fetching, that the client is still there.
LOOK = 0.5


class DaskExecutor(Executor):
    """Calls functions on a client's workers.

    Parameters
    ----------
    client : a connected client
    calls : is told what workers receive and return
    seconds : estimated seconds of the longest call
    workers : addresses of those with enough memory; None for all
    """

    def __init__(
        self,
        client: Client,
        calls: PendingCalls,
        seconds: float = 0.0,
        workers: Collection[str] | None = None,
    ) -> None:
        self._client, self._calls, self._seconds = client, calls, seconds
        # If these have ended, Dask takes any other.
        self._where = {} if workers is None else {"workers": list(workers), "allow_other_workers": True}

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call on some worker, and on another one if that worker dies.

        Raises
        ------
        ConnectionBroke
            if the client was closed meanwhile; the future raises it if the connection broke, and `Lost` if
            something became of the workers
        """
        answer: Future[Any] = Future()
        key = f"{fn.__name__}-{uuid4().hex}"
        # First, as a worker may tell of it at once.
        self._calls.began(key, Call(str(args[0]) if args else fn.__name__, self._seconds))
        try:
            running = self._client.submit(called, tell, fn, *args, **kwargs, key=key, **self._where)
        except ClosedClientError as error:
            self._calls.ended(key)
            raise _broke(error) from None
        answer.add_done_callback(lambda done: running.cancel() if done.cancelled() else None)  # type: ignore[no-untyped-call]
        running.add_done_callback(lambda done: self._hand_over(done, answer))  # type: ignore[no-untyped-call]
        return answer

    def _hand_over(self, done: distributed.Future[Any], answer: Future[Any]) -> None:
        """Fetch the result of a call, whatever happens meanwhile."""
        call = self._calls.ended(str(done.key))
        if not answer.set_running_or_notify_cancel():
            return
        try:
            answer.set_result(self._fetched(done))
        except (CancelledError, CommClosedError, KilledWorker) as error:
            if call is not None and (call.late or isinstance(error, KilledWorker)):
                answer.set_exception(call.lost())
            else:
                answer.set_exception(_broke(error))
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
