"""Pictures can be read: words that are whole and apart, colours that differ in grey, names for codes."""

from functools import cache
from itertools import pairwise
from typing import Any

import matplotlib
import numpy as np
import pytest
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from flows.commands.solved_case import solved
from pictures.colours import DASHES, LINES, STYLES, code_colours, limits, of_heights, styled
from pictures.curves import without_tail
from pictures.drawing import draw
from pictures.mixture import draw_mixture
from pictures.names import flags_of, name_of
from pictures.view import NAMED, fitting, lines_along, view
from solvers.catalog import QUESTIONS
from solvers.questions.question import Question
from tests.pictures.test_pictures import EACH, small

matplotlib.use("Agg")
# Pixels that letters may stand out, or overlap, as nobody sees.
SLACK = 3.0
LUMINANCE = (0.2126, 0.7152, 0.0722)


def grey(colour: str) -> float:
    """How light a colour is, 0 to 1."""
    return float(np.dot(to_rgb(colour), LUMINANCE))


@cache
def drawn(name: str) -> dict[str, Figure]:
    """All pictures of a small case of a question, laid out; several tests look at them."""
    question = QUESTIONS[name]
    dataset = small(question)
    found = {
        picture.name: draw(view(picture, dataset, ("goal",)))
        for picture in fitting(question.all_pictures, dataset)
        if dataset[picture.output].notnull().any()
    }
    for figure in found.values():
        figure.draw_without_rendering()
    return found


def cut_off(figure: Figure) -> list[float]:
    """By how many pixels anything stands out, on the left, below, on the right, above."""
    box, dots = figure.get_tightbbox(), figure.dpi
    width, height = figure.get_size_inches()
    by = (-box.x0 * dots, -box.y0 * dots, (box.x1 - width) * dots, (box.y1 - height) * dots)
    return [round(float(one), 1) for one in by if one > SLACK]


def overlapping(plot: Axes) -> list[str]:
    """Neighbours among the labels of the axis across that overlap."""
    low, high = sorted(plot.get_xlim())
    labels = [
        tick.label1
        for tick in plot.xaxis.get_major_ticks()
        if low <= tick.get_loc() <= high and tick.label1.get_text()
    ]
    boxes = sorted((label.get_window_extent() for label in labels), key=lambda box: float(box.x0))
    return [f"{one.x1:.0f} > {other.x0:.0f}" for one, other in pairwise(boxes) if one.x1 > other.x0 + SLACK]


@pytest.mark.long
@pytest.mark.parametrize("question", EACH)
def test_words__are_within_the_picture_and_apart(question: Question) -> None:
    for name, figure in drawn(question.name).items():
        assert cut_off(figure) == [], name
        flat = [plot for plot in figure.axes if plot.name != "3d"]
        assert [said for plot in flat for said in overlapping(plot)] == [], name


def test_titles__have_at_most_six_words() -> None:
    titles = {picture.title for question in QUESTIONS.values() for picture in question.all_pictures}
    assert [title for title in titles if not 1 <= len(title.split()) <= 6] == []


@pytest.mark.parametrize("question", EACH)
def test_titles__are_above_the_plots(question: Question) -> None:
    for name, figure in drawn(question.name).items():
        lowest = min(words.get_window_extent().y0 for words in figure.texts if words.get_va() == "top")
        flat = [plot for plot in figure.axes if plot.name != "3d"]
        for plot in flat:
            assert plot.get_tightbbox().y1 <= lowest + SLACK, name


@pytest.mark.parametrize("question", EACH)
def test_axes__fit_the_data(question: Question) -> None:
    for name, figure in drawn(question.name).items():
        for plot in (plot for plot in figure.axes if plot.name != "3d" and plot.lines):
            x = np.concatenate([np.asarray(line.get_xdata(), float) for line in plot.lines])
            low, high = sorted(plot.get_xlim())
            if np.ptp(x) > 0 and not plot.get_title().endswith("states mix"):
                assert high - low <= 1.2 * np.ptp(x), name


def test_bars__show_chances_by_whole_numbers_of_turns_as_far_as_they_are_seen() -> None:
    question = QUESTIONS["length.pig"]
    dataset = solved(question, question.complete({"goal": 100}), ["longer_probability"])
    assert dataset.sizes["turns"] == 201
    (plot,) = draw(view(question.picture("longer-probability"), dataset)).axes
    bars = [bar for bar in plot.patches if isinstance(bar, Rectangle)]
    assert not plot.lines
    heights = dataset.longer_probability.values
    assert [bar.get_height() for bar in bars] == heights[: len(bars)].tolist()
    # What is left out is below a five-hundredth of the range.
    assert heights[len(bars)] < 0.002 <= heights[len(bars) - 2]
    assert len(bars) < plot.get_xlim()[1] + 1 < len(bars) + 3
    assert plot.get_xlabel() == "game turns"


def test_tails__stay_where_they_are_short_or_of_codes() -> None:
    short = xr.DataArray([3.0, 2.0, 1.0, 1.0], dims="x")
    assert without_tail(short).size == 4
    whole = xr.DataArray([3, 1, 1, 1, 1, 1, 1, 1], dims="x")
    assert without_tail(whole).size == 8
    missing = xr.DataArray([3.0, 1.0, np.nan, 1.0, 1.0, 1.0, 1.0, 1.0], dims="x")
    assert without_tail(missing).size == 8
    level = xr.DataArray(np.ones(9), dims="x")
    assert without_tail(level).size == 9


