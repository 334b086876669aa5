"""The pages as everybody meets them: narrow and wide, light and dark, from disk, by screen reader."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from solvers.errors import InvalidRules
from tests.browsing.gallery.conftest import RECTANGLE, Opened, picture

# A browser takes minutes where others work, too.
pytestmark = pytest.mark.browser

SWEEP = "sweeps/pig/three_players.html"
GAME = "pig.html#seed=4&goal=100&opponent=turns4&first=you&moves=rrrhr"
ENDED = "pig.html#seed=2&goal=25&opponent=hold20&first=you&moves=rrrrrr"
TOPIC, SHEET = "answers/pig-for-two.html", "sheet.html"
PAGES = ["index.html", TOPIC, SHEET, SWEEP, GAME, ENDED]
MOST_BYTES = 5_000_000
# What a page is that a person waits for, in milliseconds.
MOST_WAITING = 3000

every_page = pytest.mark.parametrize("path", PAGES, ids=["index", "topic", "sheet", "sweep", "game", "ended"])


@every_page
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1920])
def test_page__has_nothing_serious_for_axe(opened: Opened, path: str, scheme: str, width: int) -> None:
    page = opened(path, width, scheme)
    for summary in page.locator("summary").all():
        if summary.is_visible():
            summary.click()
    found = Axe().run(page).response["violations"]
    told = [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]
    assert told == []


@every_page
@pytest.mark.parametrize("width", [320, 360, 1024, 1920])
def test_page__fits_its_width(opened: Opened, path: str, width: int) -> None:
    page = opened(path, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@every_page
def test_page__is_there_at_once(opened: Opened, path: str) -> None:
    page = opened(path)
    # The second time, as the browser has started by then.
    page.reload()
    timing = "performance.getEntriesByType('navigation')[0].loadEventEnd"
    page.wait_for_function(f"{timing} > 0")
    assert page.evaluate(timing) < MOST_WAITING


@every_page
def test_page__names_every_control(opened: Opened, path: str) -> None:
    page = opened(path)
    for control in page.locator("a, button, input, select, summary").all():
        if control.is_visible():
            names = "one => (one.labels?.[0] ?? one).textContent.trim() || one.getAttribute('aria-label')"
            assert control.evaluate(names), control.evaluate("one => one.outerHTML")


def test_links__lead_to_files_that_are_there(opened: Opened, written: Path) -> None:
    addresses = "all => all.map(one => one.href || one.src)"
    own = "answers/own-great_rolled_ones.html"
    for path in ("index.html", "pig.html", TOPIC, own, SHEET, SWEEP, "sweeps/piglet/race.html"):
        page = opened(path)
        for address in page.locator("a[href], img").evaluate_all(addresses):
            assert Path(address.removeprefix("file://").split("#")[0]).is_file(), address
        broken = "all => all.filter(one => one.complete && one.naturalWidth === 0).length"
        page.locator("img").first.is_visible()
        assert page.locator("img").evaluate_all(broken) == 0


def test_index__is_small(written: Path) -> None:
    first = [written / "index.html", *written.rglob("*.svg"), written / "pig.html"]
    assert sum(path.stat().st_size for path in first) < MOST_BYTES


def test_index__leads_to_answers_games_and_sweeps(opened: Opened) -> None:
    page = opened("index.html")
    titles = page.locator(".cards h3").all_inner_texts()
    assert titles[:2] == ["Pig for two", "Hold at 20"]
    assert titles[12:] == ["Great Rolled Ones", "Sweep pig/three_players", "Sweep piglet/race"]
    assert len(titles) == len(set(titles)) == 15
    assert (
        "The first player wins 53.06\N{NO-BREAK SPACE}% of games."
        in page.locator(".cards > li").first.inner_text()
    )
    page.get_by_role("link", name="Pig for two", exact=True).click()
    assert page.locator("h1").inner_text() == "Pig for two"


def test_topic__has_numbers_data_and_the_code_that_makes_it(opened: Opened, written: Path) -> None:
    page = opened(TOPIC)
    assert page.locator(".figures tr").all_inner_texts() == ["The first player wins\t53.06 %"]
    assert page.get_by_role("link", name="Download the data (CSV, 1 200 rows)").is_visible()
    assert len((written / "answers/pig-for-two.csv").read_text().splitlines()) == 1201
    assert 'ds = jp.solve("pig", goal=100)' in page.inner_text("main")
    assert "jeopardice plot pig goal=100 --picture slices -o pig-for-two.svg" in page.inner_text("main")
    page.get_by_role("link", name="Next: Hold at 20").click()
    assert page.locator("h1").inner_text() == "Hold at 20"


def test_own_game__offers_its_rules(opened: Opened, written: Path) -> None:
    page = opened("answers/own-great_rolled_ones.html")
    with page.expect_download() as download:
        page.get_by_role("link", name="download the rules").click()
    assert download.value.path().read_bytes() == (written / "answers/great_rolled_ones.yaml").read_bytes()


def test_sweep__shows_pictures_numbers_and_how_to_open_the_data(opened: Opened) -> None:
    page = opened(SWEEP)
    assert page.locator("h2").all_inner_texts() == [
        "A picture",
        "Another <picture> & more",
        "Make it yourself",
    ]
    assert page.locator("img").count() == 2
    assert 'ds = xr.open_zarr("https://example.org/data/pig/three_players.zarr")' in page.inner_text("main")
    assert "jeopardice run pig/three_players" in page.inner_text("main")
    assert "The first 250 rows; all 300 as CSV" in page.inner_text("main")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_sheet__is_one_sheet_of_paper(opened: Opened, paper: str) -> None:
    printed = opened(SHEET).pdf(format=paper)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1


def test_numbers__are_all_in_the_csv(written: Path) -> None:
    lines = (written / "numbers" / "pig" / "three_players.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("goal,win_probability", 301)


@pytest.mark.parametrize("given", [{"svg": ""}, {"svg": RECTANGLE, "png": b"x"}, {"alt": " "}])
def test_drawn__needs_one_picture_and_words_for_it(given: dict[str, object]) -> None:
    with pytest.raises(InvalidRules, match=r"pig/dice: (picture|alt): expected"):
        picture("pig/dice", **given)  # type: ignore[arg-type]
