"""The Prefect API that a run reports to: a configured one, or a server for the length of the run.

The run's own server takes some seconds to start. It is a separate process, so it starts before anything else
is imported and is awaited as late as possible. Before it is stopped, everything that the run reported is
written: Prefect writes its history with a delay, and a server that ends too early loses the rest.
"""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from flows.prefect_api.home import prefect_home
from flows.terminal.errors import FAILED, say_error
from solvers.private_directory import is_temporary
from tasks import progress

STARTUP_SECONDS = 120.0
ANSWER_SECONDS = 2.0
DRAIN_SECONDS = 60.0
# Reports to a server that died are lost, and need not be waited for.
SILENCE_SECONDS = 10.0
RESTARTS = 3
COMMIT_SECONDS = 8.0
LEAN = {
    # Services that an unseen server does not need, or that would use the internet.
    "PREFECT_UI_ENABLED": "0",
    "PREFECT__SERVER_EPHEMERAL": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    # No web page may use it; Prefect would allow all origins.
    "PREFECT_SERVER_CORS_ALLOWED_ORIGINS": "",
    "DO_NOT_TRACK": "1",
    # Whatever the launcher shows of Prefect's log, this server's log is written to a file.
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "WARNING",
}


class ServerFailed(RuntimeError):
    """Our own Prefect server did not start."""