def test_scale__is_not_taken_over_by_a_cell() -> None:
    question = QUESTIONS["thumb.pig"]
    dataset = solved(question, question.complete({"goal": 100, "rule": "hold at 25"}), ["lost"])
    figure = draw(view(question.picture("lost"), dataset))
    (mesh,) = (one for one in figure.axes[0].collections if isinstance(one, QuadMesh))
    norm, most = mesh.norm, float(dataset.lost.max())
    assert norm.vmin == 0.0
    assert norm.vmax is not None
    assert norm.vmax < most / 3.0
    assert float((dataset.lost > norm.vmax).mean()) <= 0.002
    # Signed numbers keep zero in the middle, and all numbers where none is apart.
    signed = np.append(np.repeat([-1.0, 1.0], 999), 80.0)
    assert limits(xr.DataArray(signed)) == (-1.0, 1.0)
    assert limits(xr.DataArray(np.linspace(-2.0, 1.0, 50))) == (-2.0, 2.0)
    assert limits(xr.DataArray([4.0, np.nan, 4.0])) == (4.0, 5.0)
    # Where all cells but a few are alike, these are what there is to see.
    assert limits(xr.DataArray(np.append(np.zeros(5000), 7.0))) == (0.0, 7.0)


def test_surfaces__are_light_enough_for_their_lines() -> None:
    heights = xr.DataArray(np.arange(9.0))
    shades, norm = of_heights(heights)
    assert min(grey(to_hex(shades(norm(height)))) for height in heights.values) > 0.3


def test_mixtures__are_all_shown() -> None:
    choices = xr.DataArray(
        [[[3, 5], [4, -1]], [[2, 9], [1, 6]]],
        {"banked": [0, 1], "opponent": [0, 1], "choice": [0, 1]},
        ("banked", "opponent", "choice"),
        "mixed_hold_at",
    )
    chance = choices.copy(data=[[[0.5, 0.5], [1.0, 0.0]], [[0.25, 0.75], [0.9, 0.1]]]).rename("probability")
    figure = Figure()
    draw_mixture(figure, choices, chance)
    (dots,) = (one for one in figure.axes[1].collections if isinstance(one, PathCollection))
    shown = np.ma.getdata(dots.get_offsets()).tolist()
    assert shown == [[0, 3], [0, 5], [1, 2], [1, 9], [1, 1], [1, 6]]
    areas = dots.get_sizes()
    assert areas[3] == 3.0 * areas[2]


@pytest.mark.parametrize("name", ["solitaire.ten_thousand", "race.own", "race.ten_thousand"])
def test_policies__come_first_where_there_is_more_to_decide(name: str) -> None:
    first = QUESTIONS[name].all_pictures[0]
    assert QUESTIONS[name].output(first.output).flags


@pytest.mark.parametrize("question", EACH)
def test_legends__are_not_over_the_data(question: Question) -> None:
    for name, figure in drawn(question.name).items():
        for plot in figure.axes:
            if legend := plot.get_legend():
                assert legend.get_window_extent().x0 >= plot.get_window_extent().x1, name


def test_colours_of_codes__differ_in_grey() -> None:
    for count in range(2, 8):
        shades = [grey(colour) for colour in code_colours(count)]
        assert len(shades) == count
        # The first two, which are nearly everywhere, and neighbours on the colour bar.
        assert abs(shades[0] - shades[1]) > 0.6
        assert min(abs(one - other) for one, other in pairwise(shades)) > 0.1
        assert min(np.diff(sorted(shades))) > 0.05


def test_lines__differ_in_colour_and_in_style() -> None:
    assert len(STYLES) == len(DASHES) == len(LINES)
    for styles in (STYLES, DASHES):
        few = [styled(number, styles) for number in range(NAMED)]
        assert len({str(style) for _, style in few}) == len({colour for colour, _ in few}) == NAMED
        many = [styled(number, styles) for number in range(len(LINES) * len(styles))]
        assert len({(colour, str(style)) for colour, style in many}) == len(many)


def test_names__have_a_unit_and_codes_their_words() -> None:
    attrs: dict[str, Any] = {"long_name": "best action", "flag_meanings": "hold keep_all"}
    assert flags_of(xr.DataArray([0, 1], attrs=attrs)) == {0: "hold", 1: "keep all"}
    assert flags_of(xr.DataArray([5, 7], attrs=attrs | {"flag_values": [5, 7]})) == {5: "hold", 7: "keep all"}
    assert flags_of(xr.DataArray([0.5])) == {}
    assert name_of(xr.DataArray([1], name="turn_total", attrs={"units": "points"})) == "turn total [points]"
    assert name_of(xr.DataArray([1], attrs={"long_name": "game turns", "units": "turns"})) == "game turns"
    assert name_of(xr.DataArray([1], attrs=attrs | {"units": "1"})) == "best action"


@pytest.mark.parametrize(
    ("shape", "labels", "along"),
    [
        ((3, 9), (np.arange(3), np.arange(9)), "b"),
        ((9, 3), (np.arange(9), np.arange(3)), "a"),
        ((9, 9), (np.arange(9), np.arange(9)), None),
        ((2, 9), (np.array([True, False]), np.arange(9)), "b"),
        ((9, 2), (np.array(list("abcdefghi")), np.arange(2)), None),
        ((2, 2), (np.array([True, False]), np.array([True, False])), None),
        ((1, 1), (np.arange(1), np.arange(1)), None),
    ],
)
def test_lines_along__numbers_where_the_other_dimension_has_few_labels(
    shape: tuple[int, int], labels: tuple[Any, Any], along: str | None
) -> None:
    array = xr.DataArray(np.zeros(shape), {"a": labels[0], "b": labels[1]}, ("a", "b"))
    assert lines_along(array) == along
    assert lines_along(array.assign_attrs(flag_meanings="hold roll")) is None
