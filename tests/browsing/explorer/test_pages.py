"""The explorer in a real browser: every page clean, a sweep opened, sliced, compared, downloaded and
followed; whatever is wrong with the store is said on a page.
"""

import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote

import pandas as pd
import pytest
import xarray as xr
from playwright.sync_api import Browser, Page, expect

from playing.numbers import percent
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import FAILED
from tests.browser import WIDTHS, Visit, chromium, needs_chromium, served, wait_for
from tests.processes import direct
from tests.sweeps import new_store, race, solve, trio

# A browser takes minutes where others work, too.
pytestmark = [needs_chromium, pytest.mark.browser]
KEEP = ("win_probability", "hold_at", "value")
# Where it opens, in a plane of nine by nine whose chances are all above one half.
OPENING = "4"
PLANE = "?sweep=small/race&var=value&sel=goal%3D9"
PAGES = {
    "list": "",
    "line": "?sweep=small/race",
    "plane": PLANE,
    "codes": "?sweep=small/race&var=status",
    "compare": "?sweep=small/race&view=compare",
    "compare planes": "?sweep=small/race&view=compare&var=value&sel=goal%3D6&with=small/eight",
    "runs": "?sweep=small/race&view=runs",
    "failures": "?sweep=small/race&view=failures",
    "wrong": "?sweep=small/racing",
}
EXPLORE = ("jeopardice", "explore", "--no-open")
expect.set_options(timeout=300_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Three sweeps, the first one solved in two runs, with a failed case."""
    found = new_store(tmp_path_factory.mktemp("explored"))
    solve(race(range(5, 9), KEEP), found)
    plan, _ = solve(race(range(5, 13), KEEP), found)
    eight = {"name": "small/eight", "title": "Dice of eight sides", "parameters": {"sides": 8}}
    solve(race(range(5, 13), KEEP) | eight, found)
    solve(trio(), found)
    failed = {"status": FAILED, "error": "NotConverged: <no> end", "run": "R", "finished": "2026-01-01"}
    found.commit(found.begin(), [], "small/race", {(7,): failed}, "fail", {"run": "R"}, plan.layout)
    return found


@pytest.fixture(scope="module")
def explorer(stored: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an explorer of that store, which all tests share."""
    with served(tmp_path_factory.mktemp("explorer"), *EXPLORE, stored.url) as (address, _):
        yield address


REFUSED = re.compile(
    r": expected .+, got "
    r"|^at: no tag, snapshot or run is called .+ `jeopardice history` lists them\."
    r"|^sweep: the store has no sweep .+, only small/"
)


def overwrite(directory: Path) -> None:
    """Damage all files of a directory."""
    for path in list(directory.iterdir()):
        path.write_bytes(b"\xff" * path.stat().st_size)


def opened(visit: Visit, url: str) -> Page:
    """Go there and wait until all is drawn."""
    visit.page.goto(url)
    visit.page.wait_for_function(
        "document.querySelector('main > .fault')"
        " || (window.Bokeh && Bokeh.documents.length && Bokeh.documents[0].is_idle)"
    )
    return visit.page


@pytest.mark.parametrize("name", PAGES)
def test_page__is_clean_in_every_width_and_scheme(name: str, browser: Browser, explorer: str) -> None:
    for width, scheme in zip(WIDTHS, ("dark", "light", "dark"), strict=True):
        with Visit(browser, width, scheme) as visit:
            page = opened(visit, explorer + PAGES[name])
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            visit.check()
            assert page.locator("html").get_attribute("lang") == "en"


def test_sweep__is_opened_and_sliced_with_the_keyboard(
    browser: Browser, explorer: str, stored: Store
) -> None:
    with Visit(browser) as visit:
        page = opened(visit, explorer)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("main")).to_be_focused()
        page.get_by_role("link", name="The race to a few points").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="The race to a few points")).to_be_visible()
        variable = page.get_by_label("Variable")
        variable.focus()
        page.keyboard.type("win probability (v")
        expect(page.get_by_label("Cross-section at banked score")).to_be_visible()
        # The focus stays where it was, for the next key.
        expect(variable).to_be_focused()
        page.get_by_label("Points to win", exact=True).focus()
        page.keyboard.type("9")
        right = open_sweep(stored, "small/race")["value"].sel(goal=9).transpose("opponent", "banked")
        cells = page.locator("section.numbers tbody td")
        expect(cells).to_have_count(81)
        assert [float(text) for text in cells.all_inner_texts()] == pytest.approx(
            right.values[:9, :9].ravel(), abs=1e-7
        )
        page.wait_for_url("**goal%3D9**")
        permalink = page.url
        visit.check()
    with Visit(browser) as visit:
        page = opened(visit, permalink)
        expect(page.get_by_label("Points to win", exact=True)).to_have_value("9")
        expect(page.locator("section.numbers tbody td")).to_have_count(81)


