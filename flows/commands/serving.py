"""Pages that a command serves until Ctrl-C: where it says they are, and the browser that is opened."""

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
    port : 0 for any that is free
    opens : whether a browser is opened
    host : address to listen at
    """

    port: int
    opens: bool
    host: str = LOOPBACK

    @property
    def private(self) -> bool:
        """Whether this machine alone reaches the pages."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")

    def open(self, address: str) -> None:
        """Open the browser, if it is wanted and has a window; one in text mode would take the terminal.

        Parameters
        ----------
        address : of the page
        """
        if self.opens and _has_screen():
            webbrowser.open(address)


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
