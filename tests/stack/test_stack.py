"""The whole stack over a day: a sweep, a schedule that fires twice, each service killed, a failure notified.
What was stored and recorded before is there after.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import xarray as xr

from storage.query import open_sweep
from storage.repository import Store
from tests.processes import PATIENCE
from tests.receiver import Receiver, serving
from tests.server_api import FINAL, ask
from tests.stack.local import SECRETS, Local
from tests.stack.stack import Stack, running

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

URL = "s3://jeopardice/store"
SWEEP = "small/race"
CONFIG = """
name: small/race
title: The race to a few points
question: race.pig
axes:
  goal: {{from: 10, to: {last}}}
keep: [win_probability]
"""
# Between two times at which the schedule fires, in seconds.
INTERVAL = 20


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    with serving(receiver):
        yield receiver


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, receiver: Receiver) -> Iterator[Stack]:
    contents = {**SECRETS, "on_failure": receiver.address}
    with running(Local.read(tmp_path_factory.mktemp("stack"), {}, contents)) as stack:
        yield stack


@dataclass(frozen=True)
class Day:
    """What somebody does with the stack.

    Parameters
    ----------
    stack : runs
    place : for configs
    """

    stack: Stack
    place: Path

    def config(self, last: int) -> str:
        """A sweep up to some goal."""
        path = self.place / f"to_{last}.yaml"
        path.write_text(CONFIG.format(last=last))
        return str(path)

    def run(self, config: str) -> None:
        """Run it on the cluster."""
        options = ["--scheduler", "tcp://dask-scheduler:8786"]
        self.stack.finish("launcher", "run", config, *options, directory=self.place)

    def ask(self, path: str, body: object = None) -> Any:
        """Ask the Prefect server."""
        return ask(self.stack.local.given("launcher")["PREFECT_API_URL"], path, body)

    def launch(self, config: str) -> dict[str, Any]:
        """The parameters of a run of a deployment."""
        scheduler = self.stack.local.text("tcp://dask-scheduler:8786")
        return {"launch": {"config": config, "scheduler": scheduler, "publish": None}}

    @cached_property
    def deployment(self) -> str:
        """Any of them."""
        return str(self.ask("deployments/filter", {})[0]["id"])

    def runs(self) -> list[dict[str, Any]]:
        """Those of the deployment that are no mere plans."""
        found = self.ask("flow_runs/filter", {"deployments": {"id": {"any_": [self.deployment]}}})
        # One that waits for another to end will run, also when the deployment is paused.
        planned = {"Scheduled", "Late"}
        return [run for run in found if run["state_name"] not in planned]

    def fire(self, times: int, config: str) -> list[str]:
        """Give the deployment a schedule until it has fired so often; give how its runs ended."""
        entry = {"schedule": {"interval": INTERVAL}, "active": True, "parameters": self.launch(config)}
        self.ask(f"deployments/{self.deployment}/schedules", [entry])
        eventually(lambda: len(self.runs()) >= times)
        self.ask(f"deployments/{self.deployment}/pause_deployment", {})
        eventually(lambda: all(run["state_type"] in FINAL for run in self.runs()))
        return [run["state_type"] for run in self.runs()]

    def kill(self, name: str) -> None:
        """Kill all processes of a service, and wait until each was started again."""
        for kept in self.stack.running[name]:
            starts = kept.starts
            kept.process.popen.kill()
            kept.wait_for_another(starts)


def eventually(there: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.5)


def stored() -> xr.Dataset:
    """All answers of the sweep, in memory."""
    return open_sweep(Store.open(URL), SWEEP).load()


@pytest.fixture
def day(stack: Stack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Day:
    """With this process opening stores as the launcher does."""
    for name, value in stack.local.access("launcher").items():
        monkeypatch.setenv(name, value)
    return Day(stack, tmp_path)


def test_stack__goes_on_after_each_of_its_services_was_killed(day: Day, receiver: Receiver) -> None:
    day.run(day.config(14))
    assert stored()["goal"].values.tolist() == list(range(10, 15))
    ends = day.fire(2, day.config(16))
    assert len(ends) >= 2
    assert set(ends) == {"COMPLETED"}
    before, recorded = stored(), [run["id"] for run in day.runs()]
    assert before["goal"].values.tolist() == list(range(10, 17))

    for name in day.stack.running:
        day.kill(name)

    xr.testing.assert_identical(stored(), before)
    assert [run["id"] for run in day.runs()] == recorded
    day.run(day.config(18))
    after = stored()
    assert after["goal"].values.tolist() == list(range(10, 19))
    xr.testing.assert_identical(after["win_probability"][:7], before["win_probability"])

    assert receiver.told == []
    body = {"state": {"type": "SCHEDULED"}, "parameters": day.launch("no/such.yaml")}
    run = day.ask(f"deployments/{day.deployment}/create_flow_run", body)["id"]
    eventually(lambda: day.ask(f"flow_runs/{run}")["state"]["type"] in FINAL)
    assert day.ask(f"flow_runs/{run}")["state"]["type"] == "FAILED"
    # The hook that tells runs after that.
    eventually(lambda: bool(receiver.told))
    [told] = receiver.told
    assert told["run"] == run
    assert "no/such.yaml" in told["text"]


def test_stack__stops_all_that_it_started(tmp_path: Path) -> None:
    local = Local.read(tmp_path, {})
    with running(local, "dask-worker") as stack:
        pids = [kept.process.popen.pid for several in stack.running.values() for kept in several]
        assert sorted(stack.running) == ["dask-scheduler", "dask-worker", "object-store"]
    assert len(pids) == 4
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
