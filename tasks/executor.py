"""What a shard needs in order to run blocks; `flows.cluster.workers` provides it."""

from concurrent.futures import Executor, Future
from typing import Any, Protocol


class ConnectionBroke(ConnectionError):
    """The connection to the workers broke; another attempt may reconnect."""


class ClusterUnreachable(RuntimeError):
    """There is no Dask scheduler, or none with workers, after waiting; unlike a `ConnectionError`, final."""


class WorkerHung(TimeoutError):
    """A call that did not end, and whose workers were restarted for that."""


class Workers(Protocol):
    """Where blocks run.

    Parameters
    ----------
    one_by_one : whether a shard waits until the one before has ended
    """

    one_by_one: bool

    def executor(self, seconds: float = 0.0) -> Executor:
        """A working connection: the current one, or a new one if that broke.

        Parameters
        ----------
        seconds : estimated seconds of its longest call

        Raises
        ------
        ClusterUnreachable
            if there are no workers, even after waiting
        ConnectionBroke
            if the connection broke just now
        """
        ...

    def check(self) -> None:
        """Check that there are workers; called now and then while waiting for blocks.

        Raises
        ------
        ConnectionBroke
            if the connection broke
        ClusterUnreachable
            if there have been no workers for a while
        """
        ...

    def working(self) -> dict[str, str]:
        """Return what each worker had at the last check, in words, by its name; from any thread."""
        ...

    def lost(self, error: BaseException) -> bool:
        """Whether an error says that a block's worker died or hung, and not that something else failed."""
        ...


class InProcess(Executor):
    """Runs everything in the calling thread, at once: for debugging."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call, and return a future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
