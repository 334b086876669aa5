"""Schedules fire by themselves, every minute here: `jeopardice schedule` on a Prefect server as it comes,
which keeps all in SQLite, and a Prefect worker with prefect.yaml on one with PostgreSQL, as
docs/operations.md has it.

Both are started where a user has modules with names of ours.
"""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE
from tests.commands import Command
from tests.compose_file import PROJECT
from tests.postgresql import postgres
from tests.processes import PATIENCE, Process, environment, free_port, started
from tests.server_api import FINAL, ask
from tests.services import prefect_server
from tests.sweeps import hide_ours, race, write

# Three minutes for three runs, and on a slow machine several times as long for all that starts.
pytestmark = [pytest.mark.timeout(2400), pytest.mark.long]
RUNS, FIRE_SECONDS = 3, 900.0
SERVED, DEPLOYED = "small-scheduled", "pig-three-players"
SWEEPS = {SERVED: "small/scheduled", DEPLOYED: "small/deployed"}


@dataclass(frozen=True)
class Fired:
    """What became of both schedules.

    Parameters
    ----------
    apis : of the Prefect servers, by deployment
    homes : working directories by deployment
    servers : logs of the Prefect servers, by deployment
    runs : flow runs that ended by deployment, in the order of their start
    logs : what each schedule's process said
    """

    apis: dict[str, str]
    homes: dict[str, Path]
    servers: dict[str, Path]
    runs: dict[str, list[Any]]
    logs: dict[str, str]

    def said(self, name: str, run: Any) -> str:
        """The log of a flow run."""
        lines = ask(
            self.apis[name],
            "logs/filter",
            {"logs": {"flow_run_id": {"any_": [run["id"]]}}, "sort": "TIMESTAMP_ASC"},
        )
        return "\n".join(line["message"] for line in lines)


@pytest.fixture(scope="module")
def fired(scheduler: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fired]:
    homes = {name: tmp_path_factory.mktemp(name) for name in SWEEPS}
    beside = {name: tmp_path_factory.mktemp(f"server-of-{name}") for name in SWEEPS}
    with (
        prefect_server(home=beside[SERVED]) as plain,
        postgres() as database,
        prefect_server(database.url, beside[DEPLOYED]) as kept,
    ):
        apis = {SERVED: plain, DEPLOYED: kept}
        settings = {
            name: {"PREFECT_API_URL": api, "JEOPARDICE_SCHEDULER": scheduler} for name, api in apis.items()
        }
        with (
            served(homes[SERVED], scheduler, settings[SERVED]) as first,
            deployed(homes[DEPLOYED], settings[DEPLOYED]) as second,
        ):
            runs = {name: wait_for_runs(api, name, first, second) for name, api in apis.items()}
            end_by_hand(first)
            # What its last run logged is sent until the run's process ends.
            wait_for_idleness(second)
        logs = {SERVED: first.log.read_text(), DEPLOYED: second.log.read_text()}
        yield Fired(
            apis, homes, {name: home / "prefect-server.log" for name, home in beside.items()}, runs, logs
        )


def served(home: Path, scheduler: str, settings: dict[str, str]) -> Any:
    """`jeopardice schedule`, as the README shows it."""
    hide_ours(home)
    write(home, race(name=SWEEPS[SERVED]))
    command = ["jeopardice", "schedule", "small.yaml", "--cron", "* * * * *", "--scheduler", scheduler]
    return started("schedule", command, home, environment(home, **settings))


