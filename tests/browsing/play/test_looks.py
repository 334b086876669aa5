"""How pages of games look in a real browser: widths, both schemes, what can be seen, read and aimed at."""

import re
from concurrent.futures import Future

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing.play import handlers
from browsing.play.solving import Solver
from playing.match import Match, match
from playing.play import begin
from playing.saving import link
from playing.setup import Setup, set_up
from tests.browser import WIDTHS, Visit, needs_chromium
from tests.browsing.play.engine import of_some_decisions
from tests.browsing.play.served_games import Site
from tests.playing.games_to_play import small
from tests.processes import PATIENCE

# A browser takes minutes where others work, too.
pytestmark = [needs_chromium, pytest.mark.browser]
expect.set_options(timeout=1000 * PATIENCE)

# Those that look unlike: dice, many choices, dice set aside, words for dice, both at once.
GAMES = ("pig", "hog", "farkle", "pass_the_pigs", "simultaneous_pig")
SCHEMES = ("light", "dark")
# px: WCAG 2.2, 2.5.8. Links in a sentence are as high as its lines.
LEAST_TARGET = 24
TARGETS = "a:not(.skip, #costliest a), button:not([hidden]), input:not([type=hidden]), select, summary"
# Of WCAG 2.2: 1.4.3 for text, 1.4.11 for what is to be told from its ground.
TEXT, PARTS = 4.5, 3.0


QUERIES = {
    "list": "",
    "form": "?game=farkle",
    "form of Pig": "?game=pig&sides=8",
    "wrong": "?v=1&game=pig&moves=x",
    "wrong form": "?v=1&game=pig&goal=1",
}
MIDDLE, END = " in the middle", " at its end"
PAGES = [*QUERIES, *(game + when for game in GAMES for when in (MIDDLE, END))]


def query(name: str) -> str:
    """Of the address of a page."""
    if name in QUERIES:
        return QUERIES[name]
    play = of_some_decisions(name.removesuffix(MIDDLE).removesuffix(END))
    shown = f"&after={len(play.moves) - 1}" if name.endswith(MIDDLE) else ""
    return f"?{link(play.match.setup, play.moves)}{shown}"


def opened(visit: Visit, site: Site, name: str) -> Page:
    """A page with all that is folded out."""
    visit.page.goto(site.address + query(name))
    visit.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    if name.startswith("wrong"):
        # The browser itself says in its console that the answer is 400.
        assert all("400" in error for error in visit.errors)
        visit.errors.clear()
    return visit.page


@pytest.mark.parametrize("name", PAGES)
def test_page__is_clean_in_every_width_and_scheme(browser: Browser, site: Site, name: str) -> None:
    for scheme in SCHEMES:
        for width in WIDTHS:
            with Visit(browser, width, scheme) as visit:
                page = opened(visit, site, name)
                visit.check()
                assert page.locator("html").get_attribute("lang") == "en"
                assert page.get_by_role("heading", level=1).count() == 1


@pytest.mark.parametrize("name", PAGES)
def test_targets__are_large_enough_for_a_thumb(browser: Browser, site: Site, name: str) -> None:
    with Visit(browser, min(WIDTHS)) as visit:
        page = opened(visit, site, name)
        found = page.locator(TARGETS).evaluate_all(
            """all => all.map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
                .map(([name, box]) => [name, box.width, box.height])"""
        )
        assert found
        assert [one for one in found if min(one[1:]) < LEAST_TARGET] == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_focus__is_seen_wherever_tab_leads(browser: Browser, site: Site, scheme: str) -> None:
    for name in ("list", "form", "farkle in the middle", "pig at its end"):
        with Visit(browser, scheme=scheme) as visit:
            page = opened(visit, site, name)
            page.evaluate("document.activeElement.blur()")
            seen = set()
            for _ in range(60):
                page.keyboard.press("Tab")
                focused = page.evaluate(
                    """() => {
                      const one = document.activeElement, style = getComputedStyle(one)
                      return [one.outerHTML, style.outlineStyle, parseFloat(style.outlineWidth),
                        style.outlineColor, getComputedStyle(document.body).backgroundColor]
                    }"""
                )
                if focused[0].startswith("<body"):
                    break
                seen.add(focused[0])
                assert focused[1] == "solid", focused
                assert focused[2] >= 2, focused
                assert contrast(channels(focused[3]), channels(focused[4])) >= PARTS, focused
            assert len(seen) > 4


