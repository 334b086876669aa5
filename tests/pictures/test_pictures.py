"""Pictures: what fits a dataset, what xarray draws as it comes, and files that anything opens."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
import xarray as xr
from matplotlib import pyplot

from flows.commands.solved_case import solved
from pictures.curves import minima
from pictures.drawing import draw
from pictures.view import fitting, view
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games import own, pig
from solvers.questions.question import Question
from tests.commands import Command, one_line
from tests.solvers.questions.test_catalog import SAMPLE, SMALL
from tests.sweeps import race, solved_store

matplotlib.use("Agg")
EACH = [
    pytest.param(question, id=name, marks=() if name in SAMPLE else pytest.mark.exhaustive)
    for name, question in QUESTIONS.items()
]
PNG = b"\x89PNG\r\n\x1a\n"


def small(question: Question) -> xr.Dataset:
    parameters = question.complete(SMALL[question.name][-1])
    return solved(question, parameters, [output.name for output in question.outputs])


@pytest.mark.parametrize("question", EACH)
def test_every_variable__is_drawn_by_xarray_as_it_comes(question: Question) -> None:
    dataset = small(question)
    for name, array in dataset.data_vars.items():
        # xarray draws no single number.
        if array.size < 2 or not array.notnull().any():
            continue
        figure = pyplot.figure()
        array.plot()
        labels = " ".join(text.get_text() for text in figure.findobj(matplotlib.text.Text))
        assert array.attrs["long_name"].split()[0] in labels, name
        assert "[1]" not in labels
        pyplot.close(figure)


@pytest.mark.parametrize("question", EACH)
def test_every_picture__is_drawn(question: Question) -> None:
    dataset = small(question)
    drawn = [
        draw(view(picture, dataset))
        for picture in fitting(question.all_pictures, dataset)
        if dataset[picture.output].notnull().any()
    ]
    assert all(figure.axes for figure in drawn)


def test_minima__are_those_that_the_paper_marks() -> None:
    question = QUESTIONS["simultaneous.best_response_to_one"]
    wins = np.array(
        [
            float(question.solve(**question.complete({"goal": 100, "opponent_hold_at": n})).win_probability)
            for n in range(1, 101)
        ]
    )
    # Also 33 and 50; the paper names 20 where 19 is the minimum.
    assert {16, 19, 25, 33, 50} <= set((minima(wins) + 1).tolist())


def test_plot__writes_png_svg_pdf_and_html(jeopardice: Command) -> None:
    for ending in ("png", "svg", "pdf", "html"):
        said = jeopardice("plot", "race.pig", "goal=12", "--picture", "hold-at", "-o", f"a.{ending}")
        assert (said.code, said.error) == (0, "")
        assert f"Wrote a.{ending}" in said.out
    assert (jeopardice.home / "a.png").read_bytes().startswith(PNG)
    words = "".join(ElementTree.parse(jeopardice.home / "a.svg").getroot().itertext())
    assert "banked score [points]" in words
    page = (jeopardice.home / "a.html").read_text(encoding="utf-8")
    assert "banked score [points]" in page
    assert (jeopardice.home / "a.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in jeopardice.home.iterdir()) == ["a.html", "a.pdf", "a.png", "a.svg"]


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_plot__is_the_same_file_each_time(ending: str, jeopardice: Command) -> None:
    first, second = (_written(jeopardice, f"{name}.{ending}") for name in "ab")
    assert first == second


def _written(jeopardice: Command, name: str) -> bytes:
    jeopardice("plot", "race.pig", "goal=9", "-o", name)
    return Path(jeopardice.home / name).read_bytes()


def test_plot__lists_the_pictures_that_there_are(jeopardice: Command) -> None:
    said = one_line(jeopardice("plot", "race.pig", "--list").out)
    assert "boundary" in said
    assert "hold-at" in said
    assert "residual" not in said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ("race.pig", "-o", "a.gif"),
            "--output: expected a file name that ends in .png, .svg, .pdf or .html, got 'a.gif'",
        ),
        (("race.pig", "--picture", "boundry"), "Did you mean 'boundary'?"),
        (("race.pgi",), "Nearest: race.pig"),
        (("race.pig", "goal=1"), "goal: expected a whole number from 2 to 1000"),
        (
            ("risk.battle", "attackers=3", "defenders=2", "--picture", "win-probability"),
            "--picture: expected one of",
        ),
        (("--sweep", "no"), "No store at ./store."),
        ((".",), "plot: . is not a published copy of a sweep."),
        ((".", "goal=9"), "goal=9: a stored sweep takes no parameters."),
        (
            ("race.pig", "goal=9", "--sel", "banked=99"),
            "banked: there is no label '99'. The nearest are 6, 7, 8.",
        ),
    ],
)
def test_plot__words_mistakes(jeopardice: Command, words: tuple[str, ...], expected: str) -> None:
    said = jeopardice("plot", *words)
    assert said.code == 2
    assert expected in one_line(said.error)
    assert not list(jeopardice.home.iterdir())


def test_plot__of_a_sweep_offers_only_what_is_stored(jeopardice: Command) -> None:
    solved_store(jeopardice.home, race([5, 6], keep=["win_probability"]))
    for name, why in (
        ("value", "It needs value, which is not stored: add it under `keep`, and run the sweep again."),
        ("win-probabilty", "Did you mean 'win-probability'?"),
        ("moon", "List them with --list."),
    ):
        said = jeopardice("plot", "small/race", "--picture", name)
        assert said.code == 2
        expected = f"--picture: expected one of win-probability, residual, got '{name}'. {why}"
        assert expected in one_line(said.error)


def test_view__tells_what_was_fixed_and_refuses_what_is_missing() -> None:
    question = QUESTIONS["race.pig"]
    dataset: Any = small(question)
    shown = view(question.picture("value"), dataset, ("goal",))
    fixed = f"points to win: {dataset.goal.item()}"
    assert shown.title == "Win probability"
    assert shown.subtitle.splitlines() == [question.title, fixed]
    slices = view(question.picture("policy"), dataset)
    assert slices.subtitle.splitlines()[-1] == "side by side: banked score [points]"
    regret = QUESTIONS["race_response_to_rule.pig"].picture("regret")
    named = view(regret, small(QUESTIONS["race_response_to_rule.pig"])).array
    assert [named[dim].attrs["long_name"] for dim in named.dims] == ["other's score", "policy's score"]
    with pytest.raises(InvalidRules, match="value has no numbers there"):
        view(question.picture("value"), dataset.where(False))
    with pytest.raises(InvalidRules, match="surface runs along opponent, of which one label is selected"):
        view(question.picture("surface"), dataset.isel(opponent=0))


def test_plot__of_a_game_from_a_file_names_the_game_only() -> None:
    question = QUESTIONS["race.own"]
    parameters = question.complete({"rules": own.text(pig.turn()), "goal": 9})
    shown = view(question.picture("value"), solved(question, parameters, ["value"]), ("rules", "goal"))
    assert shown.subtitle.splitlines()[-1] == "turn rules: pig, points to win: 9"
