"""Pig in a browser: whole games by clicks and keys, links, files, looking back, what keys may not do."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from browsing.play import pages
from browsing.play.asked import Shown
from playing.games import find
from playing.match import match
from playing.numbers import percent, percentage_points
from playing.opponent_names import says
from playing.saving import Saved
from playing.setup import set_up
from tests.browsing.gallery.conftest import Opened
from tests.browsing.gallery.played import chances, played

# A browser takes minutes where others work, too.
pytestmark = pytest.mark.browser

OPPONENTS = ["optimal", "hold20", "turns4", "pace"]


def link(opponent: str = "hold20", goal: int = 50, seed: int = 4, first: str = "you", moves: str = "") -> str:
    return f"pig.html#seed={seed}&goal={goal}&opponent={opponent}&first={first}&moves={moves}"


def number(page: Page, name: str) -> int:
    return int(page.locator(f"#{name}").inner_text())


def finished(page: Page) -> bool:
    return page.locator("#review").is_visible()


def wants_to_roll(page: Page) -> bool:
    return number(page, "turn-total") < 17


def by_clicks(page: Page) -> None:
    """Play to the end with the mouse, holding at 17."""
    while not finished(page):
        page.locator("#roll" if wants_to_roll(page) else "#hold").click()


def by_keys(page: Page) -> None:
    """Play to the end from where the focus is."""
    while not finished(page):
        page.keyboard.press("r" if wants_to_roll(page) else "h")


def record(page: Page) -> list[list[str]]:
    """The table of the game."""
    rows = "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    found: list[list[str]] = page.locator("#record tbody tr").evaluate_all(rows)
    return found


def same_as_solver(page: Page) -> None:
    """The table of the game is what the solver makes of its link."""
    shown, known, worth = record(page), played(page.url), chances(page.url)
    assert len(shown) == len(known) > 10
    for place, (row, (who, what, total, yours, its, cost), chance) in enumerate(
        zip(shown, known, worth, strict=True)
    ):
        assert row[:6] == [str(place + 1), who, what, str(total), str(yours), str(its)]
        assert float(row[7] or 0) == pytest.approx(100 * cost, abs=0.0051)
        if not np.isnan(chance):
            assert float(row[6].removesuffix("\u00a0%")) == pytest.approx(100 * chance, abs=0.0051)
    worst = sorted((row[5] for row in known if row[5] > 0), reverse=True)[:3]
    said = page.locator("#costliest li").all_inner_texts()
    for text, cost in zip(said, worst, strict=True):
        assert text.endswith(f"It cost {percentage_points(cost)}.")


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_game__by_clicks_is_what_the_solver_makes_of_it(opened: Opened, opponent: str) -> None:
    page = opened(link(opponent))
    by_clicks(page)
    same_as_solver(page)
    scores = number(page, "your-score"), number(page, "its-score")
    expect(page.locator("#said")).to_contain_text("You win, " if scores[0] >= 50 else "The opponent wins, ")
    assert page.locator("#chance").inner_text() == (percent(float(scores[0] >= 50)))


def test_game__by_keys_alone(opened: Opened) -> None:
    page = opened(link("optimal", goal=100, seed=4, first="opponent"))
    # Nothing has been clicked, and nothing has the focus.
    by_keys(page)
    same_as_solver(page)


def test_buttons__are_pressed_by_enter_and_space(opened: Opened) -> None:
    page = opened(link())
    page.locator("#roll").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("moves=rr$"))


def test_again__plays_the_same_opponent_with_other_dice(opened: Opened) -> None:
    page = opened(link("turns4", goal=25))
    by_clicks(page)
    page.get_by_role("button", name="Play again").click()
    assert page.locator("#review").is_hidden()
    expect(page).to_have_url(re.compile("goal=25&opponent=turns4&first=you&moves="))
    assert "seed=4&" not in page.url
    assert record(page) == []


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta", "Shift"])
def test_keys__with_a_modifier_are_the_browsers(opened: Opened, modifier: str) -> None:
    page = opened(link())
    page.locator("#roll").focus()
    for letter in "hcw":
        page.keyboard.press(f"{modifier}+{letter}")
    # Ctrl+R would load the page anew, and may.
    page.evaluate(
        """name => part("roll").dispatchEvent(
            new KeyboardEvent("keydown", { key: "r", bubbles: true, [name]: true }))""",
        {"Control": "ctrlKey", "Alt": "altKey", "Meta": "metaKey", "Shift": "shiftKey"}[modifier],
    )
    expect(page).to_have_url(re.compile("moves=$"))
    expect(page.locator("#coaching")).to_have_attribute("aria-pressed", "true")


def test_keys__in_fields_and_switched_off_do_nothing(opened: Opened) -> None:
    page = opened(link())
    for field in ("#seed", "#number", "#kind", "#link"):
        page.locator(field).focus()
        page.keyboard.type("rhcws")
        expect(page).to_have_url(re.compile("moves=$"))
        page.locator("#kind").select_option("hold")
    page.locator("#keys summary").click()
    page.locator("#letters").uncheck()
    page.locator("#roll").focus()
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile("moves=$"))
    page.locator("#letters").check()
    page.locator("#roll").focus()
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile("moves=r$"))


def test_keys__none_is_taken_from_the_browser(opened: Opened) -> None:
    page = opened(link())
    page.evaluate(
        """() => {
          window.taken = [];
          window.addEventListener("keydown", (event) => event.defaultPrevented && taken.push(event.key));
        }"""
    )
    page.locator("#roll").focus()
    for key in [
        "r",
        "h",
        "c",
        "w",
        "s",
        " ",
        "/",
        "'",
        "ArrowDown",
        "PageDown",
        "Home",
        "F3",
        "Backspace",
        "Tab",
    ]:
        page.keyboard.press(key)
    assert page.evaluate("taken") == []


def test_link__replays_the_same_game(opened: Opened) -> None:
    page = opened(link("optimal"))
    by_clicks(page)
    again = opened(page.url.rsplit("/", 1)[1])
    assert record(again) == record(page)
    assert again.locator("#link").input_value() == page.locator("#link").input_value() == page.url


def test_link__goes_on_after_a_reload_and_back_leads_to_the_game_before(opened: Opened) -> None:
    page = opened(link(moves="rr"))
    page.locator("#hold").click()
    page.reload()
    before = record(page)
    expect(page).to_have_url(re.compile("moves=rrh$"))
    page.locator("#seed").fill("11")
    page.locator("#kind").select_option("turns")
    page.get_by_role("button", name="New game").click()
    expect(page).to_have_url(re.compile("seed=11&goal=50&opponent=turns4&first=you&moves=$"))
    assert page.evaluate("document.activeElement.id") == "roll"
    page.go_back()
    assert record(page) == before


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (link(goal=30), 'goal: expected 25, 50, 100, got "30".'),
        (
            link("hold0"),
            'opponent: expected optimal, pace, hold1 to hold50 or turns1 to turns10, got "hold0".',
        ),
        (link("hold51"), 'got "hold51".'),
        (link(seed=2**32), "seed: expected a whole number from 0 to 4294967295"),
        (link(moves="x"), 'moves: expected the letters r and h only, got "x".'),
        (link(moves="h"), 'moves: expected r, as a turn opens with a roll, got "h" (move 1).'),
        ("pig.html#<img src=x>", 'goal: expected 25, 50, 100, got "".'),
    ],
)
def test_link__that_is_none_is_said_in_words(opened: Opened, wrong: str, told: str) -> None:
    page = opened(wrong)
    expect(page.get_by_role("alert")).to_contain_text(told)
    page.locator("#roll").click()
    assert number(page, "turn-total") + number(page, "your-score") + number(page, "its-score") >= 0
    assert record(page)


def test_file__saves_a_game_and_opens_it(opened: Opened, tmp_path: Path) -> None:
    page = opened(link(moves="rrrhrr"))
    before = record(page)
    assert len(before) > 6
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    saving.value.save_as(tmp_path / "game.txt")
    other = opened(link(seed=1))
    assert record(other) != before
    other.locator("#open").set_input_files(tmp_path / "game.txt")
    expect(other.locator("#saved")).to_have_text("Opened game.txt.")
    assert record(other) == before


def test_coach__is_silent_when_told_and_the_opponent_gives_reasons(opened: Opened) -> None:
    page = opened(link("hold20", moves="rrrh"))
    page.locator("#roll").click()
    expect(page.locator("#roll-worth")).to_have_text(re.compile(r"\d\d\.\d\d\s%"))
    expect(page.locator("#options b")).to_have_count(1)
    page.keyboard.press("c")
    expect(page.locator("#roll-worth")).to_have_text("")
    expect(page.locator("#coaching")).to_contain_text("Ask the coach")
    expect(page.locator("#given-away")).to_have_text("")
    page.locator("#coaching").click()
    expect(page.locator("#given-away")).to_contain_text("Given away so far")
    page.keyboard.press("w")
    expect(page.locator("#reasons")).to_contain_text("It holds at 20 or more.")
    expect(page.locator("#reasons")).to_contain_text("Optimal play would")


def test_looking_back__shows_every_decision_and_plays_on_from_there(opened: Opened) -> None:
    page = opened(link(moves="rrhrr"))
    address, whole = page.url, record(page)
    page.locator("#start").click()
    expect(page.locator("#step-said")).to_have_text("Decision 0 of 5")
    expect(page.locator("#replaces")).to_be_visible()
    for decisions in range(1, 6):
        page.locator("#forward").click()
        expect(page.locator("#step-said")).to_have_text(f"Decision {decisions} of 5")
        known = record(page)
        assert known == whole[: len(known)]
        assert page.locator("#chance").inner_text() == known[-1][6]
    expect(page).to_have_url(address)
    page.locator("#back").click()
    page.keyboard.press("h")
    expect(page).to_have_url(re.compile("moves=rrhrh$"))


def test_words_and_numbers__are_those_of_the_pages_that_are_served(opened: Opened) -> None:
    page = opened(link("optimal", goal=25, moves=""))
    setup = set_up("pig", {"goal": 25}, opponent="optimal", first="you", seed=1)
    served = pages.game(match(setup), Saved(setup, ()), Shown())
    chance = page.locator("#chance").inner_text()
    assert f"<strong>{chance}</strong>" in served
    for words in (
        "Your chance to win",
        "Silence the coach",
        "At risk",
        "Look back",
        "Save and share",
        "to move",
    ):
        assert words in served
        assert words in page.inner_text("main")


@pytest.mark.parametrize(
    ("code", "opponent"),
    [("optimal", "optimal"), ("hold20", "hold-at-20"), ("turns4", "4-scoring-turns"), ("pace", "keep-pace")],
)
def test_opponents__are_told_as_on_the_pages_that_are_served(
    opened: Opened, code: str, opponent: str
) -> None:
    assert opened(link(code)).locator("#rival-says").inner_text() == says(find("pig"), opponent)


def test_turn__of_the_opponent_is_shown_throw_by_throw(browser: Browser, written: Path) -> None:
    page = browser.new_context(reduced_motion="no-preference").new_page()
    page.add_init_script("window.setTimeout = () => 0")
    page.goto(f"{written.as_uri()}/{link('hold20', moves='r')}")
    page.keyboard.press("h")
    rolls = page.locator(".side.opponent .throws li").count()
    assert rolls > 1
    expect(page.locator(".later li, li.later")).to_have_count(rolls - 1)
    expect(page.locator("#risk")).to_contain_text("Opponent at risk")
    page.keyboard.press("s")
    expect(page.locator("li.later")).to_have_count(0)
    expect(page.locator("#risk")).to_contain_text("At risk")
    expect(page.locator("#skip")).to_be_hidden()