@pytest.mark.parametrize("scheme", SCHEMES)
def test_dice__can_be_read_when_they_are_older(browser: Browser, site: Site, scheme: str) -> None:
    for name in ("farkle", "pass_the_pigs", "ten_thousand"):
        play = of_some_decisions(name)
        with Visit(browser, scheme=scheme) as visit:
            for after in range(len(play.moves) + 1):
                visit.page.goto(f"{site.address}?{link(play.match.setup, play.moves)}&after={after}")
                dice = visit.page.locator(".throws .die").evaluate_all(
                    """all => all.map(one => {
                      const face = one.querySelector("rect") ?? one, mark = one.querySelector("circle") ?? one
                      const [fill, ink] = [getComputedStyle(face), getComputedStyle(mark)]
                      return [fill.fill === "rgb(0, 0, 0)" ? fill.backgroundColor : fill.fill,
                        ink.fill === "rgb(0, 0, 0)" ? ink.color : ink.fill,
                        getComputedStyle(one.closest(".card")).backgroundColor,
                        parseFloat(getComputedStyle(one.closest("li")).opacity)]
                    })"""
                )
                for face, mark, ground, opacity in dice:
                    behind, over = (mixed(color, ground, opacity) for color in (face, mark))
                    assert contrast(behind, over) >= TEXT
            assert after == 0 or dice


def channels(color: str) -> tuple[float, ...]:
    """Red, green and blue, 0 to 255, as a browser writes them."""
    return tuple(float(part) for part in re.findall(r"[\d.]+", color)[:3])


def mixed(color: str, ground: str, opacity: float) -> tuple[float, ...]:
    """A colour through which the ground is seen."""
    pairs = zip(channels(color), channels(ground), strict=True)
    return tuple(opacity * one + (1 - opacity) * other for one, other in pairs)


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Of two colours, 1 to 21, by WCAG."""

    def luminance(color: tuple[float, ...]) -> float:
        parts = [part / 255 for part in color]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_choices__show_the_dice_that_they_keep(browser: Browser, site: Site) -> None:
    play = begin(small("farkle", seed=1))
    while len(play.places) < 3:
        play = play.move(play.places[-1])
    with Visit(browser) as visit:
        visit.page.goto(f"{site.address}?{link(play.match.setup, play.moves)}")
        for button in visit.page.locator("#options button").all():
            said = re.search(r"keeping ([\d ]+) \(", button.inner_text())
            kept = [die.get_attribute("aria-label") for die in button.locator("svg.die").all()]
            assert kept == ([f"{face}, scores" for face in said[1].split()] if said else [])
        expect(visit.page.get_by_text("Yellow, underlined dice score")).to_be_visible()
        visit.page.get_by_text("How it is played").click()
        expect(visit.page.get_by_role("list", name="What scores")).to_be_visible()


def test_end__stands_out(browser: Browser, site: Site) -> None:
    ends = set()
    for seed in range(12):
        play = begin(small("simultaneous_piglet", seed=seed))
        while not play.over:
            play = play.move(play.places[-1] if play.state.turn_total < 4 else play.places[0])
        with Visit(browser) as visit:
            visit.page.goto(f"{site.address}?{link(play.match.setup, play.moves)}")
            result = visit.page.locator(".result")
            ends.add(str(result.get_attribute("class")).rpartition(" ")[2])
            text = visit.page.locator("#said p").first
            sizes = [
                parseable.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
                for parseable in (result, text)
            ]
            assert sizes[0] >= 1.4 * sizes[1]
            assert visit.page.locator(".side.wins").count() in (1, 2)
    assert {"won", "lost"} <= ends <= {"won", "lost", "shared"}


@pytest.mark.parametrize("scripts", [True, False])
def test_waiting__is_clean_and_the_game_comes_by_itself(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch, scripts: bool
) -> None:
    solving: Future[Match] = Future()
    monkeypatch.setattr(Solver, "ask", lambda solver, setup: solving)
    monkeypatch.setattr(handlers, "SOON", 0.05)
    setup = set_up("pig", {"goal": 18}, seed=1)
    if not scripts:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{site.address}?{link(setup, ())}")
        comes(page, solving, setup)
        context.close()
        return
    for width, scheme in zip(WIDTHS, ("dark", "light", "dark"), strict=True):
        with Visit(browser, width, scheme) as visit:
            visit.page.goto(f"{site.address}?{link(setup, ())}")
            expect(visit.page.get_by_role("heading", name="Solving Pig to 18")).to_be_visible()
            visit.check()
    with Visit(browser) as visit:
        # From a page that the script keeps.
        visit.page.goto(f"{site.address}?game=pig")
        visit.page.get_by_label("Points to win").fill("18")
        visit.page.get_by_role("button", name="Play").click()
        comes(visit.page, solving, setup)
        assert visit.errors == []


def comes(page: Page, solving: "Future[Match]", setup: Setup) -> None:
    """A game is there once it is solved, and not before."""
    expect(page.get_by_role("heading", name="Solving Pig to 18")).to_be_visible()
    solving.set_result(match(setup))
    expect(page.get_by_role("heading", name="Pig to 18", exact=True)).to_be_visible()
    page.locator('#options button[data-key="r"]').click()
    expect(page).to_have_url(re.compile("moves=r$"))
