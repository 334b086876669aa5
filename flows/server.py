"""The Prefect API that a run reports to: the one that is configured, or a server of its own for as long as the run lasts.

A server of its own takes some seconds to start. It is a process of its own, so it starts before anything else is imported and is awaited
as late as possible. Before it is ended everything that the run told it is written down: Prefect writes its history behind the run, and a
server that ends too early takes the rest along.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

STARTUP_SECONDS = 120.0
DRAIN_SECONDS = 60.0
# What a server that nobody looks at can do without, and what would ask the internet.
LEAN = {"PREFECT_UI_ENABLED": "0", "PREFECT__SERVER_EPHEMERAL": "1", "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "DO_NOT_TRACK": "1"}


class ServerFailed(RuntimeError):
    """Our own Prefect server did not start."""


def is_configured() -> bool:
    """Whether the environment or a Prefect profile names an API; asks without importing Prefect, which takes seconds."""
    profiles = Path(os.environ.get("PREFECT_HOME", "~/.prefect")).expanduser() / "profiles.toml"
    return bool(os.environ.get("PREFECT_API_URL")) or (profiles.exists() and "PREFECT_API_URL" in profiles.read_text())


class Server:
    """A Prefect server on a free loopback port, starting in the background; it ends with this process, however that ends."""

    def __init__(self) -> None:
        # The port is taken here and handed down, so that nobody else can take it meanwhile.
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.url = f"http://127.0.0.1:{listener.getsockname()[1]}/api"
            self._process = subprocess.Popen(
                [sys.executable, "-m", "flows.api_server", str(listener.fileno()), str(os.getpid())],
                env={**os.environ, **LEAN},
                pass_fds=[listener.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Ctrl-C is for the launcher: the server must still take down how the run ends.
                start_new_session=True,
            )

    @contextmanager
    def ready(self) -> Iterator[None]:
        """Inside, Prefect reports to it."""
        from prefect.settings import PREFECT_API_URL, PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings

        # A server that ends with the run has nobody to tell of a run that crashed, and the heart stops beating up to a second late.
        with temporary_settings({PREFECT_API_URL: self.url, PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}):
            yield

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def wait(self) -> None:
        """Wait until it answers.

        Raises
        ------
        ServerFailed
            if it does not answer in time
        """
        deadline = time.monotonic() + STARTUP_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=deadline - time.monotonic()):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        found = "silence" if self._process.poll() is None else "its end"
        raise ServerFailed(
            f"Prefect server: expected to answer within {STARTUP_SECONDS:g} s, got {found} ({self.url}). "
            "See what `prefect server start` says, or set PREFECT_API_URL to one that runs."
        )


@contextmanager
def reachable() -> Iterator[None]:
    """Word Prefect's error about an API that does not answer.

    Raises
    ------
    ServerFailed
        if it does not
    """
    try:
        yield
    except RuntimeError as error:
        if "Failed to reach API" not in str(error):
            raise
        url = os.environ.get("PREFECT_API_URL") or "the address of the Prefect profile"
        raise ServerFailed(f"PREFECT_API_URL: expected a Prefect server, got no answer ({url}). Start it, or unset the variable.") from None


def drain(flow_run: UUID) -> None:
    """Wait until the server has every task run of a flow run in its final state, and all events and logs besides."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId
    from prefect.events.worker import EventsWorker
    from prefect.logging.handlers import APILogWorker

    # Otherwise both are emptied as Python exits, and wait for a server that has ended.
    EventsWorker.drain_all(timeout=DRAIN_SECONDS, at_exit=False)
    APILogWorker.drain_all(timeout=DRAIN_SECONDS, at_exit=False)
    deadline = time.monotonic() + DRAIN_SECONDS
    with get_client(sync_client=True) as client:
        while time.monotonic() < deadline:
            runs = client.read_task_runs(flow_run_filter=FlowRunFilter(id=FlowRunFilterId(any_=[flow_run])), limit=200)
            if all(run.state is not None and run.state.is_final() for run in runs):
                return
            time.sleep(0.1)
