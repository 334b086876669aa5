"""`jeopardice status` beside real runs: while they go on, when they were killed, and when they fail."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from flows.cluster.workers import Serial
from flows.commands.stores.status import show_status
from flows.heartbeat import heartbeat
from flows.terminal.errors import say_error
from flows.terminal.refusals import sentence
from solvers.catalog import QUESTIONS
from storage.errors import Unwritable
from storage.repository import Store
from storage.running import Running, State, tell, told
from tasks import progress
from tasks.work import Stopped, Work
from tests.commands import Command
from tests.launchers import ended, launcher
from tests.other_users import as_another, common_directory, needs_root
from tests.processes import PATIENCE
from tests.sweeps import race, solved_store, write

RUN, SWEEP = "20261129T120000-abcdef", "small/race"


@pytest.fixture
def store(jeopardice: Command) -> Store:
    """A store of five cases, in the command's working directory."""
    return solved_store(jeopardice.home, race(range(5, 10)))


class Beating:
    """Signs of life of a run of seven cases."""

    def __init__(self, store: Store) -> None:
        self.work = Work(store, Serial(), {"run": RUN})
        self.warnings: list[str] = []

    @contextmanager
    def going_on(self) -> Iterator[Callable[[str], None]]:
        """Let it run for the length of the block."""
        with heartbeat(SWEEP, 7, self.work, self.warnings.append) as failed:
            yield failed


@pytest.fixture
def beating(store: Store) -> Beating:
    return Beating(store)


def known(store: Store) -> list[Running]:
    """What the runs of a store tell."""
    return [run for _, run in told(store.files) if run is not None]


