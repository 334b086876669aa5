"""Every service of docker-compose.yml does its work: its own command line, as a local process, and a sweep
through all of them.

`tests.stack` says how; here all ports are free ones.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import asyncpg
import numpy as np
import pandas as pd
import pytest
import xarray as xr
import yaml
from distributed import Client

from flows.launch import Launch
from flows.prefect_api.described import description_of, tags_of
from solvers.catalog import find
from storage.conditions import check_conditional_writes
from storage.location import locate
from storage.repository import Store
from tests.compose_file import PROJECT
from tests.processes import PATIENCE, direct
from tests.server_api import ask
from tests.stack import stack
from tests.stack.local import Local
from tests.stack.stack import Stack

pytestmark = pytest.mark.long

GOALS = [10, 11, 12, 13, 14]
SWEEP = "small/race"
CONFIG = f"""
name: {SWEEP}
title: The race to a few points
question: race.pig
axes:
  goal: {{from: {GOALS[0]}, to: {GOALS[-1]}}}
keep: [win_probability, value]
"""


class Running:
    """All services, healthy."""

    def __init__(self, stack: Stack) -> None:
        self.stack, self.local, self.database = stack, stack.local, stack.database
        self.api = self.local.given("launcher")["PREFECT_API_URL"]
        self.scheduler = self.local.text("tcp://dask-scheduler:8786")

    def ask(self, path: str, body: object = None) -> Any:
        """Ask the Prefect server; a body makes it a POST."""
        return ask(self.api, path, body)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with stack.running(Local.read(tmp_path_factory.mktemp("stack"), {})) as started:
        yield Running(started)


@pytest.fixture
def stores(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process open stores as the launcher does."""
    for name, value in running.local.access("launcher").items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A small sweep."""
    path = tmp_path / "small.yaml"
    path.write_text(CONFIG)
    return path


@cache
def _solved() -> xr.Dataset:
    """The sweep's answers, straight from the solver."""
    question = find("race.pig")
    value, chance = question.output("value"), question.output("win_probability")
    answers = [question.solve(**question.complete({"goal": goal})) for goal in GOALS]
    tables = [value.read(answer) for answer in answers]
    size = max(len(table) for table in tables)
    padded = [np.pad(table, (0, size - len(table)), constant_values=np.nan) for table in tables]
    return xr.Dataset(
        {
            "win_probability": ("goal", [chance.read(answer) for answer in answers]),
            "value": (("goal", *value.dims), padded),
        }
    )


def _check(dataset: xr.Dataset) -> None:
    """Every case is there, and every bit of it is right."""
    assert dataset.indexes["goal"].tolist() == GOALS
    np.testing.assert_array_equal(dataset["win_probability"], _solved()["win_probability"])
    np.testing.assert_array_equal(dataset["value"], _solved()["value"])


def _stored(url: str) -> xr.Dataset:
    dataset: xr.Dataset = xr.open_zarr(Store.open(url).at().store, group=SWEEP, consolidated=False)
    return dataset


def test_prefect_server__is_on_postgresql(running: Running) -> None:
    async def rows() -> list[str]:
        place = running.database
        connection = await asyncpg.connect(
            host=place.host, port=place.port, user=place.user, password=place.password, database=place.name
        )
        try:
            return [
                row["name"] for row in await connection.fetch("select name from deployment order by name")
            ]
        finally:
            await connection.close()

    announced = [deployment["name"] for deployment in running.ask("deployments/filter", {})]
    declared = [
        deployment["name"]
        for deployment in yaml.safe_load((PROJECT / "prefect.yaml").read_text())["deployments"]
    ]
    assert asyncio.run(rows()) == sorted(announced) == sorted(declared)


def test_prefect_server__shows_its_pages(running: Running) -> None:
    with direct.open(running.api.removesuffix("/api"), timeout=PATIENCE) as page:
        assert b"<title>" in page.read()


def test_prefect_server__has_a_worker_in_the_pool(running: Running) -> None:
    # The worker's health check answers a moment before the server hears of the worker.
    workers = _eventually(lambda: running.ask("work_pools/jeopardice/workers/filter", {}), bool)
    assert [worker["status"] for worker in workers] == ["ONLINE"]


