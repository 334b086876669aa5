"""Pages of games in a real browser: back and forth, coach, keys that are the browser's, files, servers."""

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browsing.play.asked import Shown, address
from playing.play import Play, begin, replay
from playing.saving import document, link
from tests.browser import Visit, needs_chromium, served, wait_for
from tests.browsing.play.engine import of_some_decisions, pressed, says_what_the_engine_says, shown
from tests.browsing.play.served_games import Site, serving
from tests.playing.games_to_play import small
from tests.processes import PATIENCE
from tests.sweeps import new_store

# A browser takes minutes where others work, too.
pytestmark = [needs_chromium, pytest.mark.browser]
expect.set_options(timeout=1000 * PATIENCE)


def opened(visit: Visit, site: Site, play: Play, shown: Shown | None = None) -> Page:
    """The page of a game."""
    visit.page.goto(f"{site.address}?{address(play.match.setup, play.moves, shown or Shown())}")
    return visit.page


def is_at(page: Page, play: Play, more: str = "") -> None:
    """The page of a game is there: its address, and what it says."""
    expect(page).to_have_url(re.compile(re.escape(link(play.match.setup, play.moves) + more) + "$"))
    expect(page.locator("#link")).to_have_value(link(play.match.setup, play.moves))
    says_what_the_engine_says(shown(page), play)


def rolled(page: Page) -> None:
    """Roll by the button."""
    page.locator('#options button[data-key="r"]').click()


def test_back__undoes_forward_redoes_and_a_reload_loses_nothing(browser: Browser, site: Site) -> None:
    play = begin(small("pig", seed=3))
    with Visit(browser) as visit, Visit(browser) as other:
        page, games = opened(visit, site, play), [play]
        for _ in range(4):
            games.append(games[-1].move(1))
            rolled(page)
            is_at(page, games[-1])
        for earlier in reversed(games[1:-1]):
            page.go_back()
            is_at(page, earlier)
        page.go_forward()
        is_at(page, games[2])
        page.reload()
        is_at(page, games[2])
        other.page.goto(page.url)
        is_at(other.page, games[2])
        rolled(page)
        is_at(page, games[3])
        assert visit.errors == other.errors == []


def test_look_back__steps_through_the_game_and_plays_on_from_there(browser: Browser, site: Site) -> None:
    whole = of_some_decisions("two_dice_pig")
    match, moves = whole.match, whole.moves
    with Visit(browser) as visit:
        page = opened(visit, site, whole)
        steps = page.get_by_role("navigation", name="Steps of the game")

        def shows(after: int) -> None:
            expect(steps).to_contain_text(f"Decision {after} of {len(moves)}")
            says_what_the_engine_says(shown(page), replay(match, moves[:after]))

        shows(len(moves))
        expect(steps.get_by_role("link")).to_have_text(["Start", "Back"])
        steps.get_by_role("link", name="Start").click()
        shows(0)
        expect(steps.get_by_role("link")).to_have_text(["Forward", "Latest"])
        for after in range(1, len(moves)):
            steps.get_by_role("link", name="Forward").click()
            shows(after)
        steps.get_by_role("link", name="Back").click()
        shows(len(moves) - 2)
        steps.get_by_role("link", name="Latest").click()
        shows(len(moves))
        page.locator("#decisions summary").click()
        page.locator("#record").get_by_role("link", name="3", exact=True).click()
        shows(2)
        expect(page.get_by_text("takes the place of what came later")).to_be_visible()
        before = replay(match, moves[:2])
        key = page.locator("#options button").first.get_attribute("data-key")
        pressed(page, str(key))
        is_at(page, before.move(before.places[-1]))
        visit.check()


def test_coach__is_silent_when_told_and_speaks_when_asked(browser: Browser, site: Site) -> None:
    begun = (begin(small("hog", seed=seed)) for seed in range(100))
    play = next(play for play in begun if not play.move(3).over)
    with Visit(browser) as visit:
        page, worths = opened(visit, site, play), visit.page.locator("#options em")
        expect(worths).to_have_count(30)
        pressed(page, "c")
        expect(worths).to_have_count(0)
        expect(page).to_have_url(re.compile("&coach=off$"))
        # No page is loaded, during which a key would be lost.
        assert len([url for url in visit.asked if url.endswith("table.css")]) == 1
        pressed(page, "3")
        play = play.move(3)
        expect(page).to_have_url(re.compile("&moves=w3&coach=off$|&coach=off&moves=w3$"))
        expect(worths).to_have_count(0)
        expect(page.get_by_text("Given away so far")).to_have_count(0)
        page.get_by_role("link", name="Ask the coach").click()
        expect(worths).to_have_count(30)
        is_at(page, play)
        expect(page.get_by_text("Given away so far")).to_be_visible()
        page.locator("#options button").first.focus()
        pressed(page, "c")
        expect(page.get_by_role("link", name="Ask the coach")).to_be_visible()
        page.get_by_role("link", name="Start").click()
        expect(worths).to_have_count(0)
        visit.check()


