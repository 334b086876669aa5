"""Whole games in a real browser, by clicks, by keys, and without its script, compared with the engine."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from playing import coach
from playing.choices import Choice, choice
from playing.games import PLAYABLE
from playing.numbers import percent, percentage_points
from playing.play import Play, begin
from playing.saving import link
from tests.browser import Visit, needs_chromium
from tests.browsing.play.engine import of_some_decisions, pressed, says_what_the_engine_says, shown
from tests.browsing.play.served_games import Site, words
from tests.playing.games_to_play import small
from tests.processes import PATIENCE

# A browser takes minutes where others work, too.
pytestmark = [needs_chromium, pytest.mark.browser]
every_game = pytest.mark.parametrize("game", PLAYABLE)
expect.set_options(timeout=1000 * PATIENCE)

Chosen = Callable[[Page, Choice], None]


def by_click(page: Page, one: Choice) -> None:
    """Decide with the mouse."""
    page.locator(f'#options button[data-key="{one.key}"]').click()


def by_key(page: Page, one: Choice) -> None:
    """Decide by the key of the choice, or by those that reach any: Tab and Enter."""
    if len(one.key) == 1:
        pressed(page, one.key)
        return
    button = page.locator(f'#options button[data-key="{one.key}"]')
    while not button.evaluate("one => one === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def plays(page: Page, whole: Play, choose: Chosen) -> None:
    """Play a game to its end; every page on the way is what the engine makes of it."""
    match, play = whole.match, begin(whole.match)
    for place in whole.moves:
        says_what_the_engine_says(shown(page), play)
        choose(page, choice(match, play.state, place))
        play = play.move(place)
        expect(page).to_have_url(re.compile(re.escape(link(match.setup, play.moves)) + "$"))
    says_what_the_engine_says(shown(page), whole)
    ends_as_it_does(page, whole)


def ends_as_it_does(page: Page, play: Play) -> None:
    """What the page says of the whole game is what the coach says."""
    expect(page.locator(".result")).to_be_visible()
    expect(page.get_by_role("link", name="Play again", exact=True)).to_be_visible()
    decided = coach.decisions(play)
    rows = page.locator("#record tbody tr").all_text_contents()
    assert len(rows) == len(decided)
    for row, one in zip(rows, decided, strict=True):
        assert words(row).endswith(f"{words(percent(one.worths[one.best]))}{100 * one.loss:.2f}")
    said = [
        words(text).rpartition("It cost ")[2] for text in page.locator("#costliest li").all_text_contents()
    ]
    assert said == [f"{percentage_points(one.loss)}." for one in coach.costliest(decided)]


@contextmanager
def without_script(browser: Browser) -> Iterator[Page]:
    """A page of a browser that runs no script."""
    context = browser.new_context(java_script_enabled=False)
    try:
        yield context.new_page()
    finally:
        context.close()


@every_game
@pytest.mark.parametrize("choose", [by_click, by_key])
def test_game__is_played_to_its_end(browser: Browser, site: Site, game: str, choose: Chosen) -> None:
    play = of_some_decisions(game)
    with Visit(browser) as visit:
        visit.page.goto(f"{site.address}?{link(play.match.setup, ())}")
        plays(visit.page, play, choose)
        assert visit.page.evaluate("document.activeElement.id") == "game"
        # One page is loaded; for the others the script asks.
        assert len([url for url in visit.asked if url.endswith("table.css")]) == 1
        visit.check()


@every_game
def test_game__is_played_without_the_script(browser: Browser, site: Site, game: str) -> None:
    play = of_some_decisions(game)
    with without_script(browser) as page:
        page.goto(f"{site.address}?{link(play.match.setup, ())}")
        expect(page.locator("#keys")).to_be_hidden()
        plays(page, play, by_click)


@pytest.mark.parametrize("game", ["hog", "simultaneous_piglet"])
def test_game__is_begun_at_the_list_and_played_again(browser: Browser, site: Site, game: str) -> None:
    match = small(game)
    for page in pages(browser):
        page.goto(site.address)
        title = match.setup.playable.title
        page.get_by_role("link", name=title[0].upper() + title[1:], exact=True).click()
        page.get_by_label("Points to win").fill(str(match.setup.goal))
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            f"{title[0].upper()}{title[1:]} to {match.setup.goal}"
        )
        first = seed(page)
        while page.locator("#options").count():
            button = page.locator("#options button").first
            moves = str(button.get_attribute("value"))
            button.click()
            expect(page).to_have_url(re.compile(f"&moves={moves}$"))
        page.get_by_role("link", name="The same dice again").click()
        expect(page).to_have_url(re.compile("moves=$"))
        assert seed(page) == first
        page.go_back()
        page.get_by_role("link", name="Play again").click()
        expect(page).to_have_url(re.compile("moves=$"))
        assert seed(page) != first


def pages(browser: Browser) -> Iterator[Page]:
    """One that runs the script, and one that does not."""
    with Visit(browser) as visit:
        yield visit.page
        assert visit.errors == []
    with without_script(browser) as page:
        yield page


def seed(page: Page) -> str:
    """Of the game that is shown."""
    found = re.search(r"seed=(\d+)", page.url)
    assert found, page.url
    return found[1]
