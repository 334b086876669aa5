"""`--log FILE`: a line of JSON for each event of a run, by which one finds the run, block and case."""

import json
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.launch import Launch
from flows.log_file import VARIABLE, logged
from flows.outcome import CasesFailed
from flows.sweep import sweep
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from tasks import log
from tests.launchers import commits, run
from tests.sweeps import race, write

GOALS = [5, 6, 7, 8]
Solve = Callable[..., Any]


def lines(path: Path) -> list[dict[str, Any]]:
    """What a file has."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_line__is_json_with_what_it_is_about(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with logged(str(path)), log.about(run="abc", sweep="small/race"):
        log.note("shard begun", shard=1)
        log.warn("case \n failed", case="goal=7")
    log.note("afterwards")
    first, second = lines(path)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", first["time"])
    assert first["process"] == second["process"]
    told = {key: value for key, value in first.items() if key not in {"time", "host", "process"}}
    assert told == {
        "level": "info",
        "event": "shard begun",
        "run": "abc",
        "sweep": "small/race",
        "shard": 1,
    }
    assert (second["level"], second["event"], second["case"]) == ("warning", "case \n failed", "goal=7")


def test_file__is_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "log"
    for number in range(2):
        with logged(str(path)):
            log.note("begun", number=number)
    assert [line["number"] for line in lines(path)] == [0, 1]


def test_file__is_named_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "named"))
    with logged(None):
        log.note("begun")
    with logged(""):
        log.note("not told")
    assert len(lines(tmp_path / "named")) == 1


def test_file__that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none" / "log"
    with (
        pytest.raises(InvalidRules, match=f"^--log: cannot write to {path}: No such file"),
        logged(str(path)),
    ):
        pass


def test_file__that_becomes_full_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    # Whatever is written to this device, it is full.
    with logged("/dev/full"):
        log.note("first")
        log.note("second")
    said = capsys.readouterr().err
    assert said.count("--log: cannot write to /dev/full. The run goes on.") == 1
    assert "Traceback" not in said


def test_logger__is_as_before_afterwards(tmp_path: Path) -> None:
    before = (log.LOGGER.level, list(log.LOGGER.handlers))
    with logged(str(tmp_path / "log")):
        assert log.LOGGER.isEnabledFor(logging.INFO)
    assert (log.LOGGER.level, list(log.LOGGER.handlers)) == before


@pytest.mark.usefixtures("reporting")
def test_run__is_told_from_its_beginning_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = QUESTIONS["race.pig"]

    def solve_others(**parameters: Any) -> Any:
        if parameters["goal"] == 7:
            raise ArithmeticError("seven is out")
        return own.solve(**parameters)

    monkeypatch.setitem(QUESTIONS, own.name, replace(own, solve=solve_others))
    launch = Launch(
        config=write(tmp_path, race(GOALS)),
        store=str(tmp_path / "store"),
        serial=True,
        publish=None,
        log=str(tmp_path / "log"),
    )
    with pytest.raises(CasesFailed):
        sweep(launch)
    told = lines(tmp_path / "log")
    assert len({line["run"] for line in told}) == 1
    assert {line["sweep"] for line in told} == {"small/race"}
    events = [line["event"] for line in told]
    assert events[0] == "run begun"
    assert events[-1] == "run failed"
    assert {"shard begun", "block solved", "case failed", "shard committed"} < set(events)
    [failed] = [line for line in told if line["event"] == "case failed"]
    assert (failed["case"], failed["error"]) == ("goal=7", "ArithmeticError: seven is out")
    assert failed["shard"] >= 1
    assert "goal=" in failed["block"]
    solved = [line for line in told if line["event"] == "block solved"]
    assert sum(line["cases"] for line in solved) == len(GOALS)
    assert sum(line["failed"] for line in solved) == 1


@pytest.mark.parametrize("where", [("--serial",), pytest.param(("--workers", "2"), marks=pytest.mark.long)])
def test_command__tells_each_event_once(where: tuple[str, ...], api: str, tmp_path: Path) -> None:
    config, store = Path(write(tmp_path, race(GOALS))), str(tmp_path / "store")
    run(tmp_path, config, store, *where, "--no-publish", "--log", "events", PREFECT_API_URL=api)
    told = lines(tmp_path / "events")
    events = [line["event"] for line in told]
    assert (events.count("run begun"), events.count("run ended")) == (1, 1)
    # One commit is that of the plan.
    committed = [line["commit"] for line in told if line["event"] == "shard committed"]
    assert len(committed) == len(set(committed)) == commits(store) - 1
    assert sum(line["cases"] for line in told if line["event"] == "block solved") == len(GOALS)
    assert len({line["run"] for line in told}) == 1
