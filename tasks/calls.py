"""Calls to workers; a call whose worker died is retried."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any, Generic, TypeVar

from storage.checkpoints import Place
from tasks import progress
from tasks.executor import CaseTimedOut, Workers
from tasks.outcomes import Outcomes

# Number of attempts for a call whose worker died.
ATTEMPTS = 3
# Type of the numbers of calls.
Number = TypeVar("Number", int, Place)


class CallLost(RuntimeError):
    """A call that kills every worker that runs it."""


class Ending(Exception):
    """The run is asked to stop."""


class Calls(Generic[Number]):
    """Calls to workers; new ones may begin while others run.

    Parameters
    ----------
    workers : where they run
    seconds : estimated seconds of a call
    """

    def __init__(self, workers: Workers, seconds: float) -> None:
        self._workers, self._seconds = workers, seconds
        # Kept, as finding the workers takes 10 ms, and there are hundreds of stages.
        self._executor: Executor | None = None
        self._calls: dict[Number, tuple[Any, ...]] = {}
        self._outcomes: Outcomes[Number] = Outcomes(workers, {})
        self._lost: Counter[Number] = Counter()

    def begin(self, calls: dict[Number, tuple[Any, ...]]) -> None:
        """Start calls, in addition to those running: functions with their arguments, by number."""
        self._executor = executor = self._executor or self._workers.executor(self._seconds)
        self._calls |= calls
        self._outcomes.add({executor.submit(*call): number for number, call in calls.items()})

    def cancel(self) -> None:
        """Give up the calls that have not ended."""
        self._outcomes.cancel()

    def ended(self) -> Iterator[tuple[Number, Any]]:
        """Results of calls by number, in the order in which they end.

        Raises
        ------
        CallLost
            if a call's workers died ATTEMPTS times
        CaseTimedOut
            if it took too long
        Ending
            if the run is to stop; results of finished calls have been yielded
        """
        while self._calls:
            for number, result in self._outcomes:
                if isinstance(result, CaseTimedOut):
                    raise result
                if isinstance(result, BaseException):
                    self._count_lost(number)
                else:
                    del self._calls[number]
                    yield number, result
            if self._calls:
                if progress.ending():
                    raise Ending
                self._executor = None
                self.begin(self._calls)

    def _count_lost(self, number: Number) -> None:
        self._lost[number] += 1
        if self._lost[number] == ATTEMPTS:
            raise CallLost(
                f"piece {number}: its worker died in each of {ATTEMPTS} attempts. Do the workers have enough"
                " memory?"
            )