def test_part__is_cut_out_and_a_wrong_one_is_said(browser: Browser, explorer: str) -> None:
    with Visit(browser) as visit:
        page = opened(visit, explorer + PLANE)
        part = page.get_by_label("Part of banked score")
        part.fill("2:4")
        part.press("Enter")
        expect(page.locator("section.numbers tbody td")).to_have_count(27)
        part.fill("ninety")
        part.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("banked: expected")
        # What was there stays.
        expect(page.locator("section.numbers tbody td")).to_have_count(27)
        assert visit.errors == []


def test_point__of_the_plot_is_where_the_cross_sections_are(browser: Browser, explorer: str) -> None:
    with Visit(browser) as visit:
        page = opened(visit, explorer + PLANE)
        plot = page.locator(".bk-Figure").first
        expect(page.get_by_label("Cross-section at banked score")).to_have_value(OPENING)
        box = plot.bounding_box()
        assert box is not None
        plot.click(position={"x": box["width"] / 4, "y": box["height"] / 2})
        page.wait_for_url("**point=**")
        assert page.get_by_label("Cross-section at banked score").input_value() not in (OPENING, "0", "8")
        # Back is back, where the page opened, which is no corner.
        page.go_back()
        expect(page.get_by_label("Cross-section at banked score")).to_have_value(OPENING)
        # A shorter case has no such point.
        opened(visit, f"{explorer}{PLANE}&point=banked%3D8")
        expect(page.get_by_label("Cross-section at banked score")).to_have_value("8")
        page.get_by_label("Points to win", exact=True).select_option("5")
        expect(page.locator("section.numbers tbody td")).to_have_count(25)
        expect(page.get_by_role("alert")).to_have_count(0)
        assert visit.errors == []


def test_plot__has_nothing_that_a_keyboard_does_not_reach(
    browser: Browser, explorer: str, stored: Store
) -> None:
    right = open_sweep(stored, "small/race")["value"].sel(goal=9, banked=3, opponent=5).item()
    with Visit(browser) as visit:
        page = opened(visit, explorer + PLANE)
        # No tool that takes a mouse.
        expect(page.locator(".bk-ToolButton, .bk-Toolbar")).to_have_count(0)
        for name, label in (("Cross-section at banked score", "3"), ("Cross-section at opponent score", "5")):
            page.get_by_label(name).focus()
            page.keyboard.type(label)
        said = page.get_by_role("status").filter(has_text="win probability")
        expect(said).to_contain_text(percent(right))
        expect(said).to_contain_text("at banked score 3, opponent score 5")
        page.get_by_role("link", name="The same as numbers").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Numbers")).to_be_focused()
        # From there on, the next stops are the downloads and the table.
        for name in ("CSV", "NetCDF"):
            page.keyboard.press("Tab")
            expect(page.get_by_role("link", name=name)).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("region", name="win probability")).to_be_focused()
        assert visit.errors == []


def test_compare__lists_cases_and_leads_to_one(browser: Browser, explorer: str, tmp_path: Path) -> None:
    with Visit(browser) as visit:
        page = opened(visit, explorer + PAGES["compare planes"])
        # One of the eight has failed here.
        cases = page.get_by_role("region", name="7 of 7 cases that both have differ")
        expect(cases.locator("tbody tr")).to_have_count(7)
        with page.expect_download() as found:
            page.get_by_role("link", name="CSV").click()
        found.value.save_as(tmp_path / "a.csv")
        assert found.value.suggested_filename == "small-race_value_difference.csv"
        rows = pd.read_csv(tmp_path / "a.csv")
        assert len(rows) == 36
        assert rows["difference"].tolist() == pytest.approx((rows["b"] - rows["a"]).tolist())
        cases.get_by_role("link", name="11").click()
        expect(page.get_by_label("Points to win", exact=True)).to_have_value("11")
        expect(page.get_by_label("Compared with")).to_have_value("small/eight")
        visit.check()


def test_compare__shows_the_difference_of_states_and_of_sweeps(browser: Browser, explorer: str) -> None:
    with Visit(browser) as visit:
        page = opened(visit, f"{explorer}?sweep=small/race&view=compare&with=small/race&with_at=R")
        expect(page.get_by_text("They are the same in all 7 cells")).to_be_visible()
        page.get_by_label("Compared with").select_option("small/trio")
        expect(page.get_by_role("alert")).to_contain_text("expected a sweep along goal, got one without")
        opened(visit, f"{explorer}?sweep=small/trio&view=compare&var=value&with=small/trio")
        expect(page.get_by_text("They are the same in all")).to_be_visible()
        assert visit.errors == []


