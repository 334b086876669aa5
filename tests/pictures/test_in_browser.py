"""Pictures as pages in a browser: they come up, ask for nothing, and follow pointer and keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pictures.interactive.page import page
from pictures.view import view
from solvers.catalog import QUESTIONS
from tests.browser import chromium, needs_chromium, wait_for
from tests.pictures.test_pictures import small

pytestmark = [needs_chromium, pytest.mark.browser]
WIDTHS = (360, 1024, 1920)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def opened(browser: Browser, path: Path, question: str, picture: str, width: int = 1024) -> Page:
    """A picture of a small case, drawn; it must have asked for nothing and complained about nothing."""
    found = QUESTIONS[question]
    path.write_text(page(view(found.picture(picture), small(found))))
    shown = browser.new_context(viewport={"width": width, "height": 900}).new_page()
    asked: list[str] = []
    said: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    shown.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    shown.on("pageerror", lambda error: said.append(str(error)))
    shown.goto(path.as_uri())
    shown.wait_for_selector("canvas", state="attached")
    shown.wait_for_function("Bokeh.documents.length && Bokeh.documents[0].is_idle")
    assert (asked, said) == ([path.as_uri()], [])
    return shown


def plot_titles(shown: Page) -> list[str]:
    """What stands above the plots."""
    every = "[...Bokeh.documents[0]._all_models.values()]"
    found: list[str] = shown.evaluate(f"{every}.filter((one) => one.type == 'Title').map((one) => one.text)")
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    ("question", "picture"),
    [
        ("race.pig", "boundary"),
        ("race.pig", "slices"),
        ("race.pig", "cuts"),
        ("equilibrium.simultaneous_pig", "mixture"),
        ("race_response_to_rule.pig", "regret"),
    ],
)
def test_page__comes_up_whole_and_no_wider_than_its_window(
    browser: Browser, tmp_path: Path, question: str, picture: str, width: int
) -> None:
    shown = opened(browser, tmp_path / "a.html", question, picture, width)
    widths = shown.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]
    assert shown.locator("h1").inner_text()


def test_sections__follow_the_keyboard_and_a_tap(browser: Browser, tmp_path: Path) -> None:
    shown = opened(browser, tmp_path / "a.html", "race.pig", "boundary")
    before = plot_titles(shown)
    slider = shown.locator(".noUi-handle").first
    slider.focus()
    slider.press("ArrowRight")
    wait_for(lambda: plot_titles(shown) != before)
    moved = plot_titles(shown)
    box = shown.locator("canvas").first.bounding_box()
    assert box is not None
    shown.mouse.click(box["x"] + box["width"] / 4, box["y"] + box["height"] / 4)
    wait_for(lambda: plot_titles(shown) != moved)


def test_slices__say_under_the_pointer_what_to_do(browser: Browser, tmp_path: Path) -> None:
    shown = opened(browser, tmp_path / "a.html", "race.pig", "slices")
    box = shown.locator("canvas").first.bounding_box()
    assert box is not None
    for down, action in ((0.2, "hold"), (0.85, "roll")):
        shown.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * down, steps=4)
        shown.get_by_text(f"best action: {action}").wait_for(state="visible")