class Server:
    """A Prefect server on a free loopback port, starting in the background; it ends with this process,
    however that ends. It requires a password that only this process and the server have.

    If it dies it is restarted, with the same port and the same history, and the run goes on: requests wait
    meanwhile. After RESTARTS deaths the run ends instead, since Prefect would retry for minutes.
    """

    def __init__(self) -> None:
        # The socket is opened here and inherited, so that no other process can take the port, also during a
        # restart.
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/api"
        # Only the owner can read a process's environment; everybody can read its command line.
        self._password = f"jeopardice:{secrets.token_urlsafe(32)}"
        self._log = tempfile.TemporaryFile()
        self._turn = threading.Lock()
        self._stopping = False
        self._restarts = 0
        self._guard = threading.Thread(target=self._stand_by, daemon=True)
        self._gives_up = threading.Event()
        self._process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        listener = self._listener.fileno()
        return subprocess.Popen(
            # -P: no module of the working directory is taken for one of ours.
            [sys.executable, "-P", "-m", "flows.prefect_api.process", str(listener), str(os.getpid())],
            env={**os.environ, **LEAN, "PREFECT_SERVER_API_AUTH_STRING": self._password},
            pass_fds=[listener],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            # Ctrl-C is for the launcher: the server must still record how the run ends.
            start_new_session=True,
        )

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Make Prefect report to this server for the length of the block."""
        from prefect.settings import (
            PREFECT_API_AUTH_STRING,
            PREFECT_API_URL,
            PREFECT_FLOWS_HEARTBEAT_FREQUENCY,
            temporary_settings,
        )

        told = {
            PREFECT_API_URL: self.url,
            PREFECT_API_AUTH_STRING: self._password,
            # A server that ends with the run cannot report a crashed run anyway, and stopping the heartbeat
            # takes up to a second.
            PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None,
        }
        with temporary_settings(told):
            yield

    def stop(self) -> None:
        """Stop it, and print where its log is if it logged problems; if it died too often, end with that."""
        if self._gives_up.is_set():
            # Whatever else has gone wrong meanwhile comes from it.
            self._guard.join()
        with self._turn:
            self._stopping = True
        self._process.terminate()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.close()
        if path := self._kept_log():
            say_error(
                "warning", f"The run's Prefect server logged problems, which affect only its history: {path}"
            )
        self._log.close()

    def wait(self) -> None:
        """Wait until it answers. After that it is restarted whenever it dies; before, only if it is killed.

        Raises
        ------
        ServerFailed
            if it does not answer in time
        """
        deadline = time.monotonic() + STARTUP_SECONDS
        while time.monotonic() < deadline and self._is_starting():
            try:
                # Repeated, as our socket accepts a request even if no server lives to answer it.
                with urllib.request.urlopen(f"{self.url}/health", timeout=ANSWER_SECONDS):
                    self._guard.start()
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        found = (
            f"does not answer at {self.url} within {STARTUP_SECONDS:g} s"
            if self._process.poll() is None
            else f"ended before it answered{self._last_words()}"
        )
        raise ServerFailed(
            f"The run's Prefect server {found}. Try `prefect server start` to see why, or set PREFECT_API_URL"
            " to a running server."
        )

    def _is_starting(self) -> bool:
        """Whether it is alive or will be: a killed server is restarted; one that exited would exit again.

        Killed too often, it ends this process, as it would later: cases are solved already.
        """
        code = self._process.poll()
        if code is None or (code < 0 and self._started_again(code)):
            return True
        if code < 0 and not self._stopping:
            self._give_up(code)
        return False

    def _stand_by(self) -> None:
        while self._started_again(code := self._process.wait()):
            pass
        if not self._stopping:
            self._give_up(code)

    def _started_again(self, code: int) -> bool:
        """Restart it after it died with this code, unless it was to stop, or has died too often."""
        with self._turn:
            if self._stopping or self._restarts == RESTARTS:
                return False
            self._restarts += 1
            self._process = self._start()
        say_error(
            "warning",
            f"The run's Prefect server died ({_ending(code)}) and is restarting. The run continues.",
        )
        return True

    def _give_up(self, code: int) -> None:
        """End this process: gently at first, as after Ctrl-C, so that the shards commit what they have."""
        self._gives_up.set()
        progress.stop.set()
        time.sleep(COMMIT_SECONDS)
        path = self._kept_log()
        remedy = f"See {path}, then run" if path else "Run"
        say_error(
            "error",
            f"The run's Prefect server died {RESTARTS + 1} times, last with {_ending(code)}. {remedy} the"
            " same command again. Finished cases are saved.",
        )
        os._exit(FAILED)

    def _last_words(self) -> str:
        """The last error in the server's log, in brackets; "" if there is none."""
        errors = re.findall(r"^[\w.]*Error: .*$", self._written().decode(errors="replace"), re.MULTILINE)
        return f" ({errors[-1].strip()})" if errors else ""

    def _written(self) -> bytes:
        return os.pread(self._log.fileno(), os.fstat(self._log.fileno()).st_size, 0)

    def _kept_log(self) -> Path | None:
        """The file with its whole log; None if the log is empty or there is no room for it."""
        text = self._written()
        if not text.strip():
            return None
        home = prefect_home()
        try:
            if is_temporary(home):
                # The file that the user is told about must remain when this process has ended.
                home = Path(tempfile.mkdtemp(prefix="jeopardice-server-"))
            path = home / f"server-of-{os.getpid()}.log"
            home.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        except OSError:
            # A full disk, which may have caused the log: the launcher ends without it.
            return None
        return path


def _ending(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def drain(flow_run: UUID) -> None:
    """Wait until the server has the final state of every task run of a flow run, and all events and logs."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId
    from prefect.events.worker import EventsWorker
    from prefect.logging.handlers import APILogWorker

    # Otherwise both are flushed as Python exits, and wait for a server that has ended.
    EventsWorker.drain_all(timeout=DRAIN_SECONDS, at_exit=False)
    APILogWorker.drain_all(timeout=DRAIN_SECONDS, at_exit=False)
    heard, unsettled = time.monotonic(), None
    with get_client(sync_client=True) as client:
        while time.monotonic() < heard + SILENCE_SECONDS:
            runs = client.read_task_runs(
                flow_run_filter=FlowRunFilter(id=FlowRunFilterId(any_=[flow_run])), limit=200
            )
            left = [run.id for run in runs if run.state is None or not run.state.is_final()]
            if not left:
                return
            if left != unsettled:
                heard, unsettled = time.monotonic(), left
            time.sleep(0.1)