def test_downloads__are_the_selection(browser: Browser, explorer: str, stored: Store, tmp_path: Path) -> None:
    right = open_sweep(stored, "small/race")["value"].sel(goal=9).load()
    with Visit(browser) as visit:
        page = opened(visit, explorer + PLANE)
        for name, file in (("CSV", tmp_path / "a.csv"), ("NetCDF", tmp_path / "a.nc")):
            with page.expect_download() as found:
                page.get_by_role("link", name=name).click()
            found.value.save_as(file)
        assert found.value.suggested_filename == "small-race_value.nc"
    rows = pd.read_csv(tmp_path / "a.csv")
    assert rows["value"].sum() == pytest.approx(float(right.sum()))
    with xr.open_dataset(tmp_path / "a.nc", engine="h5netcdf") as saved:
        xr.testing.assert_equal(saved["value"].transpose("banked", "opponent").load(), right)


@pytest.mark.parametrize(
    ("path", "code", "words"),
    [
        ("nothing/here", 404, "expected /, /play or /download"),
        ("download?sweep=small/race&var=foo", 400, "var: expected one of"),
        (
            "download?sweep=small/race&format=%3Cb%3E",
            400,
            "csv, nc, got &#x27;&lt;b&gt;",
        ),
    ],
)
def test_wrong_path__is_a_page_that_says_so(path: str, code: int, words: str, explorer: str) -> None:
    with pytest.raises(HTTPError) as found:
        direct.open(explorer + path, timeout=60)
    with found.value as answer:
        assert answer.code == code
        assert words in answer.read().decode()


@pytest.mark.parametrize(
    "query",
    ["?foo=1", "?sweep=small/race&sel=goal", "?sweep=small/race&at=%F0%9F%8E%B2", "?sweep=%00&view=values"]
    + [f"?sweep=small/race&{name}={quote(text)}" for name in ("var", "x", "y") for text in ("'", "<i>")],
)
def test_garbage__in_the_address_is_said(query: str, browser: Browser, explorer: str) -> None:
    with Visit(browser) as visit:
        page = opened(visit, explorer + query)
        expect(page.get_by_role("alert")).to_contain_text(REFUSED)
        assert "Traceback" not in page.content()
        assert visit.errors == []


def test_running_sweep__is_followed(browser: Browser, tmp_path: Path) -> None:
    store = new_store(tmp_path)
    with served(tmp_path / "explorer", *EXPLORE, store.url) as (address, _), Visit(browser) as visit:
        page = opened(visit, address)
        expect(page.get_by_text("The store has no sweep yet")).to_be_visible()
        solve(race(range(5, 8)), store)
        page.get_by_role("link", name="The race to a few points").click()
        expect(page.get_by_text("3 of 3 cases done")).to_be_visible()
        expect(page.locator("section.numbers tbody tr")).to_have_count(3)
        solve(race(range(5, 10)), store)
        expect(page.get_by_text("5 of 5 cases done")).to_be_visible()
        expect(page.locator("section.numbers tbody tr")).to_have_count(5)
        visit.check()


def test_store__that_is_not_there_is_damaged_or_vanishes(browser: Browser, tmp_path: Path) -> None:
    place = tmp_path / "store"
    with served(tmp_path / "explorer", *EXPLORE, str(place)) as (address, _), Visit(browser) as visit:
        page = opened(visit, address)
        expect(page.get_by_role("alert")).to_contain_text("No store at ")
        visit.check()
        solve(race(range(5, 17)), new_store(tmp_path))
        damaged = f"{address}?sweep=small/race&var=value"
        opened(visit, damaged)
        expect(page.get_by_text("12 of 12 cases done")).to_be_visible()
        overwrite(place / "chunks")
        opened(visit, damaged)
        expect(page.get_by_role("alert")).to_contain_text(" is damaged: an array is not what was written.")
        overwrite(place / "snapshots")
        opened(visit, address)
        expect(page.get_by_role("alert")).to_contain_text(" is damaged: snapshots/")
        shutil.rmtree(place)
        new_store(tmp_path)
        opened(visit, address)
        expect(page.get_by_text("The store has no sweep yet")).to_be_visible()
        shutil.rmtree(place)
        expect(page.get_by_role("alert")).to_contain_text("store: expected")
        assert visit.errors == []


def test_ctrl_c__ends_in_one_line(browser: Browser, explorer: str, stored: Store, tmp_path: Path) -> None:
    with served(tmp_path, *EXPLORE, stored.url) as (address, process), Visit(browser) as visit:
        opened(visit, address + PLANE)
        process.popen.send_signal(signal.SIGINT)
        wait_for(lambda: process.popen.poll() is not None)
        assert process.popen.returncode == 0
        lines = process.log.read_text().splitlines()
        assert lines[0].startswith(f"Exploring {stored.url} at {address}")
        assert lines[1:] == ["Ended."]
