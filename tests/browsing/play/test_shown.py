"""The opponent's turn throw by throw, and the risk: what grows, what comes when, and how it is skipped."""

import pytest
from playwright.sync_api import Browser, Page, expect

from playing.play import Play, begin
from playing.saving import link
from playing.state import OPPONENT
from tests.browser import Visit, needs_chromium
from tests.browsing.play.engine import says_what_the_engine_says, shown
from tests.browsing.play.served_games import Site
from tests.playing.games_to_play import small
from tests.processes import PATIENCE

# A browser takes minutes where others work, too.
pytestmark = [needs_chromium, pytest.mark.browser]
expect.set_options(timeout=1000 * PATIENCE)
HIDDEN = ".side.opponent .throws .later"


def before_a_long_turn() -> Play:
    """A game in which you hold next, and the opponent then rolls three times or more and banks."""
    for seed in range(200):
        play = begin(small("pig", "hold-at-6", seed=seed)).move(1)
        if 0 in play.places:
            last = play.move(0).last_turn(OPPONENT)
            if len(last) > 3 and last[-1].place == 0:
                return play
    raise ValueError("no such seed")


def held(page: Page, site: Site, play: Play) -> None:
    """Hold, whereupon the opponent's turn is shown."""
    page.goto(f"{site.address}?{link(play.match.setup, play.moves)}")
    page.keyboard.press("h")
    expect(page.locator("#link")).to_have_value(link(play.match.setup, play.move(0).moves))


def test_turn__is_shown_throw_by_throw_to_its_end(browser: Browser, site: Site) -> None:
    play = before_a_long_turn()
    with Visit(browser, motion=True) as visit:
        held(visit.page, site, play)
        expect(visit.page.locator("#skip")).to_be_visible()
        expect(visit.page.locator("#risk")).to_contain_text("Opponent at risk")
        expect(visit.page.locator(HIDDEN)).to_have_count(0)
        expect(visit.page.locator("#skip")).to_be_hidden()
        says_what_the_engine_says(shown(visit.page), play.move(0))
        assert visit.errors == []


@pytest.mark.parametrize("how", ["key", "button", "decision"])
def test_turn__is_skipped(browser: Browser, site: Site, how: str) -> None:
    play = before_a_long_turn()
    with Visit(browser, motion=True) as visit:
        # No throw is ever looked at long enough for the next.
        visit.page.add_init_script("window.setTimeout = () => 0")
        held(visit.page, site, play)
        play = play.move(0)
        rolls = [step for step in play.last_turn(OPPONENT) if step.faces]
        expect(visit.page.locator(HIDDEN)).to_have_count(len(rolls) - 1)
        expect(visit.page.locator("#turn-total")).to_have_text(str(rolls[0].after.turn_total))
        if how == "key":
            visit.page.keyboard.press("s")
        elif how == "button":
            visit.page.get_by_role("button", name="Skip").click()
        else:
            visit.page.keyboard.press("r")
            play = play.move(1)
            expect(visit.page.locator("#link")).to_have_value(link(play.match.setup, play.moves))
            if play.last_turn(OPPONENT)[-1] is play.steps[-1]:
                visit.page.keyboard.press("s")
        expect(visit.page.locator(HIDDEN)).to_have_count(0)
        says_what_the_engine_says(shown(visit.page), play)


def test_turn__is_there_at_once_for_who_wants_no_motion(browser: Browser, site: Site) -> None:
    play = before_a_long_turn()
    with Visit(browser) as visit:
        held(visit.page, site, play)
        expect(visit.page.locator(HIDDEN)).to_have_count(0)
        says_what_the_engine_says(shown(visit.page), play.move(0))


def test_risk__grows_with_the_turn_total(browser: Browser, site: Site) -> None:
    with Visit(browser) as visit:
        risk, seen = visit.page.locator("#risk"), []
        play = begin(small("pig", seed=3))
        while len(play.moves) < 4:
            visit.page.goto(f"{site.address}?{link(play.match.setup, play.moves)}")
            width = risk.locator(".fill").get_attribute("width")
            size = risk.locator("strong").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            seen.append((play.state.turn_total, int(width or 0), size))
            play = play.move(1)
        assert [total for total, _, _ in seen] == sorted({total for total, _, _ in seen})
        assert seen[0][:2] == (0, 0)
        assert seen[-1][1] == 10
        assert seen[-1][2] > 1.5 * seen[0][2]


def test_roll_and_hold__look_unlike(browser: Browser, site: Site) -> None:
    play = begin(small("pig", seed=3)).move(1)
    with Visit(browser) as visit:
        visit.page.goto(f"{site.address}?{link(play.match.setup, play.moves)}")
        looks = "one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderTopStyle]"
        roll, hold = (visit.page.locator(f"#options .{name}").evaluate(looks) for name in ("roll", "hold"))
        assert roll[0] != hold[0]
        assert roll[1] != hold[1]
