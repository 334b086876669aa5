"""A map in a browser: an image whose cells say under the pointer what and where they are."""

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

# Pixels; a map is as large as its window, but no smaller.
LEAST_HEIGHT, LEAST_WIDTH = 380, 340
# Name of what draws the cells.
CELLS = "cells"


def plane(array: xr.DataArray, everywhere: xr.DataArray | None = None) -> figure:
    """A map.

    Parameters
    ----------
    array : of two dimensions, down and across
    everywhere : what the range of colours is for, of other maps, too; this one alone by default
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
    """Those of each plot; none that takes the wheel, with which one scrolls."""
    return [PanTool(), BoxZoomTool(), SaveTool(), ResetTool()]


def name_axis(axis: Axis, labels: xr.DataArray, at: Placed) -> None:
    """Write a dimension's name at an axis, and its labels where they are not numbers at their places.

    Parameters
    ----------
    axis : of a Bokeh plot
    labels : of the dimension
    at : where they are
    """
    axis.axis_label = name_of(labels)
    if at.named:
        axis.ticker = FixedTicker(ticks=list(at.ticks))
        axis.major_label_overrides = {place: words for place, words in at.ticks.items()}
    elif at.whole:
        axis.ticker = BasicTicker(min_interval=1.0)


def name_codes(axis: Axis | ColorBar, flags: Mapping[int, str]) -> None:
    """Write the names of codes where their numbers would stand.

    Parameters
    ----------
    axis : of a Bokeh plot, or its colour bar
    flags : names by codes
    """
    axis.ticker = FixedTicker(ticks=list(flags))
    axis.major_label_overrides = {code: words for code, words in flags.items()}


def tooltip(said: Sequence[tuple[str, str]]) -> str:
    """What is written under the pointer, as large as a plot's own words.

    Parameters
    ----------
    said : names, and Bokeh's words for the numbers
    """
    lines = "".join(f"<div>{escape(name)}: <b>{number}</b></div>" for name, number in said)
    return f'<div style="font: 16px sans-serif; padding: 4px">{lines}</div>'


def named_by(words: tuple[str, ...], places: Any) -> CustomJSHover:
    """What is written under the pointer in place of a number.

    Parameters
    ----------
    words : for each place
    places : where they are; the nearest one is meant
    """
    return CustomJSHover(args={"words": list(words), "places": list(places)}, code=script("named"))


def _shades(array: xr.DataArray) -> dict[str, Any]:
    """Colours and their range."""
    if flags := flags_of(array):
        return {"cmap": code_colours(len(flags)), "clim": (-0.5, len(flags) - 0.5)}
    return {"cmap": DIVERGING if is_signed(array) else SEQUENTIAL, "clim": limits(array)}


def _name_colours(plot: figure, array: xr.DataArray) -> None:
    """Write what colours stand for; of what, is the plot's title, where there is room for it."""
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
    """A line where signs change, since both ends of the colours are dark in grey."""
    if is_signed(array) and not flags_of(array) and min(array.shape) > 1:
        values = np.ma.masked_invalid(array.values.astype(float))
        plot.contour(x.places, y.places, values, levels=[0.0], line_color="black", line_width=1.0)
