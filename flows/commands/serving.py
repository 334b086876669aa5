"""Pages that a command serves until Ctrl-C: address and browser."""

import os
import sys
import webbrowser
from dataclasses import dataclass

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Serving:
    """How pages are served.

    Attributes
    ----------
    port : 0 for any free one
    opens : whether to open a browser
    host : address to listen at
    """

    port: int
    opens: bool
    host: str = LOOPBACK

    @property
    def private(self) -> bool:
        """Whether only this machine can reach the pages."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    def open(self, address: str) -> None:
        """Open the browser if wanted and if it has a window; one in text mode would take over the terminal.

        Parameters
        ----------
        address : address of the page
        """
        if self.opens and _has_screen():
            webbrowser.open(address)


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
