"""`make stack`: which values it takes, and which ports it refuses."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compose_file import PROJECT
from tests.processes import environment
from tests.stack.__main__ import contents, variables
from tests.stack.local import SECRETS, Local, published_ports

PORTS = ["PREFECT_PORT", "DASK_PORT", "DASK_DASHBOARD_PORT", "OBJECT_STORE_PORT", "EXPLORER_PORT"]


def test_port__that_is_taken_is_refused_with_the_variable_that_names_another(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "tests.stack"],
            env=environment(tmp_path, PREFECT_PORT=str(port)),
            cwd=PROJECT,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 2
    assert (
        f"port {port}: expected a free port, got Address already in use. Name another one:"
        " PREFECT_PORT=PORT make stack\n"
    ) in done.stderr


def test_ports__are_those_that_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for number, name in enumerate(PORTS):
        monkeypatch.setenv(name, str(20000 + number))
    local = Local.read(tmp_path, variables(), contents(), published=True)
    assert sorted(published_ports(local.services).values()) == [20000 + number for number in range(5)]
    assert local.text("http://prefect-server:4200/api") == "http://127.0.0.1:20000/api"
    assert local.given("prefect-server")["PREFECT_SERVER_UI_API_URL"] == "http://127.0.0.1:20000/api"


def test_secrets__that_nobody_gave_are_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ON_FAILURE_FILE", "/dev/null")
    made = contents()
    assert made.keys() == SECRETS.keys()
    assert len(made["object_store_secret_key"]) >= 48 or (PROJECT / "secrets").exists()


def test_secret__in_a_file_is_its_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "on_failure"
    path.write_text("https://chat.example.org/hooks/KEY\n")
    monkeypatch.setenv("ON_FAILURE_FILE", str(path))
    assert contents()["on_failure"] == "https://chat.example.org/hooks/KEY"