def deployed(home: Path, settings: dict[str, str]) -> Any:
    """A worker, as docs/operations.md shows it; the schedule in prefect.yaml is uncommented, and set to every
    minute.
    """
    (home / "configs" / "pig").mkdir(parents=True)
    hide_ours(home)
    # What has Prefect itself fail, or is called by the name of the flow, nobody can have here.
    (home / "prefect.py").unlink()
    (home / "flows.py").unlink()
    Path(write(home, race(name=SWEEPS[DEPLOYED]))).rename(home / "configs" / "pig" / "three_players.yaml")
    declared = (PROJECT / "prefect.yaml").read_text()
    shown = re.search(
        r"((?:    # .*\n)+)$", declared[: declared.index("  - name: pig-goal-sizes")].rstrip() + "\n"
    )
    assert shown is not None
    commented = shown[1][shown[1].index("    # schedules:") :]
    every_minute = commented.replace("    # ", "    ").replace("0 3 * * 1", "* * * * *")
    (home / "prefect.yaml").write_text(declared.replace(commented, every_minute))
    variables = environment(home, **settings)
    for command in (["work-pool", "create", "jeopardice", "--type", "process"], ["deploy", "--all"]):
        done = subprocess.run(
            ["prefect", "--no-prompt", *command],
            cwd=home,
            env=variables,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return started(
        "worker", ["prefect", "worker", "start", "--pool", "jeopardice", "--type", "process"], home, variables
    )


def wait_for_runs(api: str, name: str, *needed: Process) -> list[Any]:
    """The first flow runs of a deployment, when they have ended."""
    deadline = time.monotonic() + FIRE_SECONDS
    while True:
        found = ask(
            api,
            "flow_runs/filter",
            {"deployments": {"name": {"any_": [name]}}, "sort": "EXPECTED_START_TIME_ASC", "limit": RUNS},
        )
        ended = [run for run in found if run["state_type"] in FINAL]
        if len(ended) == RUNS:
            return ended
        for process in needed:
            assert process.popen.poll() is None, process.tail()
        assert time.monotonic() < deadline, f"{name}: {len(ended)} of {RUNS} runs\n" + "\n".join(
            process.tail() for process in needed
        )
        time.sleep(1)


def wait_for_idleness(process: Process) -> None:
    """Until no run is a child of it."""
    process.wait(lambda: not psutil.Process(process.popen.pid).children(recursive=True), FIRE_SECONDS)


def end_by_hand(process: Process) -> None:
    """Ctrl-C, between two runs, which on a busy machine last nearly as long as the minute between them."""
    wait_for_idleness(process)
    os.killpg(process.popen.pid, signal.SIGINT)
    process.popen.wait(PATIENCE)


@pytest.mark.parametrize("name", [SERVED, DEPLOYED])
def test_schedule__fires_by_itself_and_solves_once(fired: Fired, name: str) -> None:
    runs = fired.runs[name]
    assert [run["state_type"] for run in runs] == ["COMPLETED"] * RUNS, (
        fired.said(name, runs[0]) + fired.logs[name][-5000:]
    )
    assert all(run["auto_scheduled"] for run in runs)
    found = [re.search(r"(\d+) of 8 cases to do", fired.said(name, run)) for run in runs]
    assert [match and match[1] for match in found] == ["8", "0", "0"]
    store = Store.open(str(fired.homes[name] / "store"))
    assert (open_sweep(store, SWEEPS[name])["status"] == DONE).all()
    # The plan, and a shard; of later runs nothing.
    assert len(store.history(SWEEPS[name])) == 2
    assert (fired.homes[name] / "published" / f"{SWEEPS[name]}.zarr").exists()


@pytest.mark.parametrize("name", [SERVED, DEPLOYED])
def test_schedule__says_nothing_of_trouble(fired: Fired, name: str) -> None:
    assert not re.search(r"Traceback|ERROR|CRITICAL|not for Jeopardice", fired.logs[name]), fired.logs[name][
        -5000:
    ]


@pytest.mark.parametrize("name", [SERVED, DEPLOYED])
def test_schedule__is_of_the_flow_in_its_module(fired: Fired, name: str) -> None:
    (deployment,) = ask(fired.apis[name], "deployments/filter", {"deployments": {"name": {"any_": [name]}}})
    assert deployment["entrypoint"] == "flows.sweep.sweep"


@pytest.mark.parametrize("name", [SERVED, DEPLOYED])
def test_prefect_server__says_nothing_of_trouble(fired: Fired, name: str) -> None:
    log = fired.servers[name].read_text()
    assert "Configure Prefect to communicate with the server" in log
    entries = re.split(r"^(?=[\d:.]+ \| |[A-Z]+: )", log, flags=re.MULTILINE)
    if name == SERVED:
        # Of two who write into SQLite at once Prefect lets one ask again, and tells of it here.
        entries = [entry for entry in entries if "(sqlite3.OperationalError) database is locked" not in entry]
    troubles = [entry for entry in entries if re.search(r"Traceback|ERROR|CRITICAL|WARNING|Error\b", entry)]
    assert troubles == []


def test_schedule__takes_no_credentials(
    jeopardice: Command, api: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(jeopardice.home, race(name="small/secret"))
    monkeypatch.setenv("PREFECT_API_URL", api)
    said = jeopardice("schedule", "small.yaml", "--cron", "0 3 1 1 *", "--store", "s3://KEY:hush@bucket/x")
    assert said.code == 2
    assert "the address has a user, a password or a query" in said.error
    assert "hush" not in said.out + said.error
    assert ask(api, "deployments/filter", {"deployments": {"name": {"any_": ["small-secret"]}}}) == []


def test_schedule__needs_a_server_that_answers(tmp_path: Path) -> None:
    write(tmp_path, race())
    command = ["jeopardice", "schedule", "small.yaml", "--cron", "0 3 1 1 *"]
    variables = environment(tmp_path, PREFECT_API_URL=f"http://127.0.0.1:{free_port()}/api")
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=240)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("error: PREFECT_API_URL: no Prefect server answers at http://127.0.0.1:")
