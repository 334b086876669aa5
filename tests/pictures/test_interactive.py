"""Pictures as pages: nothing from elsewhere, names for codes, all numbers that the sliders need."""

import re
from typing import Any

import numpy as np
import pytest
import xarray as xr
from bokeh.models import GlyphRenderer, VBar
from bokeh.models.annotations import ColorBar
from bokeh.models.widgets.sliders import Slider
from markupsafe import escape

from pictures.interactive import linked
from pictures.interactive.linked import EVERY, mixtures, sections, stacked
from pictures.interactive.page import _shown, page
from pictures.interactive.placing import placed
from pictures.interactive.planes import plane
from pictures.interactive.traces import LISTED, traces
from pictures.mixing import Mixing
from pictures.view import View, fitting, view
from solvers.catalog import QUESTIONS
from solvers.questions.picture import Form, Picture
from solvers.questions.question import Question
from tests.pictures.test_pictures import EACH, small

SCRIPT = re.compile(r"<script\b([^>]*)>.*?</script>", re.DOTALL)
ELSEWHERE = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)\s*=")


def table(shape: tuple[int, ...], **attrs: str) -> xr.DataArray:
    """Numbers by their place, along a, b, c."""
    values = np.arange(float(np.prod(shape))).reshape(shape)
    labels = {dim: np.arange(size) for dim, size in zip("abc", shape, strict=False)}
    return xr.DataArray(values, labels, tuple(labels), "value", attrs)


@pytest.mark.parametrize("question", EACH)
def test_every_picture__is_a_page_that_needs_nothing_else(question: Question) -> None:
    dataset = small(question)
    for picture in fitting(question.all_pictures, dataset):
        if not dataset[picture.output].notnull().any():
            continue
        written = page(view(picture, dataset))
        assert not ELSEWHERE.search(SCRIPT.sub(r"<script\1>", written)), picture.name
        assert f"<title>{escape(picture.title)}</title>" in written


def test_codes__have_names_at_the_colour_bar_and_under_the_pointer() -> None:
    array = (table((4, 9)) % 2).assign_attrs(flag_meanings="hold keep_all", long_name="best action")
    plot: Any = plane(array)
    bar = plot.select_one({"type": ColorBar})
    assert bar.major_label_overrides == {0: "hold", 1: "keep all"}
    assert bar.ticker.ticks == [0, 1]
    (hover,) = (tool for tool in plot.toolbar.tools if type(tool).__name__ == "HoverTool")
    assert "@image{custom}" in hover.tooltips
    assert hover.formatters["@image"].args == {"words": ["hold", "keep all"], "places": [0, 1]}
    (mapper,) = (one.glyph.color_mapper for one in plot.renderers)
    assert (mapper.low, mapper.high, len(mapper.palette)) == (-0.5, 1.5, 2)


def test_line_of_codes__has_names_at_its_axis() -> None:
    line = (table((9,)) % 2).assign_attrs(flag_meanings="hold roll")
    drawn: Any = traces(line, Form.PLAIN)
    assert drawn.yaxis[0].major_label_overrides == {0: "hold", 1: "roll"}


def test_labels__are_named_where_they_are_no_evenly_spread_numbers() -> None:
    uneven = xr.DataArray([25, 50, 200], dims="goal")
    assert placed(uneven).ticks == {25.0: "25", 50.0: "50", 200.0: "200"}
    assert not placed(uneven).named
    assert placed(uneven, even=True).named
    assert placed(uneven, even=True).ticks == {0.0: "25", 1.0: "50", 2.0: "200"}
    texts = placed(xr.DataArray(["a", "b"], dims="position"))
    assert (texts.named, texts.words, texts.half) == (True, ("a", "b"), 0.5)
    assert placed(xr.DataArray([0.25, 0.5], dims="heads")).words == ("0.25", "0.5")
    assert plane(table((2, 3)).assign_coords(b=[25, 50, 200])).xaxis[0].major_label_overrides == {
        0: "25",
        1: "50",
        2: "200",
    }


def test_map__shows_each_number_at_its_labels() -> None:
    array = table((3, 4))
    shown: Any = plane(array)
    (source,) = (one.data_source for one in shown.renderers)
    np.testing.assert_array_equal(source.data["image"][0], array.values)
    assert (source.data["x"][0], source.data["y"][0]) == (-0.5, -0.5)
    assert (source.data["dw"][0], source.data["dh"][0]) == (4, 3)


def test_signed_map__has_a_line_at_zero() -> None:
    assert len(plane(table((3, 4))).renderers) == 1
    assert len(plane(table((3, 4)) - 5.0).renderers) > 1


