"""The calls that workers have: what they are, at which cases workers are, and why a call has no result."""

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from solvers.wording.counts import some
from tasks.executor import CaseTimedOut, Lost, WorkerDied, WorkerHung

# Topic of the scheduler's events for what workers tell of their calls.
TOPIC = "jeopardice"


@dataclass(frozen=True)
class At:
    """The cases at which a worker is.

    Parameters
    ----------
    cases : their numbers within the call's block
    since : when they began, by the monotonic clock of the launcher
    """

    cases: tuple[int, ...]
    since: float


@dataclass
class Call:
    """A call that the scheduler has received.

    Parameters
    ----------
    what : description in words
    seconds : estimated seconds
    at : where each worker that had it was last, by its address
    hung : number of workers that were restarted as they hung with it
    late : the seconds that a case had, and the cases for which it was given up
    """

    what: str
    seconds: float
    at: dict[str, At] = field(default_factory=dict)
    hung: int = 0
    late: tuple[float, tuple[int, ...]] | None = None

    def lost(self) -> Lost:
        """Return why it has no result."""
        if self.late is not None:
            return CaseTimedOut(*self.late)
        ends = [at.cases for at in self.at.values()]
        cases = ends[-1] if ends else ()
        # One worker may have been killed by others. Two that end at the same place were not.
        guilty = len(ends) > 1 and len(set(ends)) == 1
        if self.hung:
            said = f"{some(self.hung, 'worker')} one after the other hung and were restarted."
            return WorkerHung(said, cases, guilty)
        workers = some(len(ends), "worker") if guilty else "Workers"
        said = f"{workers} one after the other died with it. That mostly means too little memory."
        return WorkerDied(said, cases, guilty)


class PendingCalls:
    """The calls of a client that have not returned, by their keys; used from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._calls: dict[str, Call] = {}

    def began(self, key: str, call: Call) -> None:
        """Note that a call was given to the scheduler."""
        with self._lock:
            self._calls[key] = call

    def ended(self, key: str) -> Call | None:
        """Return a call that has ended, and forget it."""
        with self._lock:
            return self._calls.pop(key, None)

    def told(self, event: tuple[float, Any]) -> None:
        """Note what a worker has told: that cases of a call begin.

        Parameters
        ----------
        event : event of the scheduler, perhaps of another launcher's call
        """
        _, what = event
        if not isinstance(what, Mapping):
            return
        with self._lock:
            if call := self._calls.get(str(what.get("key"))):
                # The newest worker comes last.
                call.at.pop(worker := str(what["worker"]), None)
                call.at[worker] = At(tuple(what["cases"]), time.monotonic())

    def hung(self, keys: Iterable[str]) -> None:
        """Note that the worker of these calls is restarted, as it hangs."""
        with self._lock:
            for key in keys:
                if key in self._calls:
                    self._calls[key].hung += 1

    def late(self, processing: Mapping[str, Collection[str]], seconds: float) -> list[tuple[str, str]]:
        """Return calls that are late now, as worker and key, and mark them so.

        Several cases that begin together have no longer: if they are late, they are tried apart.

        Parameters
        ----------
        processing : keys of calls by worker
        seconds : what a case may take
        """
        now, found = time.monotonic(), list[tuple[str, str]]()
        with self._lock:
            for worker, keys in processing.items():
                for key in self._calls.keys() & set(keys):
                    call, at = self._calls[key], self._calls[key].at.get(worker)
                    if at is not None and call.late is None and now - at.since > seconds:
                        call.late = seconds, at.cases
                        found.append((worker, key))
        return found

    def known(self, keys: Iterable[str]) -> frozenset[str]:
        """Return those keys of calls that are ours."""
        with self._lock:
            return frozenset(keys) & self._calls.keys()

    def words(self, keys: Iterable[str]) -> str:
        """Return what these calls are."""
        with self._lock:
            return "; ".join(sorted({self._calls[key].what for key in keys if key in self._calls}))

    def longest(self, keys: Iterable[str]) -> float:
        """Return the estimated seconds of the longest of these calls."""
        with self._lock:
            return max((self._calls[key].seconds for key in keys if key in self._calls), default=0.0)
