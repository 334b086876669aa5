"""A failed run is told to an address of the user's, which stays a secret; a real receiver takes what is
sent.
"""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from flows.launch import Launch
from flows.notifying import Teller, Webhook, webhook
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from storage.errors import Unwritable
from tasks.work import Stopped
from tests.commands import Command, one_line
from tests.launchers import ended, launcher
from tests.processes import PATIENCE, environment, free_port, started
from tests.receiver import KEY, Receiver
from tests.server_api import ask, final_state
from tests.services import prefect_server
from tests.sweeps import alone, race, write


def failing(home: Path) -> Launch:
    """A launch of a sweep in that directory."""
    return Launch(config=write(home, alone()), store=str(home / "store"))


def test_teller__tells_a_sentence_and_its_parts(receiver: Receiver, tmp_path: Path) -> None:
    teller = Teller(failing(tmp_path), webhook(receiver.address), "0123")
    assert teller.tell(Unwritable("The disk is full.")) == ""
    assert receiver.told == [
        {
            "text": "The run of small/alone failed: The disk is full.",
            "sweep": "small/alone",
            "run": "0123",
            "store": str(tmp_path / "store"),
            "error": "The disk is full.",
        }
    ]


def test_teller__tells_no_credentials_of_a_store(receiver: Receiver, tmp_path: Path) -> None:
    launch = failing(tmp_path).replacing(store="s3://KEY:hush@bucket/x")
    assert Teller(launch, webhook(receiver.address)).tell(ValueError("no")) == ""
    assert receiver.told[0]["store"] == ""
    assert "hush" not in str(receiver.told)


def test_teller__tells_of_a_config_that_cannot_be_read(receiver: Receiver, tmp_path: Path) -> None:
    launch = Launch(config=str(tmp_path / "none.yaml"), store=str(tmp_path / "store"))
    assert Teller(launch, webhook(receiver.address)).tell(ValueError("no")) == ""
    assert receiver.told[0]["sweep"] == launch.config


def test_teller__is_silent_if_stopped_on_purpose(receiver: Receiver, tmp_path: Path) -> None:
    assert Teller(failing(tmp_path), webhook(receiver.address)).tell(Stopped("asked to")) == ""
    assert receiver.told == []


def test_webhook__tries_twice(receiver: Receiver) -> None:
    receiver.answers = [503]
    assert Webhook(receiver.address).tell({"text": "once more"}) == ""
    assert receiver.told == [{"text": "once more"}] * 2


def test_webhook__says_what_was_answered(receiver: Receiver) -> None:
    receiver.answers = [404, 404]
    assert Webhook(receiver.address).tell({}) == "it answered with HTTP status 404"


def test_webhook__follows_no_redirect(receiver: Receiver) -> None:
    receiver.answers = [302, 302]
    assert Webhook(receiver.address).tell({}) == "it answered with HTTP status 302"


def test_webhook__is_not_shown() -> None:
    assert KEY not in repr(Webhook(f"https://host/{KEY}"))


