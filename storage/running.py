"""What runs on a store now: each run keeps a small file in it that says how far it is.

Such a file is no part of the datasets. Whoever can write to the store can write one, so it is checked when it
is read. A launcher that dies leaves its file behind.
"""

import os
import platform
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from storage.errors import StoreError
from storage.objects import Objects

DIRECTORY = "running"
# Seconds between two signs of life; in a bucket each is paid for.
BEAT_SECONDS, BUCKET_SECONDS = 2.0, 10.0
# Seconds without one after which a run counts as silent.
SILENT_SECONDS = 30.0
# Longest sentence in characters, most events, most workers, largest file in bytes.
LONGEST, MOST_EVENTS, MOST_WORKERS, LARGEST = 1000, 5, 20, 1_000_000
# Lowest rate of which a time left follows, in cases per second.
SLOWEST = 1e-9
Words = Annotated[str, StringConstraints(max_length=LONGEST)]
Count = Annotated[int, Field(ge=0, le=2**53)]


class State(StrEnum):
    """What is known of a run."""

    RUNNING = "running"
    SILENT = "silent"
    DIED = "died"
    STOPPED = "stopped"
    FAILED = "failed"


class Running(BaseModel):
    """One run, as it last told of itself.

    Attributes
    ----------
    run : its id, as in the history
    sweep : name of the sweep
    host, process : where its launcher runs
    begun, told : when it began, and when it told this, by the clock of that host
    beat : seconds between two signs of life
    cases : number of cases to answer, mirrors included
    answered, failed : how many of them have an answer or an error; how many of these have an error
    rate : cases per second lately
    workers : how many workers have something to solve
    working : what some of them have
    events : what happened lately, the newest last
    ended : how it ended; None if it has not
    error : why it failed
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    run: Annotated[str, StringConstraints(pattern="^[0-9A-Za-z-]{1,64}$")]
    sweep: Words
    host: Words
    process: Count
    begun: AwareDatetime
    told: AwareDatetime
    beat: Annotated[float, Field(gt=0, le=SILENT_SECONDS / 2)]
    cases: Count
    answered: Count = 0
    failed: Count = 0
    rate: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    workers: Count = 0
    working: Annotated[dict[Words, Words], Field(max_length=MOST_WORKERS)] = {}
    events: Annotated[tuple[Words, ...], Field(max_length=MOST_EVENTS)] = ()
    ended: Literal[State.STOPPED, State.FAILED] | None = None
    error: Words = ""

    @classmethod
    def begin(cls, run: str, sweep: str, cases: int, beat: float = BEAT_SECONDS) -> Self:
        """Return a run that this process begins now.

        Parameters
        ----------
        run, sweep, cases, beat : as in the attributes
        """
        now = datetime.now(UTC)
        return cls(
            run=run,
            sweep=sweep,
            host=platform.node(),
            process=os.getpid(),
            begun=now,
            told=now,
            beat=beat,
            cases=cases,
        )

    @property
    def file(self) -> str:
        """Name of its file in the store."""
        return f"{DIRECTORY}/{self.run}.json"

    @property
    def seconds_left(self) -> float | None:
        """Seconds until it ends, at its present rate; None if that is not known."""
        return max(0, self.cases - self.answered) / self.rate if self.rate > SLOWEST else None

    def age(self, now: datetime) -> float:
        """Return the seconds since its last sign of life; 0 if the clock of its host is ahead."""
        return max(0.0, (now - self.told).total_seconds())

    def state(self, now: datetime) -> State:
        """Return what is known of it: on its own host also whether its launcher is still there.

        Parameters
        ----------
        now : the present time
        """
        if self.ended is not None:
            return self.ended
        # Either clock may be ahead.
        apart = abs((now - self.told).total_seconds())
        # In a container of that name processes have other numbers, so a run that tells is alive in any case.
        if apart > 2 * self.beat and self.host == platform.node() and not _lives(self.process):
            return State.DIED
        return State.SILENT if apart > SILENT_SECONDS else State.RUNNING


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def tell(files: Objects, run: Running) -> None:
    """Write how far a run is.

    Parameters
    ----------
    files : files of the store
    run : the run
    """
    files.write(run.file, run.model_dump_json(indent=1).encode())


def told(files: Objects) -> Iterator[tuple[str, Running | None]]:
    """Yield the file of each run, oldest first, with what it says; None for a file that cannot be read.

    Parameters
    ----------
    files : files of the store
    """
    for name in files.names(DIRECTORY):
        try:
            content = files.read(name)
        except PermissionError:
            yield name, None
            continue
        # It may have ended meanwhile.
        if content is not None:
            yield name, _read(name, content)


def _read(name: str, content: bytes) -> Running | None:
    if len(content) > LARGEST:
        return None
    try:
        found = Running.model_validate_json(content)
    except ValidationError:
        return None
    return found if found.file == name else None


def forget(files: Objects, sweep: str) -> None:
    """Delete what runs of a sweep that are over have left. Where that is not allowed, it goes on being shown.

    Parameters
    ----------
    files : files of the store
    sweep : name of the sweep
    """
    now = datetime.now(UTC)
    with suppress(OSError, StoreError):
        for name, found in told(files):
            if found is not None and found.sweep == sweep and found.state(now) is not State.RUNNING:
                files.delete(name)


def shortened(text: str) -> str:
    """Return a text as UTF-8 can have it, with dots in place of what is beyond LONGEST characters."""
    safe = text.encode("utf-8", "replace").decode()
    return safe if len(safe) <= LONGEST else f"{safe[: LONGEST - 4]} ..."
