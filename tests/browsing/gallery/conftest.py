"""A gallery that is written once, and Debian's Chromium to look at it with."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from playwright.sync_api import Browser, Page

from browsing.gallery.drawn import Drawn
from browsing.gallery.finished import Finished, command, python
from browsing.gallery.pages import Content, gallery
from browsing.gallery.sheet import sheet
from browsing.gallery.sweeps import Shipped
from browsing.gallery.topic import Topic, topic_of_game, topics
from browsing.gallery.writing import write_folder
from configs.rules.shipped import shipped_rules
from tests.browser import CHROMIUM, chromium

RECTANGLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 42"><path d="M0 0h64v42H0z"/></svg>'

Opened = Callable[..., Page]


def picture(sweep: str, title: str = "A picture", **given: object) -> Drawn:
    """A picture with little to be seen."""
    numbers = pd.DataFrame({"goal": range(300), "win_probability": [0.5 + n / 1000 for n in range(300)]})
    told = {"caption": "What there is.", "below": "What.", "alt": "A rectangle.", "numbers": numbers}
    told |= {"svg": RECTANGLE, **given}
    return Drawn(sweep=sweep, title=f"Sweep {sweep}", picture=title, **told)  # type: ignore[arg-type]


def unsolved(topic: Topic) -> Finished:
    """A page of a topic, with a rectangle and numbers that nobody has solved."""
    return Finished(
        topic=topic,
        result="The first player wins 53.06 % of games.",
        why="It moves first.",
        svg=RECTANGLE,
        numbers=(("The first player wins", "53.06 %"),),
        table=pd.DataFrame({"banked": range(1200), "hold_at": range(1200)}),
        python=python(topic),
        command=command(topic),
    )


def policy() -> xr.Dataset:
    """Something in place of the answer that the sheet prints."""
    scores = np.arange(100)
    hold_at = np.minimum(21, 100 - scores)[:, None].repeat(100, axis=1)
    coords = {"banked": scores, "opponent": scores, "goal": 100}
    return xr.Dataset({"hold_at": (("banked", "opponent"), hold_at)}, coords)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gallery with all finished pages, a game of its own, and two sweeps, one of them with two pictures."""
    drawn = [
        picture("pig/three_players"),
        picture("pig/three_players", "Another <picture> & more"),
        picture("piglet/race"),
    ]
    shipped = [Shipped(name, name, f"Title of {name}") for name in ("pig/three_players", "pig/dice")]
    own = topic_of_game(shipped_rules()["great_rolled_ones"], "Great Rolled Ones", 50, 3)
    content = Content(
        finished=[unsolved(topic) for topic in topics()],
        games=[unsolved(own)],
        drawn=drawn,
        shipped=shipped,
        sheet=sheet(policy()),
        data="https://example.org/data/",
    )
    directory = tmp_path_factory.mktemp("web") / "gallery"
    write_folder(directory, gallery(content))
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
