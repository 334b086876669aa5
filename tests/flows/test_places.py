"""Where blocks run: at an address where a scheduler answers, and nothing else."""

import socketserver
from collections.abc import Iterator

import pytest

from flows import places
from flows.places import Where
from solvers.errors import InvalidRules
from tests.receiver import serving


class _Speaking(socketserver.BaseRequestHandler):
    """Says something at once, as a mail server does, or waits to be asked, as one of pages does."""

    greeting = b""

    def handle(self) -> None:
        """Greet, and wait for the other to end."""
        self.request.sendall(self.greeting)
        self.request.recv(1)


class _Mail(_Speaking):
    greeting = b"220 mail.example.org ready\r\n"


class _Curt(_Speaking):
    """Ends before the length of anything is said."""

    greeting = b"no\n"

    def handle(self) -> None:
        self.request.sendall(self.greeting)


@pytest.fixture(params=[_Speaking, _Mail, _Curt])
def other(request: pytest.FixtureRequest) -> Iterator[str]:
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), request.param)
    with serving(server):
        yield f"127.0.0.1:{server.server_address[1]}"


@pytest.mark.parametrize("scheme", ["tcp://", ""])
def test_where__refuses_another_service(other: str, scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "GREETING_SECONDS", 0.3)
    with pytest.raises(
        InvalidRules,
        match=rf"^Cannot reach a Dask scheduler at {scheme}{other}: what listens there does not answer as a",
    ):
        Where(scheduler=f"{scheme}{other}").refuse_silence()


def test_where__takes_a_scheduler(scheduler: str) -> None:
    Where(scheduler=scheduler).refuse_silence()
