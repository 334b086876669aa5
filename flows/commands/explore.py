"""`jeopardice explore`: pages in a browser that read a store."""

import os
import sys
import webbrowser

from rich.console import Console

from flows.explorer.server import serve
from flows.places import store_url

console = Console(highlight=False)


def explore_store(store: str | None, port: int, open_browser: bool) -> None:
    """Serve the explorer on loopback until Ctrl-C."""
    url = store_url(store)

    def say(address: str) -> None:
        console.print(f"Exploring {url} at {address}  (Ctrl-C ends it)", soft_wrap=True, markup=False)
        if open_browser and _has_screen():
            webbrowser.open(address)

    serve(url, port, say)
    console.print("Ended.")


def _has_screen() -> bool:
    """Whether a browser would have a window; one in text mode would take the terminal."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
