"""Lines in a browser, with their values under the pointer."""

from itertools import product
from typing import Any

import holoviews as hv
import hvplot.xarray  # noqa: F401  adds the plots
import numpy as np
import xarray as xr
from bokeh.models import ColumnDataSource, HoverTool
from bokeh.models.annotations import LabelSet, Legend, LegendItem
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure
from numpy.typing import NDArray

from pictures.colours import DASHES, LINES, styled
from pictures.curves import MARKED, minima
from pictures.interactive.placing import Placed, placed
from pictures.interactive.planes import LEAST_HEIGHT, name_axis, name_codes, named_by, tools, tooltip
from pictures.names import flags_of, name_of
from pictures.view import slices
from solvers.questions.picture import Form

# Lines up to this number have different styles, and names beside the plot that hide and show them.
LISTED = 24


def traces(array: xr.DataArray, form: Form) -> figure:
    """Return a plot of a line, or of one line for each label of the other dimensions.

    Parameters
    ----------
    array : along the last dimension; for traces, along the first
    form : a form with lines
    """
    along = str(array.dims[0 if form is Form.TRACES else -1])
    at, flags = placed(array[along]), flags_of(array)
    few = slices(array, str(array.dims[0])) if form is Form.CUTS else array
    table = _table(few, along, at)
    plot = _rendered(table, steps=bool(flags))
    drawn = _drawn(plot, table, marked=at.places.size <= MARKED and not flags)
    others = ", ".join(name_of(array[dim]) for dim in array.dims if dim != along)
    if 1 < len(drawn) <= LISTED:
        legend = Legend(title=others, click_policy="hide")
        legend.items = [LegendItem(label=one.name, renderers=[one]) for one in drawn]
        plot.add_layout(legend, "right")
    name_axis(plot.xaxis[0], array[along], at)
    plot.yaxis[0].axis_label = name_of(array)
    if flags:
        name_codes(plot.yaxis[0], flags)
    plot.add_tools(_hover(array, along, drawn, others))
    if form is Form.MINIMA:
        _mark_minima(plot, table.values[0].astype(float), at)
    return plot


def bars(array: xr.DataArray) -> figure:
    """Return a plot with a bar for each whole number, for counts.

    Parameters
    ----------
    array : of one dimension
    """
    along = str(array.dims[0])
    at = placed(array[along])
    plot = figure(sizing_mode="stretch_both", min_height=LEAST_HEIGHT)
    plot.toolbar.update(logo=None, tools=tools())
    source = ColumnDataSource({"at": at.places, "height": array.values.astype(float)})
    drawn: Any = plot.vbar("at", 0.8, "height", source=source, color=LINES[1])
    plot.y_range.update(start=0.0)
    plot.xgrid.visible = False
    name_axis(plot.xaxis[0], array[along], at)
    plot.yaxis[0].axis_label = name_of(array)
    plot.add_tools(_hover(array, along, [drawn], ""))
    return plot


def _table(array: xr.DataArray, along: str, at: Placed) -> xr.DataArray:
    """The lines, [line, at], each named by its labels."""
    others = [dim for dim in array.dims if dim != along]
    stacked = array.reset_coords(drop=True).transpose(*others, along)
    words = [", ".join(map(str, labels)) for labels in product(*(array[dim].values for dim in others))]
    values = stacked.values.astype(float).reshape(len(words), at.places.size)
    named = {"line": words, "at": at.places}
    return xr.DataArray(values, named, ("line", "at"), "height").dropna("line", how="all")


def _rendered(table: xr.DataArray, steps: bool) -> figure:
    plot = table.hvplot.step if steps else table.hvplot.line
    how = {"where": "mid"} if steps else {}
    lines = plot(x="at", by="line", hover=False, legend=False, responsive=True, **how)
    rendered: figure = hv.render(lines.opts(min_height=LEAST_HEIGHT, show_grid=True, title=""))
    rendered.toolbar.update(logo=None, tools=tools())
    return rendered


def _drawn(plot: figure, table: xr.DataArray, marked: bool) -> list[Any]:
    """The lines in their styles, by their names."""
    drawn: list[Any] = [one for one in plot.renderers if isinstance(one, GlyphRenderer)]
    for number, (one, words) in enumerate(zip(drawn, table["line"].values.tolist(), strict=True)):
        one.name = words
        if table.sizes["line"] > LISTED:
            one.glyph.update(line_color=LINES[1], line_width=1.0, line_alpha=0.4)
            continue
        colour, dash = styled(number, DASHES)
        one.glyph.update(line_color=colour, line_dash=dash, line_width=2.5)
        if marked:
            plot.scatter("at", "height", source=one.data_source, color=colour, size=7)
    return drawn


def _hover(array: xr.DataArray, along: str, drawn: list[Any], others: str) -> HoverTool:
    at, flags = placed(array[along]), flags_of(array)
    said: dict[str, Any] = {"@at": named_by(at.words, at.places)}
    if flags:
        said["@height"] = named_by(tuple(flags.values()), flags)
    height = "@height{custom}" if flags else "@height{0.[00000]}"
    said_of = [(name_of(array[along]), "@at{custom}"), (name_of(array), height)]
    if others:
        said_of.insert(0, (others, "@line"))
    return HoverTool(renderers=drawn, tooltips=tooltip(said_of), formatters=said, line_policy="nearest")


def _mark_minima(plot: figure, values: NDArray[np.float64], at: Placed) -> None:
    """Mark local minima, and name them."""
    found = minima(values)
    words = [
        f"{at.words[place]}: {values[place]:.4f}" if values[place] == np.nanmin(values) else at.words[place]
        for place in found
    ]
    source = ColumnDataSource({"x": at.places[found], "y": values[found], "words": words})
    plot.scatter("x", "y", source=source, color=LINES[2], size=11)
    below: dict[str, Any] = {"text_baseline": "top", "text_align": "center", "y_offset": -8}
    plot.add_layout(LabelSet(x="x", y="y", text="words", source=source, text_font_size="18px", **below))
