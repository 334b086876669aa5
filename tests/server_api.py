"""Ask a Prefect server, without Prefect."""

import json
import time
from typing import Any
from urllib.request import Request

from tests.processes import direct

FINAL = {"COMPLETED", "FAILED", "CRASHED", "CANCELLED"}


def ask(api: str, path: str, body: object = None) -> Any:
    """The answer; a body makes it a POST."""
    data = None if body is None else json.dumps(body).encode()
    with direct.open(
        Request(f"{api}/{path}", data, {"Content-Type": "application/json"}), timeout=30
    ) as response:
        return json.load(response)


def final_state(api: str, flow_run: str, seconds: float = 120.0) -> Any:
    """The state in which a flow run ended, or in which it is after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        state = ask(api, f"flow_runs/{flow_run}")["state"]
        if state["type"] in FINAL or time.monotonic() > deadline:
            return state
        time.sleep(0.25)
