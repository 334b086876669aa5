"""The process of a run's own Prefect server; it ends when the launcher does, even if that was killed.

`python -m flows.api_server FD LAUNCHER` serves on the socket that it inherits as FD, for as long as the
process LAUNCHER is its parent.
"""

import os
import sys
import threading
import time
from typing import TYPE_CHECKING

import uvicorn

from flows.quick_imports import quick_imports

if TYPE_CHECKING:
    from fastapi import FastAPI

LOOK = 1.0


def end_with(parent: int) -> None:
    """End this process when its parent is another one: the first has died."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(0)


def quickly_made() -> "FastAPI":
    """Prefect's own application."""
    with quick_imports():
        from prefect.server.api.server import create_app

        return create_app()


def main() -> None:
    """Serve until the launcher ends."""
    threading.Thread(target=end_with, args=[int(sys.argv[2])], daemon=True).start()
    uvicorn.run(
        quickly_made,
        factory=True,
        fd=int(sys.argv[1]),
        log_level="error",
        lifespan="on",
    )


if __name__ == "__main__":
    main()
