"""What a shard needs to run blocks; `flows.cluster.workers` provides it."""

from concurrent.futures import Executor, Future
from typing import Any, Protocol


class ConnectionBroke(ConnectionError):
    """The connection to the workers broke; another attempt may find them again."""


class ClusterUnreachable(RuntimeError):
    """There is no Dask scheduler, or none with workers, and waiting was given up: no connection error, which
    might pass.
    """


class WorkerHung(TimeoutError):
    """A call on which workers hung until they were restarted."""


class Workers(Protocol):
    """Where blocks run.

    Parameters
    ----------
    one_by_one : whether a shard waits for the one before
    """

    one_by_one: bool

    def executor(self, seconds: float = 0.0) -> Executor:
        """A connection that works now: the one there is, or a new one if that broke.

        Parameters
        ----------
        seconds : that the longest of its calls is thought to take

        Raises
        ------
        ClusterUnreachable
            if there is nobody to work, and waiting was given up
        ConnectionBroke
            if the connection broke just now
        """
        ...

    def check(self) -> None:
        """Look whether somebody is working; called now and then by who waits for blocks.

        Raises
        ------
        ConnectionBroke
            if the connection broke
        ClusterUnreachable
            if nobody has worked for a while
        """
        ...

    def lost(self, error: BaseException) -> bool:
        """Whether an error says that a block took its worker down, or hung, and not that anything else went
        wrong.
        """
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
