"""A map in a browser: an image with the values of cells under the pointer."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import holoviews as hv
import numpy as np
import xarray as xr
from bokeh.models import (
    Axis,
    BasicTicker,
    BoxZoomTool,
    CustomJSHover,
    FixedTicker,
    HoverTool,
    PanTool,
    ResetTool,
    SaveTool,
    Tool,
)
from bokeh.models.annotations import ColorBar
from bokeh.plotting import figure

from pictures.colours import DIVERGING, SEQUENTIAL, code_colours, is_signed, is_whole, limits
from pictures.interactive.parts import script
from pictures.interactive.placing import Placed, placed
from pictures.names import flags_of, name_of

# Least size in pixels; a map fills its window.
LEAST_HEIGHT, LEAST_WIDTH = 380, 340
# Name of the glyph of the cells.
CELLS = "cells"


def plane(array: xr.DataArray, everywhere: xr.DataArray | None = None) -> figure:
    """Return a map.

    Parameters
    ----------
    array : of two dimensions, down and across
    everywhere : numbers for the range of colours, if other maps share it; by default those of this map
    """
    down, across = (str(dim) for dim in array.dims)
    y, x = (placed(array[dim], even=True) for dim in (down, across))
    image = hv.Image(
        array.values[::-1].astype(float),
        kdims=["across", "down"],
        vdims=["value"],
        bounds=(x.places[0] - x.half, y.places[0] - y.half, x.places[-1] + x.half, y.places[-1] + y.half),
    )
    plot: Any = hv.render(
        image.opts(
            responsive=True,
            min_height=LEAST_HEIGHT,
            min_width=LEAST_WIDTH,
            colorbar=True,
            clipping_colors={"NaN": "transparent"},
            title=name_of(array),
            **_shades(array if everywhere is None else everywhere),
        )
    )
    plot.renderers[0].name = CELLS
    plot.title.align = "right"
    plot.grid.visible = False
    plot.toolbar.update(logo=None, tools=tools())
    name_axis(plot.xaxis[0], array[across], x)
    name_axis(plot.yaxis[0], array[down], y)
    _name_colours(plot, array)
    plot.add_tools(_hover(array, x, y))
    _mark_zero(plot, array, x, y)
    shown: figure = plot
    return shown


def tools() -> list[Tool]:
    """Return the tools of each plot; none uses the wheel, which scrolls the page."""
    return [PanTool(), BoxZoomTool(), SaveTool(), ResetTool()]


def name_axis(axis: Axis, labels: xr.DataArray, at: Placed) -> None:
    """Name an axis by its dimension, and its ticks if labels are not numbers at their places.

    Parameters
    ----------
    axis : of a Bokeh plot
    labels : labels of the dimension
    at : their places
    """
    axis.axis_label = name_of(labels)
    if at.named:
        axis.ticker = FixedTicker(ticks=list(at.ticks))
        axis.major_label_overrides = {place: words for place, words in at.ticks.items()}
    elif at.whole:
        axis.ticker = BasicTicker(min_interval=1.0)


def name_codes(axis: Axis | ColorBar, flags: Mapping[int, str]) -> None:
    """Name the ticks of an axis by codes.

    Parameters
    ----------
    axis : of a Bokeh plot, or its colour bar
    flags : names by code
    """
    axis.ticker = FixedTicker(ticks=list(flags))
    axis.major_label_overrides = {code: words for code, words in flags.items()}


def tooltip(said: Sequence[tuple[str, str]]) -> str:
    """Return the text under the pointer, in the size of a plot's text.

    Parameters
    ----------
    said : names, and Bokeh's fields for the values
    """
    lines = "".join(f"<div>{escape(name)}: <b>{number}</b></div>" for name, number in said)
    return f'<div style="font: 16px sans-serif; padding: 4px">{lines}</div>'


def named_by(words: tuple[str, ...], places: Any) -> CustomJSHover:
    """Return a formatter that shows a word instead of a number under the pointer.

    Parameters
    ----------
    words : a word for each place
    places : the places; the nearest one counts
    """
    return CustomJSHover(args={"words": list(words), "places": list(places)}, code=script("named"))


def _shades(array: xr.DataArray) -> dict[str, Any]:
    """Colours and their range."""
    if flags := flags_of(array):
        return {"cmap": code_colours(len(flags)), "clim": (-0.5, len(flags) - 0.5)}
    return {"cmap": DIVERGING if is_signed(array) else SEQUENTIAL, "clim": limits(array)}


def _name_colours(plot: figure, array: xr.DataArray) -> None:
    """Explain the colours; the plot's title names the variable, where there is room."""
    bar: Any = plot.select_one({"type": ColorBar})
    bar.title = None
    if flags := flags_of(array):
        name_codes(bar, flags)
    elif is_whole(array):
        bar.ticker = BasicTicker(min_interval=1.0)


def _hover(array: xr.DataArray, x: Placed, y: Placed) -> HoverTool:
    down, across = (str(dim) for dim in array.dims)
    flags = flags_of(array)
    said: dict[str, Any] = {"$x": named_by(x.words, x.places), "$y": named_by(y.words, y.places)}
    what = "@image{0.[00000]}"
    if flags:
        said["@image"], what = named_by(tuple(flags.values()), flags), "@image{custom}"
    said_of = [
        (name_of(array[across]), "$x{custom}"),
        (name_of(array[down]), "$y{custom}"),
        (name_of(array), what),
    ]
    return HoverTool(tooltips=tooltip(said_of), formatters=said)


def _mark_zero(plot: figure, array: xr.DataArray, x: Placed, y: Placed) -> None:
    """Draw a line where signs change, as both ends of the colours are dark in grey."""
    if is_signed(array) and not flags_of(array) and min(array.shape) > 1:
        values = np.ma.masked_invalid(array.values.astype(float))
        plot.contour(x.places, y.places, values, levels=[0.0], line_color="black", line_width=1.0)
