"""`jeopardice schedule` against a real Prefect server."""

import os
import signal
from pathlib import Path
from typing import Any

import psutil

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE
from tests.processes import environment, started
from tests.server_api import ask, final_state
from tests.sweeps import race, write


def test_schedule__serves_a_deployment_that_runs(api: str, scheduler: str, tmp_path: Path) -> None:
    write(tmp_path, race(name="small/scheduled"))
    command = ["jeopardice", "schedule", "small.yaml", "--cron", "0 3 1 1 *", "--scheduler", scheduler, "--store", str(tmp_path / "store")]
    # Look for runs every second instead of every ten.
    variables = environment(tmp_path, PREFECT_API_URL=api, PREFECT_RUNNER_POLL_FREQUENCY="1")
    with started("schedule", command, tmp_path, variables) as process:
        process.wait(lambda: bool(deployments(api)))
        (deployment,) = deployments(api)
        assert deployment["entrypoint"] == "flows.sweep.sweep"
        assert deployment["parameters"]["config"] == str(tmp_path / "small.yaml")
        assert [schedule["schedule"]["cron"] for schedule in deployment["schedules"]] == ["0 3 1 1 *"]
        flow_run = ask(api, f"deployments/{deployment['id']}/create_flow_run", {"state": {"type": "SCHEDULED"}})
        state = final_state(api, flow_run["id"])
        assert state["type"] == "COMPLETED", f"{state}\n{process.tail()}"
        dataset = open_sweep(Store.open(str(tmp_path / "store")), "small/scheduled")
        assert (dataset["status"] == DONE).all()
        # Ctrl-C goes to the run's process, too, which is not to be caught in the middle of its exit.
        process.wait(lambda: not psutil.Process(process.popen.pid).children(recursive=True))
        os.killpg(process.popen.pid, signal.SIGINT)
        process.popen.wait(90)
        assert "Traceback" not in process.log.read_text()


def deployments(api: str) -> list[Any]:
    found: list[Any] = ask(api, "deployments/filter", {"deployments": {"name": {"any_": ["small-scheduled"]}}})
    return found
