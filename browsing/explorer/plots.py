"""Plots of slices: lines, planes and differences, in colours that colour-blind readers can tell apart.

Whatever has no evenly spaced numbers for labels is drawn at its places, and the axis names the labels there.
"""

from collections.abc import Mapping
from typing import Any

import holoviews as hv
import numpy as np
import xarray as xr
from bokeh.models import FixedTicker
from bokeh.themes import Theme
from numpy.typing import NDArray

from browsing.explorer.cells import labels_of
from browsing.explorer.contrast import Contrast
from pictures.names import flags_of, name_of

hv.extension("bokeh", logo=False)
# A few thousand cells need no graphics card, and browsers give a page only so many contexts of it.
hv.renderer("bokeh").webgl = False

HEIGHT = 420
SECTION_HEIGHT = 240
TICKS = 9
MARKED = 80
# Blue and orange first: the pair that every kind of colour blindness tells apart (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8860b")
# Of cases: what is wrong stands out, what is not there does not.
OF_STATUS = {"missing": "#a9b2bc", "done": "#0072b2", "failed": "#d55e00"}
SEQUENTIAL = "cividis"
# Blue over white to brown, which is not red against green (Brewer's BrBG, reversed).
DIVERGING = "BrBG_r"
# That of the page, which legends, titles and colour bars do not inherit.
FONT = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif"
# No tools, which only a mouse reaches: parts and points are chosen beside, and numbers are in the table.
TOOLS: dict[str, Any] = dict(toolbar=None, default_tools=[])
# Axes fit the numbers that are shown now.
FITTED = dict(framewise=True, responsive=True, **TOOLS)
LINES = dict(show_grid=True, line_width=2.5, **FITTED)


def line(values: xr.DataArray) -> Any:
    """A variable over one dimension.

    Parameters
    ----------
    values : in memory, along it
    """
    return _lines({name_of(values): values}, HEIGHT)


def section(values: xr.DataArray) -> Any:
    """A line through a point of a plane.

    Parameters
    ----------
    values : in memory, along one dimension
    """
    # Axes that are named alike are one: that along the plane shall be, so that labels must be at the same
    # places, but each section has its own scale.
    name = f"{name_of(values)} along {name_of(values[values.dims[0]])}"
    return _lines({name: values}, SECTION_HEIGHT, even=True)


def lines(found: Contrast) -> list[Any]:
    """Both in one plot and the difference below it.

    Parameters
    ----------
    found : along one dimension
    """
    below = _lines({"difference, b - a": found.difference}, SECTION_HEIGHT)
    both = _lines({"a": found.a, "b": found.b}, HEIGHT)
    return [both, below]


def plane(values: xr.DataArray, height: int = HEIGHT, limits: tuple[float, float] | None = None) -> Any:
    """A variable over two dimensions.

    Parameters
    ----------
    values : in memory, along (y, x)
    height : px
    limits : of the colours; those of the values by default
    """
    flags = flags_of(values)
    if flags:
        return _image(values, height, **_discrete(flags))
    return _image(values, height, cmap=SEQUENTIAL, clim=limits or _range(values.values))


def planes(found: Contrast) -> list[Any]:
    """Both in the same colours, and their difference.

    Parameters
    ----------
    found : along two dimensions
    """
    limits = _range(np.concatenate([found.a.values.ravel(), found.b.values.ravel()]))
    both = [
        plane(values, SECTION_HEIGHT + 40, limits).opts(title=name)
        for name, values in (("a", found.a), ("b", found.b))
    ]
    most = found.largest if found.largest > 0 else 1.0
    return [
        *both,
        _image(found.difference, HEIGHT, cmap=DIVERGING, clim=(-most, most)).opts(title="difference, b - a"),
    ]


def cross(place: tuple[float, float]) -> Any:
    """Cross-hairs on a plane.

    Parameters
    ----------
    place : x and y of the plot
    """
    style = {"color": "#d55e00", "line_width": 1.5, "line_dash": "dashed"}
    return hv.VLine(place[0]).opts(**style) * hv.HLine(place[1]).opts(**style)


def place_of(values: xr.DataArray, sections: Mapping[str, xr.DataArray]) -> tuple[float, float]:
    """Where the point that cross-sections meet in is drawn.

    Parameters
    ----------
    values : along (y, x)
    sections : from `cross_sections`
    """
    down, across = map(str, values.dims)
    held = {down: sections[across][down].item(), across: sections[down][across].item()}
    found = []
    for dim in (across, down):
        index = values[dim].values.tolist().index(held[dim])
        found.append(float(coordinates(values[dim], even=True)[0][index]))
    return found[0], found[1]


def labels_at(values: xr.DataArray, x: float | None, y: float | None) -> dict[str, str]:
    """The labels of the cell that is drawn at a place; none outside.

    Parameters
    ----------
    values : along (y, x)
    x, y : coordinates of the plot
    """
    found = {}
    for dim, place in zip(map(str, values.dims), (y, x), strict=True):
        places = coordinates(values[dim], even=True)[0]
        if place is None or not abs(places - place).min() <= _half_step(places):
            return {}
        found[dim] = labels_of(values[dim])[int(abs(places - place).argmin())]
    return found


