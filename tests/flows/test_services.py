"""Every service of docker-compose.yml does its work: its own command line, as a local process, and a sweep
through all of them.

Addresses are those of the file with service names and ports replaced by the loopback address and free ports.
PostgreSQL runs from its programs, and moto stands in for the object store, whose image cannot be run without
Docker.
"""

import asyncio
import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.request import Request

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
from tests.compose_file import PROJECT, expand, read_compose_file
from tests.processes import PATIENCE, Process, direct, environment, free_port, started
from tests.services import Database, object_store, postgres

pytestmark = pytest.mark.long

SECRETS = {
    "POSTGRES_PASSWORD": "loopback-postgres",
    "OBJECT_STORE_ACCESS_KEY": "loopback-key",
    "OBJECT_STORE_SECRET_KEY": "loopback-secret",
}
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


class Compose:
    """The services of docker-compose.yml on this machine.

    Parameters
    ----------
    home : for files and logs
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.services: dict[str, Any] = expand(read_compose_file()["services"], SECRETS)
        self.ports = {
            port: free_port() for service in self.services.values() for port in _container_ports(service)
        }

    def local(self, text: str, ports: Mapping[int, int] | None = None) -> str:
        """Text with the addresses of containers replaced by local ones."""
        names = "|".join(self.services)
        text = re.sub(rf"(?<=://)({names})(?=:\d)", "127.0.0.1", text).replace("0.0.0.0", "127.0.0.1")
        if text in self.services:
            return "127.0.0.1"
        numbers = {**self.ports, **(ports or {})}
        return re.sub(
            r"(?<![\w.])\d{4,5}(?![\w.])", lambda match: str(numbers.get(int(match[0]), match[0])), text
        )

    def variables(self, name: str) -> dict[str, str]:
        """The whole environment of a service."""
        given = {key: self.local(value) for key, value in self.services[name].get("environment", {}).items()}
        return {**environment(self.home / name), **given}

    def command(self, name: str, *arguments: str) -> list[str]:
        """The command line of a service, its own arguments replaced by others if there are any."""
        service = self.services[name]
        return [
            self.local(part) for part in [*service.get("entrypoint", []), *(arguments or service["command"])]
        ]

    def finish(self, name: str, *arguments: str, directory: Path) -> str:
        """Run a service that does one thing to its end; give what it prints."""
        done = subprocess.run(
            self.command(name, *arguments),
            env=self.variables(name),
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{name}: exit code {done.returncode}\n{done.stdout}"
        return done.stdout

    def healthy(self, name: str, ports: Mapping[int, int] | None = None) -> bool:
        """Whether the service's own health check says so."""
        check = [self.local(part, ports) for part in self.services[name]["healthcheck"]["test"][1:]]
        return subprocess.run(check, env=self.variables(name), capture_output=True).returncode == 0

    def start(self, stack: ExitStack, name: str, copy: str = "") -> Callable[[], Process]:
        """Start a service that runs for ever; the function waits until it is healthy.

        Parameters
        ----------
        stack : ends it
        name : of the service
        copy : distinguishes replicas, which have ports of their own
        """
        ports = {port: free_port() for port in _container_ports(self.services[name])} if copy else {}
        command = [self.local(part, ports) for part in self.services[name]["command"]]
        process = stack.enter_context(
            started(f"{name}{copy}", command, self.home / f"{name}{copy}", self.variables(name))
        )

        def wait() -> Process:
            process.wait(lambda: self.healthy(name, ports))
            return process

        return wait


def _container_ports(service: Mapping[str, Any]) -> list[int]:
    return [
        int(str(port).rpartition(":")[2]) for port in [*service.get("ports", []), *service.get("expose", [])]
    ]


class Running:
    """All services, healthy.

    Parameters
    ----------
    compose : their addresses
    database : that of the Prefect server
    """

    def __init__(self, compose: Compose, database: Database) -> None:
        self.compose, self.database = compose, database
        self.api = compose.variables("launcher")["PREFECT_API_URL"]
        self.scheduler = compose.local("tcp://dask-scheduler:8786")

    def ask(self, path: str, body: object = None) -> Any:
        """Ask the Prefect server; a body makes it a POST."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.api}/{path}", data, {"Content-Type": "application/json"})
        with direct.open(request, timeout=PATIENCE) as response:
            return json.load(response)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Bring all services up in the order of `depends_on`, those that do not need each other at once."""
    compose = Compose(tmp_path_factory.mktemp("compose"))
    with ExitStack() as stack:
        account = compose.services["postgres"]["environment"]
        database = stack.enter_context(
            postgres(
                account["POSTGRES_USER"],
                account["POSTGRES_PASSWORD"],
                account["POSTGRES_DB"],
                compose.ports[5432],
            )
        )
        server = compose.start(stack, "prefect-server")
        scheduler = compose.start(stack, "dask-scheduler")
        stack.enter_context(object_store("", compose.home / "object-store", compose.ports[9000]))
        compose.finish("bucket", directory=compose.home)
        scheduler()
        workers = [compose.start(stack, "dask-worker", copy) for copy in ("-1", "-2")]
        server()
        # In the image it is the project's configs and prefect.yaml that are in the working directory.
        compose.finish("deployments", directory=PROJECT)
        for wait in [compose.start(stack, "prefect-worker"), compose.start(stack, "explorer"), *workers]:
            wait()
        yield Running(compose, database)


@pytest.fixture
def stores(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process open stores as the launcher does."""
    for name, value in running.compose.variables("launcher").items():
        if name.startswith("AWS_"):
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
    running.compose.finish("bucket", directory=running.compose.home)


@pytest.mark.usefixtures("stores")
def test_sweep__goes_through_the_services_from_the_command(
    running: Running, config: Path, tmp_path: Path
) -> None:
    url = "s3://jeopardice/by-hand"
    arguments = ["run", str(config), "--scheduler", "tcp://dask-scheduler:8786", "--store", url]
    running.compose.finish("launcher", *arguments, directory=tmp_path)
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
    running.compose.finish("launcher", "run", str(config), "--serial", directory=tmp_path)
    explorer = running.compose.local("http://127.0.0.1:5006")
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
    return (running.compose.home / "prefect-worker" / "prefect-worker.log").read_text()[-5000:]
