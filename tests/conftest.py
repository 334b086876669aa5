"""What holds for every test: Prefect writes into a directory of the test run, asks nobody outside, and no
store or server of the user's environment is touched."""

import gc
import logging
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.commands import Command
from tests.receiver import Receiver, serving
from tests.services import dask_scheduler, dask_worker, object_store, prefect_server

# What is tried is the same each time; `make fuzz` draws fresh seeds. Profiles are loaded before the modules
# that derive settings from them.
settings.register_profile("repeatable", derandomize=True, deadline=None)
# Without explanations, for which every line that is run is noted: certificates in plain Python would take ten
# times as long.
FUZZ_PHASES = [phase for phase in Phase if phase is not Phase.explain]
settings.register_profile(
    "fuzz",
    deadline=None,
    max_examples=10,
    print_blob=True,
    phases=FUZZ_PHASES,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("repeatable")

# Thousands of tests make millions of objects that stay: nothing to look for garbage in again and again.
gc.disable()

# A shell ignores Ctrl-C for what it starts in the background, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Likewise, with nohup, the end of its terminal. What is caught here, children neither ignore nor catch.
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)

_home = tempfile.TemporaryDirectory(prefix="jeopardice-tests-")
os.environ["PREFECT_HOME"] = str(Path(_home.name) / "prefect")
os.environ["PREFECT_SERVER_ANALYTICS_ENABLED"] = "false"
os.environ["PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS"] = "90"
os.environ["DO_NOT_TRACK"] = "1"
for _name in ("PREFECT_API_URL", "JEOPARDICE_STORE", "AWS_ENDPOINT_URL", "AWS_PROFILE"):
    os.environ.pop(_name, None)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Where files are handed out, some go together."""
    from tests.together import scheduler

    return scheduler(config, log)


def pytest_collection_finish() -> None:
    """From now on there is garbage to collect, but none of it in what was made until now."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Prefect server that all tests share; gives the address of its API."""
    with prefect_server(home=tmp_path_factory.mktemp("prefect-server")) as address:
        yield address


@pytest.fixture
def reporting(api: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Let flows in this process report to the shared Prefect server."""
    # Imported late: it takes seconds, and most tests do without.
    from prefect.logging.handlers import PrefectConsoleHandler
    from prefect.settings import PREFECT_API_URL, temporary_settings

    # It writes to what was the screen as Prefect was first used: that of an earlier test, closed since.
    for handler in logging.getLogger().handlers:
        if isinstance(handler, PrefectConsoleHandler):
            monkeypatch.setattr(handler, "level", logging.CRITICAL)
    monkeypatch.setenv("PREFECT_API_URL", api)
    with temporary_settings({PREFECT_API_URL: api}):
        yield api


@pytest.fixture(scope="session")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Dask scheduler with two workers that all tests share; gives its address."""
    homes = [tmp_path_factory.mktemp(name) for name in ("dask-scheduler", "dask-worker", "dask-worker")]
    with (
        dask_scheduler(homes[0]) as found,
        dask_worker(found.address, homes[1]),
        dask_worker(found.address, homes[2]),
    ):
        yield found.address


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of an S3 server, which the environment names; gives its address."""
    with object_store("dice") as made:
        for name, value in made.environment.items():
            monkeypatch.setenv(name, value)
        yield f"s3://{made.bucket}"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver of webhooks."""
    with serving(server := Receiver()):
        yield server


@pytest.fixture
def jeopardice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    """The `jeopardice` command in an empty working directory."""
    monkeypatch.chdir(tmp_path)
    return Command(tmp_path, capsys, monkeypatch)
