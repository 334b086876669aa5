"""A gallery that is written once, and Debian's Chromium to look at it with."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Browser, Page

from browsing.gallery.drawn import Drawn
from browsing.gallery.pages import gallery
from browsing.gallery.sweeps import Shipped
from browsing.gallery.writing import write_folder
from tests.browser import CHROMIUM, chromium

RECTANGLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 42"><path d="M0 0h64v42H0z"/></svg>'

Opened = Callable[..., Page]


def picture(sweep: str, title: str = "A picture", **given: object) -> Drawn:
    """A picture with little to be seen."""
    numbers = pd.DataFrame({"goal": range(300), "win_probability": [0.5 + n / 1000 for n in range(300)]})
    told = {"caption": "What there is.", "alt": "A rectangle.", "numbers": numbers, "svg": RECTANGLE, **given}
    return Drawn(sweep=sweep, title=title, **told)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gallery with two sweeps, one of them with two pictures, and one that is missing."""
    drawn = [
        picture("pig/three_players"),
        picture("pig/three_players", "Another <picture> & more"),
        picture("piglet/race"),
    ]
    shipped = [Shipped(name, name, f"Title of {name}") for name in ("pig/three_players", "pig/dice")]
    directory = tmp_path_factory.mktemp("web") / "gallery"
    write_folder(directory, gallery(drawn, shipped, "https://example.org/data/"))
    return directory


# For one module: while it is open, nobody in this thread can start an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    with chromium() as started:
        yield started


@pytest.fixture
def opened(browser: Browser, written: Path) -> Iterator[Opened]:
    """Open a page from disk; in the end none may have complained, or asked for anything elsewhere."""
    complaints: list[str] = []

    def opened(path: str, width: int = 1024, scheme: str = "light") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: complaints.extend(elsewhere(asked.url)))
        page.goto(f"{written.as_uri()}/{path}")
        return page

    def elsewhere(url: str) -> list[str]:
        return [] if url.startswith((written.as_uri(), "data:", "blob:")) else [url]

    yield opened
    for context in browser.contexts:
        context.close()
    assert complaints == []