def test_stacked__has_the_map_of_each_label() -> None:
    shown: Any = stacked(table((5, 3, 4)))
    slider = shown.select_one({"type": Slider})
    assert (slider.start, slider.end, slider.value) == (0, 4, 2)
    assert slider.format.args["words"] == ["0", "1", "2", "3", "4"]


def test_stacked__leaves_labels_out_where_a_file_would_be_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linked, "MOST_CELLS", 40)
    slider: Any = stacked(table((9, 3, 4))).select_one({"type": Slider})
    assert slider.format.args["words"] == ["0", "4", "8"]


def test_sections__begin_with_the_row_and_the_column_of_their_titles() -> None:
    array = table((3, 5))
    shown: Any = sections(array)
    plots = [plot for plot in shown.select({"type": type(plane(array))}) if plot.title.text.startswith("at ")]
    lines = {plot.title.text: plot.renderers[0].data_source.data["y"].tolist() for plot in plots}
    assert lines == {"at a: 1": array.values[1].tolist(), "at b: 2": array.values[:, 2].tolist()}


def test_mixtures__begin_at_the_state_that_mixes_most() -> None:
    choices = table((2, 2, 3)) + 1.0
    chance = xr.zeros_like(choices)
    chance[:, :, 0] = 1.0
    chance[1, 0] = [0.5, 0.5, 0.0]
    mixing = Mixing.of(choices, chance)
    assert mixing.most == (1, 0)
    assert mixing.count.values.tolist() == [[1, 1], [2, 1]]
    shown: Any = mixtures(choices, chance)
    (bars,) = (
        plot for plot in shown.select({"type": type(plane(chance[0]))}) if plot.title.text[:3] == "at "
    )
    assert bars.title.text == "at a: 1, b: 0"
    assert bars.renderers[0].data_source.data["x"].tolist() == [7.0, 8.0]


def test_mixtures__are_all_shown_beside_the_one_that_is_chosen() -> None:
    choices = table((2, 2, 2)) + 1.0
    chance = xr.zeros_like(choices)
    chance[:, :, 0] = 1.0
    chance[1, 0], chance[1, 1] = [0.25, 0.75], [0.5, 0.5]
    shown: Any = mixtures(choices, chance)
    dots = shown.select_one({"name": EVERY})
    assert dots.data_source.data["down"].tolist() == [1.0] * 4
    assert dots.data_source.data["choice"].tolist() == [5.0, 6.0, 7.0, 8.0]
    assert dots.data_source.data["chance"].tolist() == [0.25, 0.75, 0.5, 0.5]
    assert dots.data_source.data["across_words"] == ["0", "0", "1", "1"]


def plain(array: xr.DataArray) -> View:
    """A view of numbers that no question names."""
    return View(Picture(name="plain", title="Plain", output="chance"), array, None, "", "")


def test_whole_numbers__are_bars_without_a_long_tail() -> None:
    turns = xr.DataArray(np.arange(40), dims="turns", attrs={"units": "turns"})
    chances = xr.DataArray([0.5, 0.25, 0.25, *[0.0] * 37], {"turns": turns}, ("turns",), "chance")
    (drawn,) = (one for one in _shown(plain(chances)).renderers if isinstance(one, GlyphRenderer))
    assert isinstance(drawn.glyph, VBar)
    assert drawn.data_source.data["height"].tolist() == [0.5, 0.25, 0.25, 0.0]
    lines: Any = _shown(plain(chances.assign_coords(turns=turns.assign_attrs(units="points"))))
    assert not any(isinstance(one.glyph, VBar) for one in lines.renderers)


@pytest.mark.long
def test_traces__of_few_are_listed_and_of_many_are_not() -> None:
    few: Any = traces(table((9, 3)), Form.TRACES)
    many: Any = traces(table((9, LISTED + 1)), Form.TRACES)
    assert [item.label.value for item in few.legend[0].items] == ["0", "1", "2"]
    assert not many.legend


def test_minima__are_named() -> None:
    line = xr.DataArray([3.0, 1.0, 2.0, 0.5, 4.0], {"n": np.arange(5)}, name="wins")
    drawn: Any = traces(line, Form.MINIMA)
    (names,) = (one for one in drawn.center if type(one).__name__ == "LabelSet")
    assert list(names.source.data["words"]) == ["1", "3: 0.5000"]


def test_page__escapes_what_a_dataset_says() -> None:
    question = QUESTIONS["race.pig"]
    dataset = small(question).assign_attrs(title="<b>two</b> & more")
    written = page(view(question.picture("value"), dataset))
    assert "&lt;b&gt;two&lt;/b&gt; &amp; more" in written
    assert "<b>two" not in written
