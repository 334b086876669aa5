"""A real browser for tests, Debian's Chromium driven headless by Playwright, and what all pages hold."""

import os
import re
import shutil
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.processes import PATIENCE, Process, environment, started

CHROMIUM = shutil.which("chromium")
# For tests that need it; the others of a module run without.
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium"
)
# It calls nobody, and draws without a graphics card; what draws waits for nobody else either, as Chromium
# would have it for a page that no screen shows.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disable-background-timer-throttling",
]
# Phone, tablet, desk.
WIDTHS = (360, 1024, 1920)
SERIOUS = {"serious", "critical"}


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, which ends with the block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Visit:
    """One page of a browser, which takes down all that goes wrong on it and all that it asks for.

    Parameters
    ----------
    browser : that it is of
    width : px
    scheme : "light" or "dark"
    motion : whether the visitor wants to see things move, as the opponent's turn throw by throw
    """

    def __init__(
        self, browser: Browser, width: int = 1024, scheme: str = "light", motion: bool = False
    ) -> None:
        self._context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,  # type: ignore[arg-type]
            accept_downloads=True,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.errors: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def __enter__(self) -> "Visit":
        return self

    def __exit__(self, *end: object) -> None:
        self._context.close()

    def check(self) -> None:
        """No error, nothing serious for axe, nothing wider than the window, nothing from elsewhere."""
        assert self.errors == []
        found = Axe().run(self.page).response["violations"]
        assert [_described(one) for one in found if one["impact"] in SERIOUS] == []
        widths = self.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert widths[0] <= widths[1], f"{widths[0]} px on a window of {widths[1]} px"
        assert [
            url for url in self.asked if not re.match(r"(http|ws)://127\.0\.0\.1:|data:|blob:", url)
        ] == []

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.errors.append(said.text)


@contextmanager
def served(directory: Path, *command: str, **settings: str) -> Iterator[tuple[str, Process]]:
    """Start a command that serves pages on loopback and prints their address; give that, and the process.

    Parameters
    ----------
    directory : where it runs, with its log
    command : program and arguments
    settings : variables besides
    """
    variables: Mapping[str, str] = environment(directory / "home", PYTHONPATH=os.getcwd(), **settings)
    with started(command[1], command, directory, variables, stop=signal.SIGINT) as process:
        yield _address(process), process


def _address(process: Process) -> str:
    found: list[str] = []

    def said() -> bool:
        found[:] = re.findall(r"http://127\.0\.0\.1:\d+/", process.log.read_text())
        return bool(found)

    process.wait(said)
    return found[0]


def wait_for(true: Any, seconds: float = PATIENCE) -> None:
    """Wait until a function without arguments is true.

    Parameters
    ----------
    true : that is asked again and again
    seconds : s, at most
    """
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.1)


def _described(violation: Mapping[str, Any]) -> str:
    nodes = [node["html"][:200] for node in violation["nodes"][:3]]
    return f"{violation['impact']}: {violation['id']}, {violation['help']}: {nodes}"
