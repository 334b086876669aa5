"""`jeopardice alert`: a real Prefect server tells a webhook, or sends mail, of runs that failed or died."""

import json
import signal
import socketserver
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from solvers.catalog import QUESTIONS
from tests.commands import Command, one_line
from tests.processes import PATIENCE, environment, free_port, started
from tests.receiver import KEY, Receiver, serving
from tests.server_api import ask, final_state
from tests.services import prefect_server
from tests.sweeps import race, write

# Apprise imports it on Python 3.11 and 3.12.
pytestmark = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated:DeprecationWarning")


class Post(socketserver.ThreadingTCPServer):
    """A mail server that takes down what it gets."""

    allow_reuse_address = True

    def __init__(self) -> None:
        self.got: list[str] = []
        super().__init__(("127.0.0.1", 0), _Talking)

    @property
    def address(self) -> str:
        """Its address as Apprise writes it, with a password."""
        return f"mailto://127.0.0.1:{self.server_address[1]}/?from=a@host.org&to=b@host.org&mode=insecure"


class _Talking(socketserver.StreamRequestHandler):
    server: Post

    def handle(self) -> None:
        """Speak as much SMTP as is needed."""
        self.wfile.write(b"220 ready\r\n")
        while line := self.rfile.readline():
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                self.server.got.append("".join(part.decode() for part in iter(self.rfile.readline, b".\r\n")))
            self.wfile.write(b"250 fine\r\n")


@pytest.fixture
def post() -> Iterator[Post]:
    with serving(server := Post()):
        yield server


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A Prefect server of its own, as automations are for all runs of one."""
    from prefect.settings import PREFECT_API_URL, temporary_settings

    with prefect_server(home=tmp_path) as api, temporary_settings({PREFECT_API_URL: api}):
        monkeypatch.setenv("PREFECT_API_URL", api)
        yield api


@pytest.fixture
def fail(jeopardice: Command, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Runs a sweep that fails."""
    question = QUESTIONS["race.pig"]

    def solve_none(**_: Any) -> Any:
        raise ArithmeticError("seven is out")

    def run() -> None:
        config = write(jeopardice.home, race(range(5, 7), name="small/failing"))
        with monkeypatch.context() as patch:
            patch.setitem(QUESTIONS, question.name, replace(question, solve=solve_none, together=None))
            assert jeopardice("run", config, "--serial", "--no-publish").code == 1

    return run


def wait(ready: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.long
def test_alert__tells_a_webhook_of_each_run_that_failed(
    jeopardice: Command, own: str, receiver: Receiver, fail: Callable[[], None]
) -> None:
    # The second time replaces the first.
    for _ in range(2):
        said = jeopardice("alert", receiver.address)
        assert (said.code, said.error) == (0, "")
    assert [told["text"].partition(" ")[0] for told in receiver.told] == ["From", "From"]
    fail()
    wait(lambda: len(receiver.told) > 2)
    # Prefect tells once more if it could not write down that it has told.
    for told in receiver.told[2:]:
        assert told["text"].startswith("The run small/failing · 2 to do is failed. Flow run encountered")
    automations = json.dumps(ask(own, "automations/filter", {}))
    assert KEY not in said.out + automations
    assert jeopardice("alert", "--remove").out == "Removed.\n"
    assert jeopardice("alert", "--remove").out == "There were no alerts.\n"
    assert ask(own, "automations/filter", {}) == []


@pytest.mark.long
def test_alert__sends_mail(jeopardice: Command, own: str, post: Post, fail: Callable[[], None]) -> None:
    assert jeopardice("alert", post.address).code == 0
    fail()
    wait(lambda: len(post.got) > 1)
    assert "From now on Prefect tells here" in post.got[0]
    assert all("The run small/failing" in told for told in post.got[1:])


@pytest.mark.long
@pytest.mark.timeout(900)
def test_alert__tells_of_a_scheduled_run_that_is_killed(
    jeopardice: Command, own: str, receiver: Receiver, tmp_path: Path
) -> None:
    assert jeopardice("alert", receiver.address).code == 0
    config = write(tmp_path, race(range(700, 740), keep=["win_probability"], name="small/killed"))
    command = ["jeopardice", "schedule", config, "--cron", "0 3 1 1 *", "--workers", "1"]
    with started("schedule", command, tmp_path, environment(tmp_path, PREFECT_API_URL=own)) as served:
        served.wait(lambda: bool(ask(own, "deployments/filter", {})))
        (deployment,) = ask(own, "deployments/filter", {})
        run = ask(own, f"deployments/{deployment['id']}/create_flow_run", {})["id"]
        served.wait(lambda: bool(_heartbeats(own, run)))
        # All of it, as when a machine fails: nobody is left to tell.
        for process in [*psutil.Process(served.popen.pid).children(recursive=True), served.popen]:
            process.send_signal(signal.SIGKILL)
        assert final_state(own, run, PATIENCE)["type"] == "CRASHED"
    wait(lambda: len(receiver.told) > 1)
    assert receiver.told[1]["text"].startswith(
        "The run small/killed · 40 to do is crashed. No sign of life for 120 s"
    )


def _heartbeats(api: str, run: str) -> Any:
    """The heartbeats of a flow run, as Prefect has them."""
    wanted = {
        "event": {"name": ["prefect.flow-run.heartbeat"]},
        "resource": {"id": [f"prefect.flow-run.{run}"]},
    }
    return ask(api, "events/filter", {"filter": wanted})["events"]


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ((), "ADDRESS: expected an address such as https://host/path, got nothing."),
        (
            ("ftp://host/KEY",),
            "ADDRESS: expected an address such as https://host/path, got one that",
        ),
        (
            ("http://127.0.0.1:{port}/KEY",),
            "got one where nothing could be sent: Connection refused.",
        ),
        (("mailto://",), "got one where nothing could be sent: it is no valid address of mail. Correct it."),
        (
            ("mailto://127.0.0.1:{port}/?from=a@host.org&to=b@host.org&mode=insecure&pass=KEY",),
            'got one where nothing could be sent: Connection error while submitting email to "127.0.0.1".',
        ),
    ],
)
def test_alert__refuses_where_nothing_can_be_sent(
    jeopardice: Command, monkeypatch: pytest.MonkeyPatch, address: tuple[str, ...], problem: str
) -> None:
    monkeypatch.setenv("PREFECT_API_URL", f"http://127.0.0.1:{free_port()}/api")
    said = jeopardice("alert", *(one.format(port=free_port()) for one in address))
    assert (said.code, said.out) == (2, "")
    assert problem in one_line(said.error)
    assert "KEY" not in said.error


def test_alert__needs_a_server(jeopardice: Command) -> None:
    said = jeopardice("alert", "https://host/path")
    assert (said.code, "PREFECT_API_URL: not set. Alerts need" in one_line(said.error)) == (2, True)
