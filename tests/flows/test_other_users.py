"""Another user of the machine gets nothing from a run, neither by what was made first nor by asking."""

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request

import pytest

from flows.prefect_api.server import Server
from tests.history import with_tables
from tests.launchers import run
from tests.other_users import as_another, common_directory, needs_root
from tests.processes import direct
from tests.sweeps import race, write

SECRET = "of the user alone"
ASKED = {"include_secrets": True}


@pytest.fixture
def common() -> Iterator[Path]:
    with common_directory() as directory:
        yield directory


# Modules that a launcher and its workers import after Dask has started.
PLANTED = """
import os
from pathlib import Path
Path({trap!r}, str(os.geteuid())).write_text(__name__)
raise ImportError("of another user")
"""


@needs_root
@pytest.mark.long
def test_run__imports_nothing_of_a_directory_that_another_user_made(common: Path, tmp_path: Path) -> None:
    scratch, trap = common / "dask-scratch-space", common / "trap"

    def make_first() -> None:
        for directory in (scratch, trap):
            directory.mkdir()
            directory.chmod(0o777)
        for module in ("prefect", "icechunk", "scipy"):
            (scratch / f"{module}.py").write_text(PLANTED.format(trap=str(trap)))

    as_another(make_first)
    before = sorted(scratch.iterdir())
    run(
        tmp_path, Path(write(tmp_path, race())), "store", "--workers", "1", "--no-publish", TMPDIR=str(common)
    )
    assert not list(trap.iterdir()), "code of another user was run"
    # Not even a lock is taken there.
    assert sorted(scratch.iterdir()) == before
    assert sorted(common.iterdir()) == [scratch, trap]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """The Prefect server of a run, with a secret of the user in its history."""
    from prefect.blocks.system import Secret

    with_tables(Path(os.environ["PREFECT_HOME"]))
    server = Server()
    try:
        server.wait()
        with server.ready():
            Secret(value=SECRET).save("precious", overwrite=True)
        yield server
    finally:
        server.stop()


def asked(server: Server, path: str, body: object = None, **headers: str) -> tuple[int, str]:
    """Status and text of an answer."""
    told = {
        "Content-Type": "application/json",
        **{name.replace("_", "-"): text for name, text in headers.items()},
    }
    data = None if body is None else json.dumps(body).encode()
    url = server.url.removesuffix("/api") + path
    try:
        with direct.open(Request(url, data, told), timeout=30) as answer:
            return answer.status, str(dict(answer.headers)) + answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, str(dict(error.headers)) + error.read().decode()


def password(server: Server) -> str:
    return "Basic " + base64.b64encode(server._password.encode()).decode()


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/block_documents/filter", ASKED),
        ("/api/flow_runs/filter", {}),
        ("/api/admin/version", None),
        ("/openapi.json", None),
        ("/", None),
    ],
)
def test_server__answers_nobody_without_its_password(server: Server, path: str, body: object) -> None:
    status, text = asked(server, path, body)
    assert status == 401
    assert SECRET not in text
    wrong = base64.b64encode(b"jeopardice:").decode()
    assert asked(server, path, body, Authorization=f"Basic {wrong}")[0] == 401


def test_server__answers_its_run(server: Server) -> None:
    status, text = asked(server, "/api/block_documents/filter", ASKED, Authorization=password(server))
    assert status == 200
    assert SECRET in text


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}, {"Host": "localhost"}],
)
def test_server__answers_no_page_of_another_origin_or_name(server: Server, headers: dict[str, str]) -> None:
    for secret in ({}, {"Authorization": password(server)}):
        status, text = asked(server, "/api/block_documents/filter", ASKED, **headers, **secret)
        assert status == 403
        assert SECRET not in text
        assert "access-control-allow-origin" not in text.lower()
    assert asked(server, "/api/health", **headers)[0] == 403


def _messages(server: Server, **headers: str) -> str:
    """What a websocket that listens to all events is told first."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    url = server.url.replace("http", "ws") + "/events/out"
    try:
        with connect(
            url, subprotocols=["prefect"], additional_headers=headers, proxy=None, open_timeout=30
        ) as socket:
            socket.send(json.dumps({"type": "auth", "token": "jeopardice:"}))
            return str(socket.recv(timeout=30))
    except WebSocketException as error:
        return type(error).__name__


def test_server__tells_nobody_of_events(server: Server) -> None:
    assert _messages(server) == "ConnectionClosedError"
    assert _messages(server, Origin="http://evil.example") == "InvalidStatus"


@needs_root
def test_password__is_read_by_no_other_user(server: Server) -> None:
    process = server._process.pid

    def look() -> dict[str, Any]:
        line = Path(f"/proc/{process}/cmdline").read_text()
        try:
            found = Path(f"/proc/{process}/environ").read_text()
        except PermissionError:
            found = ""
        return {
            "line": line,
            "environment": found,
            "asked": asked(server, "/api/block_documents/filter", ASKED),
        }

    seen = as_another(look)
    assert "flows.prefect_api.process" in seen["line"]
    assert server._password.partition(":")[2] not in json.dumps(seen)
    assert seen["environment"] == ""
    assert seen["asked"][0] == 401
    assert os.geteuid() == 0
