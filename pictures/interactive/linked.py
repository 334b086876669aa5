"""Maps in a browser, linked with other maps, cross-sections, or mixtures.

Nothing is computed in the browser: all numbers are in the file, and short scripts select from them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr
from bokeh.layouts import column, row
from bokeh.models import ColumnDataSource, CustomJS, HoverTool, LayoutDOM, Range1d
from bokeh.plotting import figure

from pictures.colours import LINES
from pictures.interactive.parts import script
from pictures.interactive.placing import Placed, placed
from pictures.interactive.planes import CELLS, LEAST_WIDTH, name_axis, named_by, plane, tools, tooltip
from pictures.interactive.pointing import Pointed, slider
from pictures.mixing import Mixing
from pictures.names import name_of
from solvers.wording.counts import some

# Largest number of cells in a file, 4 bytes each; it limits the labels of a third dimension.
MOST_CELLS = 1_000_000
# Least height in pixels of each plot beside a map.
LEAST_HEIGHT = 190
LINE, EVERY = "line", "every mixture"
# Pixels of a dot with probability 1.
LARGEST_DOT = 14.0
# In a narrow window plots are below each other.
WRAPPED = ":host { flex-wrap: wrap; }"


def stacked(array: xr.DataArray) -> LayoutDOM:
    """Return a map, and a slider over the first of three dimensions.

    Parameters
    ----------
    array : of three dimensions; the last two are down and across
    """
    along = str(array.dims[0])
    count = min(array.sizes[along], max(2, MOST_CELLS * array.sizes[along] // array.size))
    few = array.isel({along: np.unique(np.linspace(0, array.sizes[along] - 1, count).round().astype(int))})
    start = few.sizes[along] // 2
    shown = plane(few[start].drop_vars(along), everywhere=array)
    chosen = slider(name_of(array[along]), placed(few[along]).words, start)
    every = ColumnDataSource({"image": list(few.values.astype(np.float32))})
    told = {"source": _source(shown, CELLS), "all": every, "slider": chosen}
    chosen.js_on_change("value", CustomJS(args=told, code=script("slice")))
    return column(chosen, shown, sizing_mode="stretch_both")


def sections(array: xr.DataArray) -> LayoutDOM:
    """Return a map, and its values along the row and the column of a selected cell.

    Parameters
    ----------
    array : of two dimensions, down and across
    """
    start = array.shape[0] // 2, array.shape[1] // 2
    cell = Pointed.on(array, start)
    plots = {
        "across": _section(array[start[0]], cell.where("down"), _range(array)),
        "down": _section(array[:, start[1]], cell.where("across"), _range(array)),
    }
    cell.followed(
        "sections",
        source=_source(cell.shown, CELLS),
        lines={dim: _source(plot, LINE) for dim, plot in plots.items()},
        titles={dim: plot.title for dim, plot in plots.items()},
    )
    return _beside(cell, *plots.values())


def mixtures(choices: xr.DataArray, chance: xr.DataArray) -> LayoutDOM:
    """Return a map of the number of choices mixed, all mixtures by the first score, and a cell's as bars.

    Parameters
    ----------
    choices : [down, across, choice], the choices
    chance : of the same shape, their probabilities
    """
    mixing = Mixing.of(choices, chance)
    cell = Pointed.on(mixing.count, mixing.most)
    number = mixing.choices.shape[2]
    what, likely = (
        table.fillna(0.0).values.astype(np.float32).reshape(-1, number)
        for table in (mixing.choices, mixing.chance)
    )
    first = mixing.most[0] * mixing.choices.shape[1] + mixing.most[1]
    here = likely[first] > 0.0
    source = ColumnDataSource({"x": what[first][here], "top": likely[first][here]})
    bars = _bars(mixing, source, cell.where("down", "across"))
    every = ColumnDataSource({"choices": what.ravel(), "chance": likely.ravel()})
    cell.followed("mixture", all=every, number=number, bars=source, title=bars.title)
    return _beside(cell, _every(mixing, cell.at), bars)


def _beside(cell: Pointed, *plots: figure) -> LayoutDOM:
    """A map on the left, with its sliders above the plots on the right."""
    follows = column(*cell.sliders.values(), *plots, sizing_mode="stretch_both", min_width=LEAST_WIDTH)
    return row(cell.shown, follows, sizing_mode="stretch_both", stylesheets=[WRAPPED])


def _section(line: xr.DataArray, title: str, span: tuple[float, float]) -> figure:
    """The values along one dimension."""
    dim = str(line.dims[0])
    at = placed(line[dim], even=True)
    plot = _small(title, LEAST_HEIGHT, y_range=Range1d(start=span[0], end=span[1]))
    source = ColumnDataSource({"x": at.places, "y": line.values.astype(float)})
    drawn = plot.line("x", "y", source=source, name=LINE, color=LINES[1], line_width=2.5)
    name_axis(plot.xaxis[0], line[dim], at)
    plot.yaxis[0].axis_label = name_of(line)
    said = [(name_of(line[dim]), "@x{custom}"), (name_of(line), "@y{0.[00000]}")]
    named: dict[str, Any] = {"@x": named_by(at.words, at.places)}
    plot.add_tools(HoverTool(renderers=[drawn], tooltips=tooltip(said), formatters=named, mode="vline"))
    return plot


def _bars(mixing: Mixing, source: ColumnDataSource, title: str) -> figure:
    """The mixture at one cell, as bars."""
    values = mixing.choices.where(mixing.chance > 0.0)
    wide = Range1d(start=float(values.min()) - 1.0, end=float(values.max()) + 1.0)
    plot = _small(title, LEAST_HEIGHT, x_range=wide, y_range=Range1d(start=0.0, end=1.0))
    drawn = plot.vbar("x", 0.8, "top", source=source, color=LINES[1])
    plot.xaxis[0].axis_label = name_of(mixing.choices)
    plot.yaxis[0].axis_label = name_of(mixing.chance)
    said = [(name_of(mixing.choices), "@x"), (name_of(mixing.chance), "@top{0.[00000]}")]
    plot.add_tools(HoverTool(renderers=[drawn], tooltips=tooltip(said)))
    return plot


def _every(mixing: Mixing, at: Mapping[str, Placed]) -> figure:
    """All mixtures: a dot for each choice in each state, its area proportional to the probability."""
    down, across, choice = np.nonzero(mixing.chance.where(mixing.count > 1, 0.0).values > 0.0)
    chance = mixing.chance.values[down, across, choice]
    source = ColumnDataSource(
        {
            "down": at["down"].places[down],
            "choice": mixing.choices.values[down, across, choice].astype(float),
            "size": LARGEST_DOT * np.sqrt(chance),
            "chance": chance,
            "down_words": [at["down"].words[place] for place in down],
            "across_words": [at["across"].words[place] for place in across],
        }
    )
    states = int((mixing.count > 1).sum())
    plot = _small(f"all {some(states, 'state')} that mix", LEAST_HEIGHT)
    drawn = plot.scatter(
        "down", "choice", size="size", source=source, name=EVERY, color=LINES[2], alpha=0.5, line_color=None
    )
    labels = {dim: mixing.choices[mixing.choices.dims[place]] for place, dim in enumerate(("down", "across"))}
    name_axis(plot.xaxis[0], labels["down"], at["down"])
    plot.yaxis[0].axis_label = name_of(mixing.choices)
    said = [(name_of(labels[dim]), f"@{dim}_words") for dim in labels]
    said += [(name_of(mixing.choices), "@choice"), (name_of(mixing.chance), "@chance{0.[00000]}")]
    plot.add_tools(HoverTool(renderers=[drawn], tooltips=tooltip(said)))
    return plot


def _small(title: str, least_height: int, **ranges: Any) -> figure:
    """An empty plot beside a map, without visible tools."""
    plot = figure(
        title=title, sizing_mode="stretch_both", min_height=least_height, toolbar_location=None, **ranges
    )
    plot.toolbar.update(tools=tools())
    return plot


def _source(plot: figure, name: str) -> ColumnDataSource:
    """The data of the glyph with a name."""
    drawn: Any = plot.select_one({"name": name})
    source: ColumnDataSource = drawn.data_source
    return source


def _range(array: xr.DataArray) -> tuple[float, float]:
    """The common range of both lines, so that they can be compared."""
    least, most = float(array.min()), float(array.max())
    room = 0.05 * (most - least) or 0.5
    return least - room, most + room
