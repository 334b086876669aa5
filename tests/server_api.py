"""Ask a Prefect server, without Prefect."""

import json
import time
from http import HTTPStatus
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request

from tests.processes import PATIENCE, direct

FINAL = {"COMPLETED", "FAILED", "CRASHED", "CANCELLED"}


def ask(api: str, path: str, body: object = None) -> Any:
    """The answer; a body makes it a POST. Asks again, as Prefect's clients do, while the server's database is
    busy.
    """
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{api}/{path}", data, {"Content-Type": "application/json"})
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with direct.open(request, timeout=30) as response:
                return json.load(response)
        except HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > deadline:
                raise
        time.sleep(0.25)


def final_state(api: str, flow_run: str, seconds: float = 120.0) -> Any:
    """The state in which a flow run ended, or in which it is after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        state = ask(api, f"flow_runs/{flow_run}")["state"]
        if state["type"] in FINAL or time.monotonic() > deadline:
            return state
        time.sleep(0.25)
