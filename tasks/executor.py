"""What a shard needs in order to run blocks; `flows.cluster.workers` provides it."""

from concurrent.futures import Executor, Future
from typing import Any, Protocol


class ConnectionBroke(ConnectionError):
    """The connection to the workers broke; another attempt may reconnect."""


class ClusterUnreachable(RuntimeError):
    """There is no Dask scheduler, or none with workers, after waiting; unlike a `ConnectionError`, final."""


class Lost(Exception):
    """A call without a result, as something became of its worker.

    Parameters
    ----------
    said : what became of it, in words
    at : numbers, within the call's block, of the cases at which that happened; empty if not known
    guilty : whether these cases are the cause beyond doubt
    """

    def __init__(self, said: str, at: tuple[int, ...] = (), guilty: bool = False) -> None:
        super().__init__(said)
        self.at, self.guilty = at, guilty


class WorkerDied(Lost):
    """The workers of a call died."""


class WorkerHung(Lost):
    """A call did not end, and its workers were restarted for that."""


class CaseTimedOut(Lost):
    """A case took longer than it may.

    Parameters
    ----------
    seconds : what it had
    at : as for `Lost`
    """

    def __init__(self, seconds: float, at: tuple[int, ...] = ()) -> None:
        super().__init__(f"it took longer than {seconds:g} s, the limit that --case-timeout sets.", at, True)


class Workers(Protocol):
    """Where blocks run.

    Parameters
    ----------
    one_by_one : whether a shard waits until the one before has ended
    case_timeout : seconds that a case may take; None if as long as it likes
    """

    one_by_one: bool
    case_timeout: float | None

    def executor(self, seconds: float = 0.0, memory: float = 0.0) -> Executor:
        """A working connection: the current one, or a new one if that broke. Its calls raise `Lost`.

        Parameters
        ----------
        seconds : estimated seconds of its longest call
        memory : bytes that its largest call takes; workers with less get none, if there are others

        Raises
        ------
        ClusterUnreachable
            if there are no workers, even after waiting
        ConnectionBroke
            if the connection broke just now
        """
        ...

    def most_memory(self) -> float | None:
        """Return the bytes that the worker with the most memory may use; None if nobody knows."""
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