def test_reasons__are_folded_out_by_a_key_and_stay_so(browser: Browser, site: Site) -> None:
    play = begin(small("pig", "hold-at-3", first="opponent", seed=1))
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        why = page.locator("#why")
        expect(why.get_by_role("list")).to_be_hidden()
        pressed(page, "w")
        expect(why.get_by_role("list")).to_be_visible()
        expect(why).to_contain_text("Holds at 3, or as soon as that reaches the goal.")
        pressed(page, "r")
        is_at(page, play := play.move(1))
        expect(why.get_by_role("list")).to_be_visible()
        pressed(page, "w")
        expect(why.get_by_role("list")).to_be_hidden()
        # The focus has not left the choices.
        pressed(page, "r")
        is_at(page, play.move(play.places[-1]))


def test_keys__of_the_browser_stay_its(browser: Browser, site: Site) -> None:
    play = begin(small("pig", seed=3)).move(1)
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        for modifier in ("Control", "Alt", "Meta", "Shift"):
            for letter in "hwc1":
                page.keyboard.press(f"{modifier}+{letter}")
            # The browser's own keys, such as Ctrl+R and Alt+Left, would leave the page.
            for key in ("r", "ArrowLeft", "ArrowRight"):
                assert page.locator("#options button").last.evaluate(
                    """(one, [key, name]) => one.dispatchEvent(new KeyboardEvent("keydown",
                        { key, bubbles: true, cancelable: true, [name]: true }))""",
                    [key, {"Control": "ctrlKey"}.get(modifier, f"{modifier.lower()}Key")],
                )
        is_at(page, play)
        page.evaluate(
            """() => {
              window.taken = []
              addEventListener("keydown", (event) => event.defaultPrevented && taken.push(event.key))
            }"""
        )
        for key in ("x", " ", "/", "'", "ArrowDown", "PageDown", "Home", "F3", "Backspace", "Tab", "w", "w"):
            page.locator("#game").focus()
            page.keyboard.press(key)
        assert page.evaluate("taken") == []
        is_at(page, play)


@pytest.mark.parametrize("focused", [None, ".brand", "#decisions summary", "#coaching", "#game"])
def test_keys__count_wherever_the_focus_is(browser: Browser, site: Site, focused: str | None) -> None:
    play = begin(small("pig", seed=3)).move(1)
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        if focused is None:
            page.evaluate("document.activeElement.blur()")
        else:
            page.locator(focused).focus()
        page.keyboard.press("r")
        is_at(page, play := play.move(1))
        page.keyboard.press("h")
        is_at(page, play.move(0))
        assert visit.errors == []


def test_keys__count_as_soon_as_a_game_is_there(browser: Browser, site: Site) -> None:
    play = begin(small("pig", seed=3))
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        page.keyboard.press("r")
        is_at(page, play.move(1))


def test_keys__are_switched_off_and_stay_so(browser: Browser, site: Site) -> None:
    play = begin(small("pig", seed=3)).move(1)
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        page.locator("#keys summary").click()
        page.get_by_label("Letter keys are on").uncheck()
        page.keyboard.press("r")
        is_at(page, play)
        page.reload()
        page.keyboard.press("r")
        is_at(page, play)
        page.locator("#keys summary").click()
        page.get_by_label("Letter keys are on").check()
        page.keyboard.press("r")
        is_at(page, play.move(1))


def test_keys__in_fields_do_nothing_to_the_game(browser: Browser, site: Site) -> None:
    play = begin(small("pig", seed=3)).move(1)
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        page.locator("#link").focus()
        page.keyboard.type("rhwc12")
        is_at(page, play)
        expect(page.locator("#why[open]")).to_have_count(0)
        page.get_by_role("link", name="Change this game").click()
        page.get_by_label("Seed of the dice").fill("")
        page.get_by_label("Or an opponent by its name").press_sequentially("rhwc")
        expect(page.get_by_label("Or an opponent by its name")).to_have_value("rhwc")
        # A link within the page changes no field of it.
        page.get_by_role("link", name="Skip to the content").focus()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#main$"))
        expect(page.get_by_label("Or an opponent by its name")).to_have_value("rhwc")
        assert visit.errors == []


def test_choice__that_is_made_twice_before_the_answer_counts_once(browser: Browser, site: Site) -> None:
    play = begin(small("pig", seed=3))
    held: list[Route] = []
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        page.route("**/play?*", lambda route: held.append(route))
        rolled(page)
        pressed(page, "r")
        rolled(page)
        wait_for(lambda: page.evaluate("true") and held)
        assert len(held) == 1
        held[0].continue_()
        is_at(page, play.move(1))
        page.unroute_all()
        page.go_back()
        is_at(page, play)


