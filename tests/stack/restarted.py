"""A process that is started again whenever it ends, as Docker's `restart: unless-stopped` does."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from types import TracebackType

import psutil

from tests.processes import PATIENCE, STOP_SECONDS, Process, Program, ServiceFailed

# Docker's own: the wait doubles with each end, and is short again after a while without one.
FIRST_SECONDS, LONGEST_SECONDS, LASTING_SECONDS = 0.1, 60.0, 10.0
# So many ends while it is waited for mean that it cannot run.
ENDS = 5
# In the environment of a service and of all that it starts.
MARK = "JEOPARDICE_SERVICE"


class Restarted:
    """Keeps a process running as long as the block lasts.

    What a container takes along with its first process, such as the flow runs of a Prefect worker, ends with
    the process here, too.

    Parameters
    ----------
    program : what is kept running
    check : says whether it is healthy
    """

    process: Process

    def __init__(self, program: Program, check: Callable[[], bool]) -> None:
        self.mark = str(program.directory / program.name)
        self.program = replace(program, variables={**program.variables, MARK: self.mark})
        self.check, self.starts = check, 0
        self.error: Exception | None = None
        self._begun, self._stopping = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._keep, name=program.name)

    def __enter__(self) -> "Restarted":
        self._thread.start()
        self._begun.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._thread.join()

    def wait(self) -> None:
        """Wait until it is healthy.

        Raises
        ------
        ServiceFailed
            if it is not in time, cannot be started, or ends again and again
        """
        self.wait_for_another(self.starts - 1)

    def wait_for_another(self, starts: int) -> None:
        """Wait until it was started more than so often, and is healthy. Raises as `wait`."""
        deadline, ends = time.monotonic() + PATIENCE, self.starts + ENDS
        while self.starts <= starts or not self.check():
            if self.error is not None:
                raise self.error
            if self.starts > ends:
                raise self._failed(f"to run, ended {ENDS} times")
            if time.monotonic() > deadline:
                raise self._failed(f"to be healthy within {PATIENCE:g} s")
            time.sleep(0.1)

    def _failed(self, expected: str) -> ServiceFailed:
        return ServiceFailed(f"{self.program.name}: expected {expected}.\n{self.process.tail()}")

    def _keep(self) -> None:
        try:
            self._start_again_and_again()
        except Exception as error:
            # The boundary of the thread: who waits for the process is told.
            self.error = error
        finally:
            self._begun.set()

    def _start_again_and_again(self) -> None:
        wait = FIRST_SECONDS
        while not self._stopping.is_set():
            began = time.monotonic()
            self._once()
            lasting = time.monotonic() - began > LASTING_SECONDS
            wait = FIRST_SECONDS if lasting else min(2 * wait, LONGEST_SECONDS)
            self._stopping.wait(wait)

    def _once(self) -> None:
        with self.program.started() as self.process:
            self.starts += 1
            self._begun.set()
            while self.process.popen.poll() is None and not self._stopping.wait(0.05):
                pass
        self._end_what_is_left()

    def _end_what_is_left(self) -> None:
        left = [process for process in psutil.process_iter() if self._is_of_it(process)]
        for process in left:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(left, STOP_SECONDS)

    def _is_of_it(self, process: psutil.Process) -> bool:
        try:
            return process.environ().get(MARK) == self.mark
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            return False
