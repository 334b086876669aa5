"""Pictures can be read: words that are whole and apart, colours that differ in grey, names for codes."""

from functools import cache
from itertools import pairwise
from typing import Any

import matplotlib
import numpy as np
import pytest
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from pictures.colours import DASHES, LINES, STYLES, code_colours, styled
from pictures.drawing import draw
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


@pytest.mark.parametrize("question", EACH)
def test_words__are_within_the_picture_and_apart(question: Question) -> None:
    for name, figure in drawn(question.name).items():
        assert cut_off(figure) == [], name
        flat = [plot for plot in figure.axes if plot.name != "3d"]
        assert [said for plot in flat for said in overlapping(plot)] == [], name


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