@pytest.mark.parametrize("keys", ["rc", "cr", "crc", "rcccr"])
def test_coach__and_a_choice_count_both_before_the_answer(browser: Browser, site: Site, keys: str) -> None:
    play = begin(small("pig", seed=3))
    held: list[Route] = []
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        page.route("**/play?*", lambda route: route.continue_() if held else held.append(route))
        for key in keys:
            pressed(page, key)
        wait_for(lambda: page.evaluate("true") and held)
        held[0].continue_()
        silent = keys.count("c") % 2
        expect(page.locator("#link")).to_have_value(link(play.match.setup, (1,)))
        expect(page.locator("#coaching")).to_contain_text("Ask the coach" if silent else "Silence the coach")
        expect(page.locator("#options em")).to_have_count(0 if silent else 2)
        # Nothing is left to be done.
        page.wait_for_load_state("networkidle")
        expect(page.locator("#link")).to_have_value(link(play.match.setup, (1,)))
        visit.check()


def test_game__is_said_aloud_as_it_goes_on(browser: Browser, site: Site) -> None:
    play = begin(small("farkle", seed=1))
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        aloud = page.get_by_role("status")
        expect(aloud).to_be_empty()
        rolled(page)
        expect(aloud).to_contain_text("You roll")
        assert aloud.inner_text().split() == page.locator("#said").inner_text().split()
        box = aloud.bounding_box()
        assert box is not None
        assert box["width"] <= 1


def test_file__is_saved_and_opened(browser: Browser, site: Site, tmp_path: Path) -> None:
    play = of_some_decisions("farkle")
    file = tmp_path / "game.json"
    with Visit(browser) as visit:
        page = opened(visit, site, play)
        with page.expect_download() as found:
            page.get_by_role("link", name="Save as a file").click()
        found.value.save_as(file)
        assert found.value.suggested_filename == f"jeopardice-farkle-{play.match.setup.seed}.json"
        assert file.read_text() == document(play.match.setup, play.moves)
        page.get_by_role("link", name="All games").click()
        page.get_by_label("A file that was saved here").set_input_files(file)
        page.get_by_role("button", name="Open").click()
        is_at(page, play)
        assert visit.errors == []
        file.write_bytes(b"\0" * 5_000_000)
        page.get_by_role("link", name="All games").click()
        page.get_by_label("A file that was saved here").set_input_files(file)
        page.get_by_role("button", name="Open").click()
        expect(page.get_by_role("alert")).to_contain_text("file: expected a saved game")


def test_server__that_is_gone_is_said_on_the_page_and_asked_again_when_it_is_back(browser: Browser) -> None:
    play = begin(small("pig", seed=3))
    with Visit(browser) as visit:
        with serving() as site:
            page = opened(visit, site, play)
        rolled(page)
        gone = page.get_by_role("status")
        expect(gone).to_have_text(re.compile("The server does not answer"))
        expect(gone).to_be_in_viewport()
        says_what_the_engine_says(shown(page), play)
        with serving(port=int(site.host.rpartition(":")[2])):
            rolled(page)
            is_at(page, play.move(1))
            expect(gone).to_contain_text("You roll")
            box = gone.bounding_box()
            assert box is not None
            assert box["width"] <= 1


def test_command__serves_games_until_ctrl_c(browser: Browser, tmp_path: Path) -> None:
    command = (
        "jeopardice",
        "play",
        "--browser",
        "--no-open",
        "--no-coach",
        "piglet",
        "goal=3",
        "--seed",
        "4",
    )
    with served(tmp_path, *command) as (_, process), Visit(browser) as visit:
        said = re.search(r"Playing at (\S+)  \(Ctrl-C ends it\)", process.log.read_text())
        assert said
        visit.page.goto(said[1])
        expect(visit.page.get_by_role("heading", name="Piglet to 3")).to_be_visible()
        expect(visit.page.get_by_role("link", name="Ask the coach")).to_be_visible()
        rolled(visit.page)
        expect(visit.page).to_have_url(re.compile("moves=r"))
        visit.check()
        process.popen.send_signal(signal.SIGINT)
        wait_for(lambda: process.popen.poll() is not None)
        assert process.popen.returncode == 0
        assert process.log.read_text().splitlines()[1:] == ["Ended."]


def test_explorer__leads_to_games(browser: Browser, tmp_path: Path) -> None:
    store = new_store(tmp_path)
    command = ("jeopardice", "explore", "--no-open", store.url)
    with served(tmp_path / "explorer", *command) as (root, _), Visit(browser) as visit:
        visit.page.goto(root)
        visit.page.get_by_role("link", name="Play", exact=True).click()
        expect(visit.page).to_have_url(root + "play")
        visit.page.get_by_role("link", name="Piglet", exact=True).click()
        visit.page.get_by_label("Points to win").fill("3")
        visit.page.get_by_role("button", name="Play").click()
        rolled(visit.page)
        expect(visit.page).to_have_url(re.compile("moves=r$"))
        visit.check()
        visit.page.get_by_role("link", name="Jeopardice").click()
        expect(visit.page).to_have_url(root)
        assert visit.errors == []
