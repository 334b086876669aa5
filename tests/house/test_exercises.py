"""The exercises for a class: each answer is what the solver says, and the snippets show what they promise."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import xarray as xr
from playwright.sync_api import Browser

import jeopardice as jp
from browsing.gallery.topic import topics
from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules

# The same gallery, and the same browser, as the tests of its pages have.
from tests.browsing.gallery.conftest import browser, written  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/how-to/teacher.md").read_text(encoding="utf-8")
ADDRESS = "https://example.org/dice"
NUMBER = re.compile(r"\d+(?:\.\d+)?(?: %)?")
EXERCISES = re.findall(
    r"\*\*(\d+)\. [^*]+\*\*(.*?)<details>\n<summary>Answer</summary>\n(.*?)</details>", PAGE, re.DOTALL
)


@cache
def pig() -> xr.Dataset:
    """Pig to 100 for two who play best."""
    return jp.solve("pig", goal=100)


def hold_at(banked: int, opponent: int) -> str:
    return str(int(pig().hold_at.sel(banked=banked, opponent=opponent)))


def wins(banked: int, opponent: int) -> str:
    return share(float(pig().value.sel(banked=banked, opponent=opponent)))


def share(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def why_twenty() -> list[str]:
    """How many rolls, the points that they add, and those points together, from which on to hold."""
    (throw,) = load_game(shipped_rules()["pig"])[0].throws
    gains = [outcome.gain for outcome in throw.outcomes]
    rolls = throw.bust.denominator
    assert throw.bust == Fraction(1, rolls)
    assert {outcome.probability for outcome in throw.outcomes} == {throw.bust}
    assert sum(gains) == int(jp.solve("solitaire.pig").threshold)
    return [*map(str, gains), str(rolls), str(sum(gains))]


def close_decision() -> list[str]:
    advice = jp.advise("pig", goal=100, turn_total=20)
    assert advice.best == "roll"
    return [share(advice.chances["hold"]), share(advice.chances["roll"])]


def rule_of_thumb() -> list[str]:
    return [
        share(float(jp.solve("pig", players="hold at 20, optimal", keep="win_probability").win_probability))
    ]


def fair_start() -> list[str]:
    return [str(int(pig().handicap)), share(float(pig().handicap_win_probability))]


def equal_turns() -> list[str]:
    found = jp.solve("pig", contest="equal turns", goal=100)
    assert found.coords["tie"].item() == "shared"
    return [share(1 - float(found.win_probability))]


def how_long() -> list[str]:
    return [f"{float(jp.solve('pig', keep='expected_turns', goal=100).expected_turns):.2f}"]


def hog() -> list[str]:
    dice = jp.solve("hog", goal=100).dice
    return [str(int(dice.sel(banked=0, opponent=other))) for other in (0, 90)]


# What each answer says that its question does not say.
ANSWERS: tuple[Callable[[], list[str]], ...] = (
    lambda: [hold_at(0, 0), "20"],
    why_twenty,
    lambda: [hold_at(0, 80)],
    lambda: [wins(90, 90), wins(0, 0)],
    lambda: [wins(80, 90), "10"],
    close_decision,
    rule_of_thumb,
    fair_start,
    equal_turns,
    how_long,
    lambda: [*hog(), "0", "90"],
)


def test_exercises__have_an_answer_each() -> None:
    assert [int(number) for number, _, _ in EXERCISES] == list(range(1, len(ANSWERS) + 1))
    assert PAGE.count("<details>") == len(ANSWERS)


@pytest.mark.parametrize(
    "place", range(len(ANSWERS)), ids=[f"exercise-{n}" for n in range(1, len(ANSWERS) + 1)]
)
def test_answer__has_the_numbers_of_the_solver(place: int) -> None:
    _, question, answer = EXERCISES[place]
    solved = ANSWERS[place]()
    said = NUMBER.findall(answer)
    assert set(said) - set(NUMBER.findall(question)) <= set(solved)
    assert [number for number in solved if number not in said] == []


def test_claims__of_the_answers_hold() -> None:
    value, hold = pig().value, pig().hold_at
    assert int(hold.sel(banked=0, opponent=80)) > int(hold.sel(banked=0, opponent=0))
    level = [float(value.sel(banked=score, opponent=score)) for score in range(0, 100, 10)]
    assert level[-1] == max(level)
    assert float(value.sel(banked=80, opponent=90)) > 0.5
    assert int(jp.solve("solitaire.pig").threshold) == 20
    assert float(rule_of_thumb()[0].removesuffix(" %")) < 50


def test_code__of_the_page_says_what_is_best(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(block, {})
    assert capsys.readouterr().out.count("Advice(best: roll; ") == 2


def test_snippets__name_pages_of_the_gallery() -> None:
    shown = re.findall(rf'<iframe src="{ADDRESS}/([^"]+)" title="([^"]+)"', PAGE)
    titles = {f"answers/{topic.name}.html": topic.title for topic in topics()}
    titles["pig.html"] = "Pig to 100"
    assert len(shown) == 2
    assert all(titles[path] == title for path, title in shown)


@pytest.mark.browser
def test_snippets__show_the_page_in_a_page_of_a_teacher(
    tmp_path: Path,
    browser: Browser,  # noqa: F811
    written: Path,  # noqa: F811
) -> None:
    for number, snippet in enumerate(re.findall(r"```html\n(.*?)```", PAGE, re.DOTALL)):
        file = tmp_path / f"course-{number}.html"
        file.write_text(snippet.replace(ADDRESS, written.as_uri()), encoding="utf-8")
        page = browser.new_page()
        page.goto(file.as_uri())
        title = re.findall(r'title="([^"]+)"', snippet)
        assert page.frame_locator("iframe").locator("h1").inner_text() == title[0]
        page.close()
