"""Signs of life of a run, kept in its store for `jeopardice status`. They never fail the run."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from threading import Event, Thread

from flows.terminal.errors import heard_by
from flows.terminal.refusals import sentence
from storage.running import (
    BEAT_SECONDS,
    BUCKET_SECONDS,
    DIRECTORY,
    MOST_EVENTS,
    MOST_WORKERS,
    Running,
    State,
    forget,
    shortened,
    tell,
)
from tasks import log, progress
from tasks.work import Stopped, Work

# The rate is that of the last minute.
RATE_SECONDS = 60.0
# Longest wait for the last sign, as a bucket may be out of reach.
LAST_SECONDS = 5.0


@contextmanager
def heartbeat(
    sweep: str, cases: int, work: Work, warn: Callable[[str], None]
) -> Iterator[Callable[[str], None]]:
    """Tell of a run as long as the block lasts. If it ends well, nothing is left; otherwise the reason is.

    Yields a function to be called with the reason if the run fails without an error.

    Parameters
    ----------
    sweep : name of the sweep
    cases : number of cases to answer, mirrors included
    work : the work of the sweep
    warn : called, once and from another thread, with a sentence if nothing can be told
    """
    beating = _Beating(sweep, cases, work, warn)
    with progress.listening(None, teller=beating.event), heard_by(beating.event), beating:
        yield beating.fail


class _Beating:
    """The thread that tells, and what it tells."""

    def __init__(self, sweep: str, cases: int, work: Work, warn: Callable[[str], None]) -> None:
        self._work, self._warn, self._warned = work, warn, False
        self._files, self._place = work.store.files, work.store.location.path
        beat = BUCKET_SECONDS if self._place is None else BEAT_SECONDS
        self._run = Running.begin(work.metadata["run"], sweep, cases, beat)
        self._events: deque[str] = deque(maxlen=MOST_EVENTS)
        self._counts = deque([(work.started, 0)], maxlen=1 + round(RATE_SECONDS / beat))
        self._over = Event()
        self._ended: State | None = None
        self._error = ""
        # A bucket that does not answer must not keep the process.
        self._thread = Thread(target=self._beat, name="heartbeat", daemon=True)

    def event(self, words: str) -> None:
        """Note an event, from any thread."""
        self._note(words, logging.WARNING)
        self._events.append(shortened(f"{datetime.now(UTC):%H:%M:%S} {words}"))

    def fail(self, reason: str) -> None:
        """Note that the run has failed."""
        self._ended, self._error = State.FAILED, shortened(reason)

    def __enter__(self) -> None:
        self._note("run begun", cases=self._run.cases)
        self._thread.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, Stopped):
            self.fail(sentence(error))
        elif error is not None:
            self._ended = State.STOPPED
        answered, failed = self._work.counted.both
        self._note(f"run {self._ended or 'ended'}", answered=answered, failed=failed, error=self._error)
        self._over.set()
        self._thread.join(LAST_SECONDS)

    def _note(self, event: str, level: int = logging.INFO, **fields: object) -> None:
        log.note(event, level, run=self._run.run, sweep=self._run.sweep, **fields)

    def _beat(self) -> None:
        forget(self._files, self._run.sweep)
        told = self._tried(lambda: tell(self._files, self._now()))
        while not self._over.wait(self._run.beat):
            told = self._tried(self._tell)
        # What refused a moment ago is not waited for again.
        if told and not self._tried(self._tell_the_end):
            # As on a full disk: better no sign than one of a run that goes on.
            self._tried(self._delete)

    def _tried(self, telling: Callable[[], None]) -> bool:
        """Whether it could be told."""
        try:
            telling()
        except Exception as error:
            # The boundary of the thread: whatever it is, the run goes on, and its log has it.
            if not self._warned:
                self._warned = True
                self._warn(f"`jeopardice status` cannot tell how far this run is. {sentence(error)}")
            return False
        return True

    def _tell(self) -> None:
        # A store that was removed is not begun again.
        if self._place is None or (self._place / DIRECTORY).is_dir():
            tell(self._files, self._now())

    def _tell_the_end(self) -> None:
        if self._ended is None:
            self._delete()
        else:
            self._tell()

    def _delete(self) -> None:
        self._files.delete(self._run.file)

    def _now(self) -> Running:
        answered, failed = self._work.counted.both
        working = self._work.workers.working()
        return self._run.model_copy(
            update={
                "told": datetime.now(UTC),
                "answered": answered,
                "failed": failed,
                "rate": self._rate(answered),
                "workers": len(working),
                "working": {name: shortened(what) for name, what in islice(working.items(), MOST_WORKERS)},
                "events": tuple(self._events),
                "ended": self._ended,
                "error": self._error,
            }
        )

    def _rate(self, answered: int) -> float:
        """Return the cases per second of the last minute; if none was answered then, since the beginning."""
        now = time.monotonic()
        since, before = self._counts[0]
        self._counts.append((now, answered))
        if answered <= before:
            since, before = self._work.started, 0
        return max(0.0, (answered - before) / (now - since)) if now > since else 0.0