def test_deployments__are_of_shipped_configs(running: Running) -> None:
    deployments = running.ask("deployments/filter", {})
    assert {deployment["entrypoint"] for deployment in deployments} == {"flows.sweep.sweep"}
    launches = [deployment["parameters"]["launch"] for deployment in deployments]
    assert {launch["scheduler"] for launch in launches} == {running.scheduler}
    shipped = {str(path.relative_to(PROJECT)) for path in (PROJECT / "configs").glob("*/*.yaml")}
    assert {launch["config"] for launch in launches} < shipped
    assert len(deployments) == 4


def test_deployments__are_described_as_schedules_are(running: Running) -> None:
    for deployment in running.ask("deployments/filter", {}):
        launch = Launch(config=str(PROJECT / deployment["parameters"]["launch"]["config"]))
        assert deployment["tags"] == tags_of(launch)
        assert deployment["description"] == description_of(launch)


def test_deployments__run_one_at_a_time(running: Running) -> None:
    assert {
        deployment["global_concurrency_limit"]["limit"]
        for deployment in running.ask("deployments/filter", {})
    } == {1}


def test_dask__computes_on_two_workers_of_one_thread(running: Running) -> None:
    with Client(running.scheduler, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
        assert list(client.nthreads().values()) == [1, 1]
        assert client.gather(client.map(abs, [-1, -2, -3])) == [1, 2, 3]


@pytest.mark.usefixtures("stores")
def test_object_store__honours_conditional_writes() -> None:
    check_conditional_writes(locate("s3://jeopardice/probe"))


def test_bucket__is_content_if_it_is_there(running: Running) -> None:
    running.stack.finish("bucket")


@pytest.mark.usefixtures("stores")
def test_sweep__goes_through_the_services_from_the_command(
    running: Running, config: Path, tmp_path: Path
) -> None:
    url = "s3://jeopardice/by-hand"
    arguments = ["run", str(config), "--scheduler", "tcp://dask-scheduler:8786", "--store", url]
    running.stack.finish("launcher", *arguments, directory=tmp_path)
    _check(_stored(url))
    runs = running.ask("flow_runs/filter", {"flow_runs": {"deployment_id": {"is_null_": True}}})
    assert [run["state_type"] for run in runs] == ["COMPLETED"]


@pytest.mark.usefixtures("stores")
def test_sweep__goes_through_the_services_as_a_deployment(
    running: Running, config: Path, tmp_path: Path
) -> None:
    url = "s3://jeopardice/deployed"
    deployment = next(
        found for found in running.ask("deployments/filter", {}) if found["name"] == "pig-goal-sizes"
    )
    launch = {
        **deployment["parameters"]["launch"],
        "config": str(config),
        "store": url,
        "publish": str(tmp_path / "published"),
    }
    run = running.ask(
        f"deployments/{deployment['id']}/create_flow_run",
        {"parameters": {"launch": launch}, "state": {"type": "SCHEDULED"}},
    )
    state = _final_state(running, cast(str, run["id"]))
    assert state["type"] == "COMPLETED", f"{state}\n{_worker_log(running)}"
    _check(_stored(url))
    _check(xr.open_zarr(tmp_path / "published" / f"{SWEEP}.zarr"))


@pytest.mark.usefixtures("stores")
def test_explorer__shows_what_the_launcher_has_solved(running: Running, config: Path, tmp_path: Path) -> None:
    running.stack.finish("launcher", "run", str(config), "--serial", directory=tmp_path)
    explorer = running.local.text("http://127.0.0.1:5006")
    with direct.open(f"{explorer}/download?sweep={SWEEP}&var=win_probability", timeout=PATIENCE) as answer:
        rows = pd.read_csv(answer)
    assert rows["goal"].tolist() == GOALS
    np.testing.assert_array_equal(rows["win_probability"], _solved()["win_probability"])


def _final_state(running: Running, run: str) -> dict[str, Any]:
    ended = {"COMPLETED", "FAILED", "CRASHED", "CANCELLED"}
    return cast(
        dict[str, Any],
        _eventually(lambda: running.ask(f"flow_runs/{run}")["state"], lambda state: state["type"] in ended),
    )


def _eventually(ask: Callable[[], Any], enough: Callable[[Any], bool]) -> Any:
    """Ask until the answer is enough, or for PATIENCE; give the last answer."""
    deadline = time.monotonic() + PATIENCE
    while not enough(answer := ask()) and time.monotonic() < deadline:
        time.sleep(0.25)
    return answer


def _worker_log(running: Running) -> str:
    return (running.local.home / "prefect-worker" / "prefect-worker.log").read_text()[-5000:]