def wait(ready: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_heartbeat__leaves_nothing_of_a_run_that_ends_well(store: Store, beating: Beating) -> None:
    with beating.going_on():
        wait(lambda: bool(known(store)))
    assert (known(store), beating.warnings) == ([], [])


def test_heartbeat__leaves_why_a_run_failed(store: Store, beating: Beating, jeopardice: Command) -> None:
    with suppress(Unwritable), beating.going_on():
        beating.work.counted.add(4, 1)
        beating.work.counted.add(-2, 0)
        progress.tell("A worker was lost.")
        raise Unwritable("The disk is full.")
    (run,) = known(store)
    assert (run.ended, run.error, run.answered, run.failed) == (State.FAILED, "The disk is full.", 2, 1)
    lines = jeopardice("status").out.splitlines()
    assert lines[0] == "small/race: 2 of 7 cases to do, 1 of them failed"
    assert lines[1].startswith(f"  Run {RUN} failed ")
    assert lines[2].endswith(" A worker was lost.")
    assert lines[3:] == ["  The disk is full.", "  In all, 5 of 5 cases of this sweep are done."]
    # The next run of that sweep begins with a clean slate.
    with beating.going_on():
        pass
    assert known(store) == []


def test_heartbeat__tells_what_was_warned_of(store: Store, beating: Beating) -> None:
    with beating.going_on():
        say_error("warning", "Lost the worker tcp://10.0.0.1:1234.")
        wait(lambda: any("Lost the worker tcp" in words for run in known(store) for words in run.events))


def test_heartbeat__leaves_what_failed_without_an_error(store: Store, beating: Beating) -> None:
    with beating.going_on() as failed:
        failed("2 cases failed: \udce9")
    assert [(run.ended, run.error) for run in known(store)] == [(State.FAILED, "2 cases failed: ?")]


@pytest.mark.parametrize("error", [Stopped("asked to"), KeyboardInterrupt()])
def test_heartbeat__leaves_that_a_run_was_stopped(
    store: Store, beating: Beating, jeopardice: Command, error: BaseException
) -> None:
    with pytest.raises(type(error)), beating.going_on():
        raise error
    assert [(run.ended, run.error) for run in known(store)] == [(State.STOPPED, "")]
    assert f"Run {RUN} was stopped" in jeopardice("status").out


def test_heartbeat__never_fails_a_run(store: Store, beating: Beating) -> None:
    path = Path(store.url, "running", f"{RUN}.json")
    path.mkdir(parents=True)
    with beating.going_on():
        beating.work.counted.add(3, 1)
    (warning,) = beating.warnings
    assert warning.startswith("`jeopardice status` cannot tell how far this run is. Cannot use ")
    assert path.is_dir()


def test_heartbeat__does_not_begin_a_removed_store_again(store: Store, beating: Beating) -> None:
    place = Path(store.url)
    with suppress(ZeroDivisionError), beating.going_on():
        wait(lambda: bool(known(store)))
        place.rename(place.with_name("moved"))
        raise ZeroDivisionError
    assert not place.exists()


def test_status__shows_how_far_a_run_is(store: Store, jeopardice: Command) -> None:
    assert jeopardice("status").out == "Nothing runs on store.\n"
    assert json.loads(jeopardice("status", "--json").out) == []
    run = Running.begin(RUN, SWEEP, 7).model_copy(
        update={
            "answered": 3,
            "rate": 0.5,
            "told": datetime.now(UTC),
            "workers": 21,
            "working": {"tcp://127.0.0.1:1": "small/race, goal=8"},
        }
    )
    tell(store.files, run)
    said = jeopardice("status")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "small/race: 3 of 7 cases to do, 0.5/s, about 8.0 s left"
    assert lines[1].startswith(f"  Run {RUN} began ")
    assert lines[1].endswith(f" ago: process {run.process} on {run.host}.")
    assert lines[2:] == ["  tcp://127.0.0.1:1: small/race, goal=8", "  and 20 workers more"]
    (found,) = json.loads(jeopardice("status", "--json").out)
    assert (found["state"], found["seconds_left"], found["answered"]) == ("running", 8.0, 3)
    tell(store.files, run.model_copy(update={"rate": 0.001, "told": datetime.now(UTC)}))
    assert ", 3.6 an hour, about 67 minutes left\n" in jeopardice("status").out


def test_status__prints_nothing_that_moves_the_cursor(store: Store, jeopardice: Command) -> None:
    run = Running.begin(RUN, "small\x1b[2Jrace", 7).model_copy(
        update={"ended": State.FAILED, "error": "[red]no\x1b[31m\nreally\r"}
    )
    tell(store.files, run)
    store.files.write("running/x\n\x1b[2Jy.json", b"{}")
    said = jeopardice("status")
    assert "\x1b" not in said.out + said.error
    assert "\r" not in said.out
    assert "  [red]no\\x1b[31m really\\r\n  The store has no cases of it.\n" in said.out
    assert said.error.startswith("warning: running/x \\x1b[2Jy.json: this version cannot read this file")


def test_status__says_that_there_is_no_store(jeopardice: Command) -> None:
    said = jeopardice("status", "--store", "none")
    assert (said.code, said.out) == (2, "")
    assert said.error.startswith("error: No store at ./none.")


def test_status__of_a_file_says_that_it_is_no_store(jeopardice: Command) -> None:
    (jeopardice.home / "notes").touch()
    said = jeopardice("status", "--store", "notes")
    assert (said.code, said.out) == (2, "")
    assert said.error.startswith("error: The store's path notes is a file, not a directory.")


@needs_root
def test_status__does_not_take_what_it_may_not_read_for_nothing() -> None:
    with common_directory() as common:
        (common / "running").mkdir(mode=0o700)

        def refused() -> str:
            try:
                show_status(str(common), as_json=False)
                return "shown"
            except PermissionError as error:
                return sentence(error)

        assert as_another(refused).startswith(f"Cannot use {common / 'running'}: Permission denied.")


def test_rm__forgets_runs_of_the_sweep(store: Store, jeopardice: Command) -> None:
    tell(store.files, Running.begin(RUN, SWEEP, 7).model_copy(update={"ended": State.FAILED}))
    assert jeopardice("rm", SWEEP, "--yes").code == 0
    assert known(store) == []


def test_run__with_nothing_to_do_forgets_older_runs(store: Store, jeopardice: Command) -> None:
    tell(store.files, Running.begin(RUN, SWEEP, 7).model_copy(update={"ended": State.FAILED}))
    config = write(jeopardice.home, race(range(5, 10)))
    assert "Nothing to do" in jeopardice("run", config, "--no-publish").out
    assert known(store) == []


@pytest.mark.long
def test_status__of_cases_that_failed(
    jeopardice: Command, reporting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = QUESTIONS["race.pig"]

    def solve_one(**parameters: Any) -> Any:
        if parameters["goal"] > 5:
            raise ArithmeticError("seven is out")
        return own.solve(**parameters)

    config = write(jeopardice.home, race(range(5, 8)))
    words = ("run", config, "--serial", "--no-publish")
    with monkeypatch.context() as patch:
        patch.setitem(QUESTIONS, own.name, replace(own, solve=solve_one, together=None))
        assert jeopardice(*words).code == 1
    lines = jeopardice("status").out.splitlines()
    assert lines[0] == "small/race: 3 of 3 cases to do, 2 of them failed"
    assert lines[2].startswith("  2 cases failed: goal=6: ArithmeticError: seven is out; goal=7: ")
    assert lines[3:] == ["  In all, 1 of 3 cases of this sweep are done."]
    assert jeopardice(*words).code == 0
    assert jeopardice("status").out == "Nothing runs on store.\n"


@pytest.mark.long
def test_status__of_a_run_that_is_killed(jeopardice: Command, api: str) -> None:
    home = jeopardice.home
    config = Path(write(home, race(range(700, 740), keep=["win_probability"], name="small/killed")))
    words = ("--workers", "1", "--no-publish")
    with launcher(home, config, "store", *words, PREFECT_API_URL=api) as process:
        process.wait(lambda: _shown(jeopardice, "running", answered=True))
        (found,) = json.loads(jeopardice("status", "--json").out)
        assert (found["sweep"], found["cases"], found["process"]) == ("small/killed", 40, process.popen.pid)
        process.popen.send_signal(signal.SIGKILL)
        assert ended(process) == -signal.SIGKILL
    wait(lambda: _shown(jeopardice, "died"))
    said = jeopardice("status").out
    assert "without saying why" in said
    assert " of 40 cases of this sweep are done." in said
    with launcher(home, config, "store", *words, PREFECT_API_URL=api) as process:
        assert ended(process) == 0
    assert jeopardice("status").out == "Nothing runs on store.\n"


def _shown(jeopardice: Command, state: str, answered: bool = False) -> bool:
    """Whether `status` shows one run in that state, and whether it has answers."""
    said = jeopardice("status", "--json")
    runs: list[Any] = json.loads(said.out) if said.code == 0 else []
    return [run["state"] for run in runs] == [state] and (not answered or runs[0]["answered"] > 0)