@pytest.mark.parametrize("nothing", [None, ""])
def test_webhook__may_be_none(nothing: str | None) -> None:
    assert webhook(nothing) is None


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        (f"https:///{KEY}", "without a host"),
        (f"https://:443/{KEY}", "without a host"),
        (f"ftp://host/{KEY}", "that does not begin with https:// or http://"),
        (f"host/{KEY}", "that does not begin with https:// or http://"),
        (f"https://host:port/{KEY}", "with an invalid host or port"),
        (f"https://host:70000/{KEY}", "with an invalid host or port"),
        (f"https://host:0/{KEY}", "with an invalid host or port"),
        (f"https://[host/{KEY}", "with an invalid host or port"),
        (f"https://me:{KEY}@host/", "with a user or a password"),
        (f"https://host/{KEY} ", "with spaces or special characters"),
        (f"https://host/\n{KEY}", "with spaces or special characters"),
        (f"https://host/é{KEY}", "with spaces or special characters"),
    ],
)
def test_webhook__refuses_an_address_without_showing_it(address: str, problem: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        webhook(address)
    assert str(refused.value) == (
        f"--on-failure: expected an address such as https://host/path, got one {problem} (not shown, as it"
        " may hold a key). Correct it."
    )


@pytest.mark.parametrize("words", [("run",), ("schedule", "--cron", "0 3 * * *")])
def test_command__refuses_an_address_without_showing_it(words: tuple[str, ...], jeopardice: Command) -> None:
    config = write(jeopardice.home, alone())
    before = jeopardice.files()
    said = jeopardice(words[0], config, *words[1:], "--on-failure", f"ftp://host/{KEY}")
    assert said.code == 2
    assert one_line(said.error).startswith("error: --on-failure: expected an address such as https://")
    assert KEY not in said.out + said.error
    assert jeopardice.files() == before


def test_run__tells_of_an_error_before_the_flow(
    jeopardice: Command, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JEOPARDICE_ON_FAILURE", receiver.address)
    said = jeopardice("run", "none.yaml")
    assert said.code == 2
    (told,) = receiver.told
    assert told["run"] is None
    assert told["error"] in one_line(said.error)
    assert KEY not in said.out + said.error


def test_run__that_cannot_tell_warns_and_ends_with_its_own_error(jeopardice: Command) -> None:
    address = f"http://127.0.0.1:{free_port()}/{KEY}"
    said = jeopardice("run", "none.yaml", "--on-failure", address)
    assert said.code == 2
    warning, error = said.error.splitlines()
    assert warning == (
        "warning: Could not tell of the failure at the address of --on-failure: Connection refused."
    )
    assert error.startswith("error: ")
    assert KEY not in said.out + said.error


def test_run__with_an_empty_address_tells_nobody(jeopardice: Command, receiver: Receiver) -> None:
    assert jeopardice("run", "none.yaml", "--on-failure", "").code == 2
    assert receiver.told == []


@pytest.mark.long
def test_run__tells_of_cases_that_failed_and_of_no_success(
    jeopardice: Command, receiver: Receiver, reporting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = QUESTIONS["race.pig"]

    def solve_none(**_: Any) -> Any:
        raise ArithmeticError("seven is out")

    config = write(jeopardice.home, race(range(5, 7), name="small/told"))
    words = ("run", config, "--on-failure", receiver.address, "--serial", "--no-publish")
    with monkeypatch.context() as patch:
        patch.setitem(QUESTIONS, own.name, replace(own, solve=solve_none))
        bad = jeopardice(*words)
    assert bad.code == 1
    (told,) = receiver.told
    assert told["text"].startswith("The run of small/told failed: 2 cases failed: goal=5: ArithmeticError")
    assert told["error"] in one_line(bad.error)
    recorded = ask(reporting, f"flow_runs/{told['run']}")
    assert (recorded["name"], recorded["state_type"]) == ("small/told · 2 to do", "FAILED")
    assert KEY not in json.dumps(recorded)
    good = jeopardice(*words)
    assert good.code == 0, good.error
    assert len(receiver.told) == 1
    assert KEY not in bad.out + bad.error + good.out + good.error


@pytest.mark.long
def test_run__stopped_by_hand_tells_nobody(receiver: Receiver, api: str, tmp_path: Path) -> None:
    # Long enough that it still runs when this process has been told that it does.
    config = Path(write(tmp_path, race(range(700, 900), keep=["win_probability"], name="small/stopped")))
    words = ("--workers", "1", "--no-publish", "--on-failure", receiver.address)
    with launcher(tmp_path, config, "store", *words, PREFECT_API_URL=api) as process:
        process.wait(lambda: _running(api, "small/stopped"))
        os.killpg(process.popen.pid, signal.SIGINT)
        assert ended(process) == 130
        assert KEY not in process.log.read_text()
    assert receiver.told == []


def _running(api: str, tag: str) -> bool:
    found = ask(api, "flow_runs/filter", {"flow_runs": {"tags": {"all_": [tag]}}})
    return any(run["state_type"] == "RUNNING" for run in found)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_schedule__tells_of_a_failure_and_keeps_the_address_from_prefect(
    receiver: Receiver, tmp_path: Path
) -> None:
    beside = tmp_path / "server"
    beside.mkdir()
    (tmp_path / "store").write_text("no store")
    config = write(tmp_path, alone() | {"name": "small/nightly"})
    command = ["jeopardice", "schedule", config, "--cron", "0 3 1 1 *", "--on-failure", receiver.address]
    with prefect_server(home=beside) as api:
        variables = environment(tmp_path, PREFECT_API_URL=api)
        with started("schedule", command, tmp_path, variables) as served:
            served.wait(lambda: bool(_deployments(api)))
            (deployment,) = _deployments(api)
            asked = ask(api, f"deployments/{deployment['id']}/create_flow_run", {})
            assert final_state(api, asked["id"], PATIENCE)["type"] == "FAILED"
            served.wait(lambda: bool(receiver.told))
            # Another one, of which the receiver does not want to know.
            receiver.answers = [404, 404]
            # Prefect's SQLite refuses while the run before still writes there.
            served.wait(lambda: not psutil.Process(served.popen.pid).children(recursive=True))
            again = ask(api, f"deployments/{deployment['id']}/create_flow_run", {})
            assert final_state(api, again["id"], PATIENCE)["type"] == "FAILED"
            served.wait(lambda: "HTTP status 404" in _logged(api, again["id"]))
            assert KEY not in _logged(api, again["id"])
        assert KEY not in json.dumps(ask(api, f"flow_runs/{asked['id']}"))
        log = served.log.read_text()
    told = receiver.told[0]
    assert (told["sweep"], told["run"]) == ("small/nightly", asked["id"])
    assert told["store"] == str(tmp_path / "store")
    assert deployment["description"] == "small/nightly: One turn alone"
    assert set(deployment["tags"]) == {"jeopardice", "small/nightly", "pig"}
    assert KEY not in log
    assert not [path for path in beside.rglob("prefect.db*") if KEY.encode() in path.read_bytes()]


def _logged(api: str, run: str) -> str:
    return json.dumps(ask(api, "logs/filter", {"logs": {"flow_run_id": {"any_": [run]}}}))


def _deployments(api: str) -> Any:
    return ask(api, "deployments/filter", {"deployments": {"name": {"any_": ["small-nightly"]}}})