def coordinates(labels: xr.DataArray, even: bool) -> tuple[NDArray[Any], list[tuple[float, str]] | None]:
    """Where labels are drawn, and the ticks that name them; None for the plot's own.

    Parameters
    ----------
    labels : of a dimension
    even : whether steps must be equal, as cells of an image have it
    """
    values = labels.values
    if values.dtype.kind in "iuf":
        steps = np.diff(values.astype(float))
        if (steps > 0).all() and (not even or np.allclose(steps, steps[:1])):
            return values.astype(float), None
    places = np.arange(values.size, dtype=float)
    named = np.unique(np.linspace(0, values.size - 1, min(TICKS, values.size)).round().astype(int))
    texts = labels_of(labels)
    return places, [(float(place), texts[place]) for place in named]


def _lines(columns: dict[str, xr.DataArray], height: int, even: bool = False) -> Any:
    first = next(iter(columns.values()))
    along = str(first.dims[0])
    x, ticks = coordinates(first[along], even)
    flags = flags_of(first)
    found = []
    for place, (name, values) in enumerate(columns.items()):
        data = (x, values.values.astype(float))
        across, up = hv.Dimension(along, label=name_of(first[along])), hv.Dimension(f"y{place}", label=name)
        label = name if len(columns) > 1 else ""
        style = {"color": COLOURS[place], "line_dash": ("solid", "dashed")[place % 2]}
        found.append(hv.Curve(data, across, up, label=label).opts(**LINES, **style, height=height))
        if x.size <= MARKED:
            dots = hv.Scatter(data, across, up, label=label)
            found.append(dots.opts(color=COLOURS[place], size=6, tools=["hover"], **FITTED))
    plot = hv.Overlay(found).opts(height=height, ylabel=name_of(first), hooks=[_quiet], **FITTED)
    if ticks:
        plot = plot.opts(xticks=ticks)
    if flags:
        plot = plot.opts(yticks=[(code, word) for code, word in flags.items()])
    return plot.opts(legend_position="top") if len(columns) > 1 else plot


def _image(values: xr.DataArray, height: int, **colours: Any) -> Any:
    down, across = map(str, values.dims)
    (x, x_ticks), (y, y_ticks) = (coordinates(values[dim], even=True) for dim in (across, down))
    half_x, half_y = _half_step(x), _half_step(y)
    dims = [hv.Dimension(dim, label=name_of(values[dim])) for dim in (across, down)]
    image = hv.Image(
        values.values[::-1].astype(float),
        kdims=dims,
        vdims=[hv.Dimension(str(values.name), label=name_of(values))],
        bounds=(x[0] - half_x, y[0] - half_y, x[-1] + half_x, y[-1] + half_y),
    )
    ticks = {name: found for name, found in (("xticks", x_ticks), ("yticks", y_ticks)) if found}
    return image.opts(
        height=height,
        colorbar=True,
        tools=["hover"],
        clipping_colors={"NaN": "transparent"},
        hooks=[_quiet, _gridless],
        title=name_of(values),
        **ticks,
        **FITTED,
        **{"colorbar_opts": {}, **colours},
    )


def theme(dark: bool) -> Theme:
    """What Bokeh draws without asking the page's style: legends, and the numbers of colour bars.

    Parameters
    ----------
    dark : whether the page is
    """
    ink, paper, edge = ("#e8edf2", "#18212b", "#74828f") if dark else ("#16202c", "#ffffff", "#818c99")
    title = {"text_font": FONT}
    legend = {
        "label_text_font": FONT,
        "label_text_color": ink,
        "background_fill_color": paper,
        "border_line_color": edge,
    }
    bar = {
        "major_label_text_font": FONT,
        "major_label_text_color": ink,
        "background_fill_color": paper,
        "major_tick_line_color": edge,
    }
    return Theme(json={"attrs": {"Title": title, "Legend": legend, "ColorBar": bar}})


def _quiet(plot: Any, element: Any) -> None:
    """No advertising among the tools, and no name along the colour bar: it is the title."""
    plot.state.toolbar.logo = None
    if bar := plot.handles.get("colorbar"):
        bar.title = None


def _gridless(plot: Any, element: Any) -> None:
    """Cells are lines enough."""
    plot.state.grid.visible = False


def _discrete(flags: dict[int, str]) -> dict[str, Any]:
    """One colour a code, named on the colour bar."""
    codes = sorted(flags)
    return {
        "cmap": [
            OF_STATUS.get(flags.get(code, ""), COLOURS[code % len(COLOURS)])
            for code in range(codes[0], codes[-1] + 1)
        ],
        "clim": (codes[0] - 0.5, codes[-1] + 0.5),
        "colorbar_opts": {
            "ticker": FixedTicker(ticks=codes),
            "major_label_overrides": {code: flags[code] for code in codes},
        },
    }


def _half_step(places: NDArray[Any]) -> float:
    return float(places[1] - places[0]) / 2 if places.size > 1 else 0.5


def _range(values: NDArray[Any]) -> tuple[float, float]:
    finite = values[np.isfinite(values.astype(float))]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    # Of equal ends a colour bar has no scale.
    return (low, high) if high > low else (low - 0.5, high + 0.5)
