"""The process of a run's own Prefect server; it ends when the launcher does, even if that was killed.

`python -m flows.prefect_api.process FD LAUNCHER` serves on the inherited socket FD, as long as the process
LAUNCHER is its parent. PREFECT_SERVER_API_AUTH_STRING has its password.
"""

import os
import socket
import sys
import threading
import time
from typing import cast

import uvicorn

from flows.prefect_api.gate import Application, gated
from flows.quick_imports import quick_imports

LOOK = 1.0


def end_with(parent: int) -> None:
    """End this process when it gets another parent, as the first has died."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(0)


def quickly_made(host: str) -> Application:
    """Prefect's own application, restricted to requests with the password."""
    with quick_imports():
        from prefect.server.api.server import create_app

        return gated(cast(Application, create_app()), host, os.environ["PREFECT_SERVER_API_AUTH_STRING"])


def main() -> None:
    """Serve until the launcher ends."""
    threading.Thread(target=end_with, args=[int(sys.argv[2])], daemon=True).start()
    listener = int(sys.argv[1])
    with socket.socket(fileno=os.dup(listener)) as bound:
        host = f"127.0.0.1:{bound.getsockname()[1]}"
    uvicorn.run(
        lambda: quickly_made(host),
        factory=True,
        fd=listener,
        log_level="error",
        lifespan="on",
    )


if __name__ == "__main__":
    main()
