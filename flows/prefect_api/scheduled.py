"""A run of `jeopardice schedule` ends when the schedule does, even if that was killed."""

import os
import signal
import threading
import time

# In the environment of the runs: the process of the schedule.
VARIABLE = "JEOPARDICE_SCHEDULED_BY"
LOOK_SECONDS = 1.0


def told() -> dict[str, str]:
    """Return what the runs of a schedule in this process find in their environment."""
    return {VARIABLE: str(os.getpid())}


def end_with_schedule() -> None:
    """If this process is a run of a schedule, let it be terminated when the schedule ends."""
    if schedule := os.environ.get(VARIABLE):
        threading.Thread(target=_watch, args=[int(schedule)], daemon=True).start()


def _watch(schedule: int) -> None:
    # Its parent: then it gets another one, as a process without a parent does.
    while os.getppid() == schedule:
        time.sleep(LOOK_SECONDS)
    # As an operating system would: Prefect hears of it, and workers end.
    os.kill(os.getpid(), signal.SIGTERM)
